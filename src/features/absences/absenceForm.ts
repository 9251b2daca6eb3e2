import type { AbsenceKind } from '../../../contract/absenceNames.ts';
import type { NewAbsence } from '../../../contract/absences.ts';
import { parseDay } from '#lib/dates.ts';
import { parseTime } from '#lib/times.ts';
import { decodeChoice } from '#ui/form/encodedChoice.ts';

/** The values of the form of an absence, as they are typed. */
export type AbsenceValues = {
  person: string;
  kind: AbsenceKind;
  span: 'days' | 'hours';
  date_from: string;
  date_to: string;
  time_from: string;
  time_to: string;
  note: string;
};

/** The time of an absence from the form's values; null while it cannot be read. */
export function toTerms({ span, ...values }: AbsenceValues) {
  const [date_from, date_to] = [parseDay(values.date_from), parseDay(values.date_to)];
  if (!date_from || !date_to || date_to < date_from) return null;
  if (span === 'days') return { date_from, date_to, time_from: null, time_to: null };
  const [time_from, end] = [parseTime(values.time_from), parseTime(values.time_to, { isEnd: true })];
  if (!time_from || !end) return null;
  const time_to = end === '00:00' ? null : end;
  if (date_from === date_to && time_to !== null && time_to <= time_from) return null;
  return { date_from, date_to, time_from, time_to };
}

/** The body of a call; the fields are valid by then. */
export function toAbsence(values: AbsenceValues): NewAbsence {
  const terms = toTerms(values) ?? { date_from: '', date_to: '' };
  return {
    ...terms,
    person: decodeChoice(values.person)?.value,
    kind: values.kind,
    note: values.note.trim() || null,
  };
}
