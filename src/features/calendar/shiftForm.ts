import { bounds } from '../../../contract/bounds.ts';
import type { Channel, LocationType, ServiceKind } from '../../../contract/interpretations.ts';
import type { Schedule, ScheduleChanges, ScheduleDraft, Repeat } from '../../../contract/schedules.ts';
import type { Shift } from '../../../contract/shifts.ts';
import { changedParts } from '#lib/changedParts.ts';
import { parseDay, typedDay } from '#lib/dates.ts';
import { parseTime } from '#lib/times.ts';
import { encodeChoice, decodeChoice } from '#ui/form/encodedChoice.ts';

/** The form values that shifts and schedules share. */
export type TermsValues = {
  /** Id and name in one text, from `encodeChoice`. */
  interpreter: string;
  time_from: string;
  time_to: string;
  request_type: Channel;
  communication_type: ServiceKind;
  location_type: LocationType;
  address: string;
  travel_time: string;
  allowReservations: boolean;
  emergency: boolean;
};

/** The form values of a new schedule, a shift, or a series. */
export type ShiftValues = TermsValues & {
  date: string;
  repeat: Repeat;
  until: string;
  /** Whether to omit conflicting days. */
  skip: boolean;
  /** Days of the series that were left out, to put back. */
  back: string[];
};

/** The kinds of repetition, in the order of the form. */
export const repeats: readonly Repeat[] = ['once', 'daily', 'weekdays', 'weekly'];

/** Whether the form needs an address: only live shifts can be on site. */
export const isOnSite = ({
  request_type,
  location_type,
}: Pick<TermsValues, 'request_type' | 'location_type'>): boolean => request_type === 'live' && location_type === 'site';

/** The form values of a shift or a schedule. */
export function termsValues(terms: Shift | Schedule): TermsValues {
  const { time_from, time_to, request_type, communication_type, location_type } = terms;
  const { address, travel_time, allowReservations, emergency } = terms;
  return {
    interpreter: encodeChoice({ value: terms.interpreter, label: terms.interpreter_name }),
    time_from,
    time_to,
    request_type,
    communication_type,
    // An online shift has no place. One that becomes live is usually on site.
    location_type: request_type === 'live' ? location_type : 'site',
    address: address ?? '',
    travel_time: String(travel_time),
    allowReservations,
    emergency,
  };
}

/** The body for the shared values. */
export function termsBody(values: TermsValues) {
  const isSite = isOnSite(values);
  return {
    interpreter: decodeChoice(values.interpreter)?.value ?? '',
    time_from: parseTime(values.time_from) ?? '',
    time_to: parseTime(values.time_to, { isEnd: true }) ?? '',
    request_type: values.request_type,
    communication_type: values.communication_type,
    location_type: isSite ? ('site' as const) : ('remote' as const),
    address: isSite ? values.address.trim() || null : null,
    travel_time: isSite ? Math.round(Number(values.travel_time.trim() || 0)) : 0,
    allowReservations: values.allowReservations,
    emergency: values.emergency,
  } satisfies ScheduleChanges;
}

/** The fields of a new schedule that its preview needs and that are empty or cannot be read. */
export function missingFields(values: ShiftValues) {
  const isSite = isOnSite(values);
  const fields = {
    interpreter: values.interpreter !== '',
    date: parseDay(values.date) !== null,
    from: parseTime(values.time_from) !== null,
    to: parseTime(values.time_to, { isEnd: true }) !== null,
    until: values.repeat === 'once' || parseDay(values.until) !== null,
    address: !isSite || values.address.trim().length >= bounds.address.min,
    travel: !isSite || Number.isFinite(Number(values.travel_time.trim())),
  };
  return (Object.keys(fields) as (keyof typeof fields)[]).filter((field) => !fields[field]);
}

/** The body of a new schedule; null while a value needed for the preview is missing. */
export function draftBody(values: ShiftValues): ScheduleDraft | null {
  const date = parseDay(values.date);
  const until = values.repeat === 'once' ? date : parseDay(values.until);
  if (!date || !until || missingFields(values).length > 0) return null;
  return { ...termsBody(values), date, until, repeat: values.repeat };
}

/** The form values of a shift and its series. */
export function seriesValues(
  terms: Shift | Schedule,
  { repeat, until }: Pick<Schedule, 'repeat' | 'until'>,
): ShiftValues {
  const lastDay = repeat === 'once' ? '' : typedDay(until);
  return { ...termsValues(terms), date: typedDay(terms.date), repeat, until: lastDay, skip: false, back: [] };
}

/** The body of a whole series; an invalid last day becomes an empty text. */
function seriesBody(values: ShiftValues) {
  const { repeat } = values;
  const until = repeat === 'once' ? undefined : (parseDay(values.until) ?? '');
  return { ...termsBody(values), repeat, until, days_back: values.back };
}

/** The changed fields of a series. */
export function seriesChanges(before: ShiftValues, values: ShiftValues): ScheduleChanges {
  return changedParts(seriesBody(before), seriesBody(values));
}

/** The changed fields of one day. */
export function dayChanges(before: ShiftValues, values: ShiftValues): ScheduleChanges & { date?: string } {
  const bodyOf = (form: ShiftValues) => ({ ...termsBody(form), date: parseDay(form.date) ?? '' });
  return changedParts(bodyOf(before), bodyOf(values));
}
