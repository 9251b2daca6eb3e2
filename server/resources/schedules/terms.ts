import type { ErrorCode } from '../../../contract/errors.ts';
import type { Flags } from '../../../contract/flags.ts';
import { bounds } from '../../../contract/bounds.ts';
import type { ScheduleChanges } from '../../../contract/schedules.ts';
import { wallSpan } from '../../../contract/wallSpan.ts';
import { ApiProblem } from '../../problem.ts';
import type { Series } from '../../schedule/series.ts';
import { daysBetween } from '../../schedule/wallTime.ts';
import type { ScheduleRow, termColumns } from './repository.ts';

/** The terms of a shift; the same for a series and for one day of it. */
export type Terms = Pick<ScheduleRow, (typeof termColumns)[number]>;

type WireTerms = Omit<ScheduleChanges, 'repeat' | 'until' | 'days_out'>;

/** The terms after changes. Changing to remote removes address and travel time. */
export function withChanges(terms: Terms, changes: WireTerms): Terms {
  const location_type = changes.location_type ?? terms.location_type;
  const becomesRemote = changes.location_type === 'remote' && terms.location_type === 'site';
  return {
    zone: terms.zone,
    interpreter_id: changes.interpreter ?? terms.interpreter_id,
    time_from: changes.time_from ?? terms.time_from,
    time_to: changes.time_to ?? terms.time_to,
    location_type,
    address: changes.address === undefined ? (becomesRemote ? null : terms.address) : changes.address,
    travel_time: changes.travel_time ?? (becomesRemote ? 0 : terms.travel_time),
    request_type: changes.request_type ?? terms.request_type,
    communication_type: changes.communication_type ?? terms.communication_type,
    allow_reservations: changes.allowReservations ?? terms.allow_reservations,
    emergency: changes.emergency ?? terms.emergency,
  };
}

/** The terms of a row, without its other columns. */
export function termsOf(row: Terms): Terms {
  return withChanges(row, {});
}

/** The terms that the deployment does not offer or that contradict each other, as codes per field. */
function faultsOf(terms: Terms, flags: Flags): Record<string, ErrorCode[]> {
  const isSite = terms.location_type === 'site';
  const faults: [field: string, isFault: boolean, code: ErrorCode][] = [
    ['location_type', isSite && !flags.live, 'feature_off'],
    ['request_type', !flags[terms.request_type], 'feature_off'],
    ['communication_type', terms.communication_type !== 'interpretation' && !flags.transcription, 'feature_off'],
    ['allowReservations', terms.allow_reservations && !flags.reservations, 'feature_off'],
    ['emergency', terms.emergency && !flags.emergencySchedules, 'feature_off'],
    ['request_type', isSite && flags.live && terms.request_type !== 'live', 'invalid'],
    ['address', isSite && terms.address === null, 'required'],
    ['address', !isSite && terms.address !== null, 'invalid'],
    ['travel_time', !isSite && terms.travel_time > 0, 'invalid'],
  ];
  const errors: Record<string, ErrorCode[]> = {};
  for (const [field, isFault, code] of faults) if (isFault) (errors[field] ??= []).push(code);
  return errors;
}

/**
 * Refuses terms that this deployment does not offer or that contradict each other.
 * @throws ApiProblem invalid with the fields, check_dates if the end is before the start.
 */
export function assertTerms(terms: Terms, flags: Flags): void {
  const errors = faultsOf(terms, flags);
  if (Object.keys(errors).length > 0) throw new ApiProblem('invalid', { errors });
  if (wallSpan(terms) === null) throw new ApiProblem('check_dates', { errors: { time_to: ['check_dates'] } });
}

/**
 * Refuses a series that ends before it starts, or is too long.
 * @throws ApiProblem check_dates
 */
export function assertRange({ date, until }: Pick<Series, 'date' | 'until'>): void {
  const days = daysBetween(date, until);
  if (days < 0 || days >= bounds.scheduleDays)
    throw new ApiProblem('check_dates', { errors: { until: ['check_dates'] } });
}

/**
 * The days to leave out, without duplicates.
 * @param all the days of the series
 * @throws ApiProblem invalid if one of them is not a day of the series
 */
export function assertDaysOut(days: readonly string[] | undefined, all: readonly string[]): string[] {
  const asked = [...new Set(days)];
  const known = new Set(all);
  const strangers = asked.filter((day) => !known.has(day));
  if (strangers.length > 0) throw new ApiProblem('invalid', { errors: { days_out: ['invalid'] }, days: strangers });
  return asked;
}
