import type { Language } from '../../../contract/languages.ts';
import type { Role } from '../../../contract/roles.ts';
import { spanText } from '../../../contract/wallSpan.ts';
import type { Deployment } from '../../deployment.ts';
import { shownDay } from '../../days.ts';
import { fill, mailTexts } from '../../mail/layout.ts';
import { type Facts, reservationEntry, reservationFacts, shiftEntry } from '../../notifications/calendarEntries.ts';
import type { CalendarEntry } from '../../notifications/calendarFile.ts';
import type { NotifiedReservation } from '../../notifications/repository.ts';
import type { ShiftRow } from '../schedules/repository.ts';

/** The reader of a feed. `isOwn`: it has the entries of the reader alone, so that titles name nobody. */
type FeedReader = { language: Language; role: Role; isOwn: boolean };

const standings = {
  pending: 'tentative',
  approved: 'confirmed',
  rejected: 'cancelled',
  cancelled: 'cancelled',
} as const satisfies Record<NotifiedReservation['status'], CalendarEntry['standing']>;

function ofShift(deployment: Deployment, row: ShiftRow, { language, isOwn }: FeedReader): CalendarEntry {
  const { reservation, shift } = mailTexts(language, deployment);
  const facts: Facts = [
    [reservation.labels.interpreters, isOwn ? null : row.interpreter_name],
    [reservation.labels.date, shownDay(row.day)],
    [reservation.labels.time, spanText(row)],
    [reservation.labels.address, row.address],
    [shift.labels.travel, row.travel_time > 0 ? fill(shift.minutes, { minutes: String(row.travel_time) }) : null],
  ];
  return shiftEntry({ language, deployment, who: isOwn ? deployment.brand : row.interpreter_name }, row, {
    facts,
    sequence: row.version,
    standing: row.state === 'disabled' ? 'cancelled' : 'confirmed',
  });
}

function ofReservation(
  deployment: Deployment,
  row: NotifiedReservation,
  { language, role, isOwn }: FeedReader,
): CalendarEntry {
  const who = isOwn ? '' : row.interpreter_names.join(', ');
  return reservationEntry({ language, deployment, who: who || deployment.brand }, row, {
    facts: reservationFacts(deployment, row, { language, role }),
    sequence: row.version,
    standing: standings[row.status],
  });
}

/** The entries of a feed, by start: the same ones, with the same UIDs, as in the mails to the person. */
export function feedEntries(
  deployment: Deployment,
  { shifts, reservations }: { shifts: readonly ShiftRow[]; reservations: readonly NotifiedReservation[] },
  reader: FeedReader,
): CalendarEntry[] {
  return [
    ...shifts.map((row) => ofShift(deployment, row, reader)),
    ...reservations.map((row) => ofReservation(deployment, row, reader)),
  ].toSorted((a, b) => a.starts.getTime() - b.starts.getTime());
}
