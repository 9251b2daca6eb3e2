import type { Language } from '../../contract/languages.ts';
import type { Role } from '../../contract/roles.ts';
import { shownDay } from '../days.ts';
import type { Deployment } from '../deployment.ts';
import { mailTexts } from '../mail/layout.ts';
import { timeOf } from '../resources/reservations/wire.ts';
import { dayAt } from '../schedule/wallTime.ts';
import type { CalendarEntry } from './calendarFile.ts';
import type { NotifiedShift } from './events.ts';
import type { NotifiedReservation } from './repository.ts';

/** Facts with their labels; those without a value are left out. */
export type Facts = readonly (readonly [label: string, value: string | null])[];

/** The facts that have a value. */
export const factsWithValues = (facts: Facts) => facts.filter((fact): fact is [string, string] => Boolean(fact[1]));

/** Facts as text, one a line. */
export const asText = (facts: Facts) =>
  factsWithValues(facts)
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n');

/** The reader of an entry. */
export type Reader = { language: Language; role: Role };

/** The facts of a reservation that a reader gets: interpreters read who the customer is, customers who interprets, staff both. */
export function reservationFacts(deployment: Deployment, row: NotifiedReservation, { language, role }: Reader): Facts {
  const { labels } = mailTexts(language, deployment).reservation;
  return [
    [labels.name, row.name],
    [labels.date, shownDay(dayAt(row.starts, deployment.timeZone))],
    [labels.time, timeOf(row, deployment.timeZone)],
    [labels.address, row.address],
    [labels.link, row.link],
    [labels.customer, role === 'deaf' || role === 'partner' ? null : row.customer_name],
    [labels.interpreters, role === 'interpreter' ? null : row.interpreter_names.join(', ')],
  ];
}

/**
 * The entry of a reservation in a calendar.
 * @param who what the title names besides the kind of entry: never the reservation, whose name may be private
 */
export function reservationEntry(
  { language, deployment, who }: { language: Language; deployment: Deployment; who: string },
  row: NotifiedReservation,
  { facts, ...rest }: Pick<CalendarEntry, 'standing' | 'sequence'> & { facts: Facts },
): CalendarEntry {
  return {
    kind: 'reservation',
    id: row.id,
    ...rest,
    starts: row.starts,
    ends: row.ends,
    summary: `${mailTexts(language, deployment).reservation.labels.name} · ${who}`,
    description: asText(facts),
    location: row.address ?? row.link,
  };
}

/** The entry of a shift in a calendar. @param who what the title names besides the kind of entry */
export function shiftEntry(
  { language, deployment, who }: { language: Language; deployment: Deployment; who: string },
  shift: NotifiedShift,
  { facts, ...rest }: Pick<CalendarEntry, 'standing' | 'sequence'> & { facts: Facts },
): CalendarEntry {
  return {
    kind: 'shift',
    id: shift.id,
    ...rest,
    starts: shift.starts,
    ends: shift.ends,
    summary: `${mailTexts(language, deployment).shift.name} · ${who}`,
    description: asText(facts),
    location: shift.address,
  };
}
