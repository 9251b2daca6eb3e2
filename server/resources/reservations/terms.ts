import type { ErrorCode } from '../../../contract/errors.ts';
import type { Flags } from '../../../contract/flags.ts';
import type { LanguageException, NewReservation, ReservationChanges } from '../../../contract/reservations.ts';
import { obstacleRefusals } from '../../../contract/reservationRules.ts';
import { wallSpan } from '../../../contract/wallSpan.ts';
import type { WorkingTime } from '../../../tenants/inheritance.ts';
import type { Db } from '../../db/tables.ts';
import { ApiProblem } from '../../problem.ts';
import { occurrenceOn } from '../../schedule/series.ts';
import { dayAt } from '../../schedule/wallTime.ts';
import { isInterpreter } from '../schedules/repository.ts';
import {
  type CoverageTerms,
  isCustomer,
  obstaclesOf,
  type ReservationRow,
  withoutLanguageAmong,
} from './repository.ts';
import { timeAt } from './wire.ts';

/** The terms of a reservation, which are checked when it is written. */
export type Terms = Pick<
  ReservationRow,
  | 'name'
  | 'starts'
  | 'ends'
  | 'location_type'
  | 'address'
  | 'link'
  | 'customer_id'
  | 'partner_id'
  | 'service_kind'
  | 'emergency'
  | 'interpreters_needed'
  | 'languages'
  | 'note'
>;

/** The terms that interpreters accept: they are asked again when one changes. */
const acceptedTerms = [
  'starts',
  'ends',
  'location_type',
  'address',
  'service_kind',
] as const satisfies readonly (keyof Terms)[];
type AcceptedTerm = (typeof acceptedTerms)[number];

/** Whether terms that interpreters accept have changed. */
export function changesAccepted(before: Pick<Terms, AcceptedTerm>, after: Pick<Terms, AcceptedTerm>): boolean {
  return acceptedTerms.some((term) => String(before[term]) !== String(after[term]));
}

/** The time of the call, and the deployment’s time zone. */
type When = { now: Date; zone: string };

function faulty(field: string, code: ErrorCode): ApiProblem {
  return new ApiProblem(code === 'check_dates' ? code : 'invalid', { errors: { [field]: [code] } });
}

/** The instants of a reservation, from a form. @throws ApiProblem check_dates, event_in_past */
function timesOf(
  form: { date: string; time_from: string; time_to: string },
  { now, zone }: When,
): Pick<Terms, 'starts' | 'ends'> {
  if (wallSpan(form) === null) throw faulty('time_to', 'check_dates');
  const occurrence = occurrenceOn(form.date, { ...form, zone }, 0);
  if (!occurrence) throw faulty('time_from', 'check_dates');
  if (occurrence.from <= now) throw new ApiProblem('event_in_past', { errors: { date: ['event_in_past'] } });
  return { starts: occurrence.from, ends: occurrence.to };
}

/** The terms of a new reservation. @throws ApiProblem check_dates, event_in_past */
export function termsOfNew(form: NewReservation, when: When): Terms {
  return {
    name: form.name,
    ...timesOf(form, when),
    location_type: form.type,
    address: form.address ?? null,
    link: form.link ?? null,
    customer_id: form.customer ?? null,
    partner_id: form.partner ?? null,
    service_kind: form.service_kind ?? 'interpretation',
    emergency: form.emergency ?? false,
    interpreters_needed: form.interpreters_needed ?? Math.max(1, form.interpreters?.length ?? 0),
    languages: form.languages ?? [],
    note: form.note ?? null,
  };
}

function changedTimes(row: Terms, form: ReservationChanges, when: When): Pick<Terms, 'starts' | 'ends'> {
  const { date, time_from, time_to } = form;
  if (date === undefined && time_from === undefined && time_to === undefined)
    return { starts: row.starts, ends: row.ends };
  return timesOf(
    {
      date: date ?? dayAt(row.starts, when.zone),
      time_from: time_from ?? timeAt(row.starts, when.zone),
      time_to: time_to ?? timeAt(row.ends, when.zone),
    },
    when,
  );
}

/** The terms after changes. Changing to remote removes the address. @throws ApiProblem check_dates, event_in_past */
export function termsWithChanges(row: Terms, form: ReservationChanges, when: When): Terms {
  const becomesRemote = form.type === 'remote' && row.location_type === 'site';
  return {
    name: form.name ?? row.name,
    ...changedTimes(row, form, when),
    location_type: form.type ?? row.location_type,
    address: form.address === undefined ? (becomesRemote ? null : row.address) : form.address,
    link: form.link === undefined ? row.link : form.link,
    customer_id: form.customer === undefined ? row.customer_id : form.customer,
    partner_id: form.partner === undefined ? row.partner_id : form.partner,
    service_kind: form.service_kind ?? row.service_kind,
    emergency: form.emergency ?? row.emergency,
    interpreters_needed: form.interpreters_needed ?? row.interpreters_needed,
    languages: form.languages ?? row.languages,
    note: form.note === undefined ? row.note : form.note,
  };
}

/** What terms are checked against: those before a change, and what the deployment offers and limits. */
type Checked = { before: Terms | null; flags: Flags; workingTime: WorkingTime };

const minute = 60_000;

/** Whether a reservation becomes too long for one interpreter, where the deployment refuses that. */
function becomesTooLongAlone(terms: Terms, { before, workingTime: { aloneMinutes } }: Checked): boolean {
  const isTooLong = ({ interpreters_needed, starts, ends }: Terms) =>
    interpreters_needed === 1 && ends.getTime() - starts.getTime() > aloneMinutes.limit * minute;
  const lasts = ({ starts, ends }: Terms) => ends.getTime() - starts.getTime();
  const isLonger = before === null || !isTooLong(before) || lasts(terms) > lasts(before);
  return aloneMinutes.onExcess === 'refuse' && isTooLong(terms) && isLonger;
}

/** The terms that the deployment does not offer or that contradict each other, as codes per field. */
export function faultsOf(terms: Terms, checked: Checked): Record<string, ErrorCode[]> {
  const { flags } = checked;
  const isSite = terms.location_type === 'site';
  const faults: [field: string, isFault: boolean, code: ErrorCode][] = [
    ['type', isSite && !flags.live, 'feature_off'],
    ['type', !isSite && !flags.online, 'feature_off'],
    ['service_kind', terms.service_kind !== 'interpretation' && !flags.transcription, 'feature_off'],
    ['emergency', terms.emergency && !flags.emergencySchedules, 'feature_off'],
    ['address', isSite && terms.address === null, 'required'],
    ['address', !isSite && terms.address !== null, 'invalid'],
    ['interpreters_needed', becomesTooLongAlone(terms, checked), 'team_needed'],
  ];
  const errors: Record<string, ErrorCode[]> = {};
  for (const [field, isFault, code] of faults) if (isFault) (errors[field] ??= []).push(code);
  return errors;
}

/**
 * Refuses terms that this deployment does not offer or that contradict each other. @throws ApiProblem invalid with the
 * fields
 */
export async function assertTerms(on: Db, terms: Terms, checked: Checked): Promise<void> {
  const errors = faultsOf(terms, checked);
  const { customer_id } = terms;
  if (customer_id !== null && customer_id !== checked.before?.customer_id && !(await isCustomer(on, customer_id)))
    errors['customer'] = ['not_found'];
  if (Object.keys(errors).length > 0) throw new ApiProblem('invalid', { errors });
}

/**
 * Refuses people who are not active interpreters at that time, whom its customer or partner never wants again, or who speak
 * none of the requested languages and are no exception.
 * @throws ApiProblem invalid, interpreter_inactive, interpreter_never_again, no_requested_language
 */
export async function assertInterpreters(
  on: Db,
  ids: readonly string[],
  reservation: CoverageTerms,
  exceptions: readonly LanguageException[] = [],
): Promise<void> {
  for (const id of ids) if (!(await isInterpreter(on, id))) throw faulty('interpreters', 'invalid');
  const obstacles = await obstaclesOf(on, ids, reservation);
  for (const refused of ['inactive', 'never_again'] as const) {
    const names = obstacles.filter(({ obstacle }) => obstacle === refused).map(({ name }) => name);
    if (names.length > 0)
      throw new ApiProblem(obstacleRefusals[refused], { values: { interpreters: names.join(', ') } });
  }
  const { languages } = reservation;
  const without = await withoutLanguageAmong(
    on,
    ids.map((id) => ({ key: id, interpreter: id, languages })),
    reservation.id,
  );
  if ([...without].some((id) => !exceptions.some(({ interpreter }) => interpreter === id)))
    throw new ApiProblem('no_requested_language', { errors: { interpreters: ['no_requested_language'] } });
}
