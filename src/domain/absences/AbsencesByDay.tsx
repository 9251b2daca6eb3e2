import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isInForce } from '../../../contract/absenceNames.ts';
import type { Absence } from '../../../contract/absences.ts';
import { pageSize } from '../../../contract/bounds.ts';
import { absencesOf } from '#api/absences.ts';
import { useQueries, useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Banner } from '#ui/Banner.tsx';
import { RetryButton } from '#ui/RetryButton.tsx';

/** The part of an absence that lies on a day. */
export type DayAbsence = {
  id: string;
  person: string;
  personName: string;
  /** Where it begins in the day, and how long it is, in per cent of the day. */
  start: number;
  size: number;
  isRequested: boolean;
  /** "Absent: Illness, 09:00–12:00"; without times if it is the whole day. */
  words: string;
  /** The same without the kind, which colleagues who see a sheet of paper must not learn. */
  wordsOnPaper: string;
};

/** Absences by day, by start. */
export type AbsencesByDay = ReadonlyMap<string, readonly DayAbsence[]>;

type AbsencesReadProps = {
  people: readonly string[];
  days: readonly string[];
  onRead: (absences: AbsencesByDay) => void;
};

/**
 * Reads the absences of people in some days, in force and requested, and says if that fails. It is loaded only where the deployment has
 * absences.
 */
export function AbsencesRead({ people, days, onRead }: AbsencesReadProps) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const [first = '', last = first] = [days[0], days.at(-1)];
  const { data, ...read } = useQuery(people.length > 0 ? absencesOf(people, first, last, 1) : null);
  const further = Math.max(0, Math.ceil((data?.count ?? 0) / pageSize.max) - 1);
  const { data: more, ...readMore } = useQueries(
    Array.from({ length: further }, (_, at) => absencesOf(people, first, last, at + 2)),
  );
  const absences = useMemo<AbsencesByDay>(() => {
    const spans = days.map((day) => ({ day, start: dates.startOfDay(day), end: Date.parse(dates.endOfDay(day)) }));
    const time = (at: number) => dates.time(new Date(at).toISOString());
    const onDay = ({ id, person, person_name, kind, state, ...absence }: Absence, start: number, end: number) => {
      const from = Math.max(Date.parse(absence.from), start);
      const to = Math.min(Date.parse(absence.to), end);
      if (from >= to) return [];
      const isRequested = !isInForce(state);
      const name = t(isRequested ? 'absence.requested' : 'absence.inForce');
      const times = from > start || to < end ? [`${time(from)}–${time(to)}`] : [];
      return [
        {
          id,
          person,
          personName: person_name,
          start: ((from - start) / (end - start)) * 100,
          size: ((to - from) / (end - start)) * 100,
          isRequested,
          words: [`${name}: ${t(`absenceKinds.${kind}`)}`, ...times].join(', '),
          wordsOnPaper: [name, ...times].join(', '),
        },
      ];
    };
    const known = [data, ...(more ?? [])].flatMap((page) => page?.results ?? []);
    // One that moves to another page while they are read is in both.
    const found = [...new Map(known.map((absence) => [absence.id, absence])).values()];
    return new Map(
      spans.map(({ day, start, end }) => [
        day,
        found.flatMap((absence) => onDay(absence, start, end)).sort((a, b) => a.start - b.start),
      ]),
    );
  }, [data, more, days, dates, t]);
  useEffect(() => onRead(absences), [absences, onRead]);
  const failed = [read, readMore].find(({ error }) => error !== undefined);
  if (!failed) return null;
  return (
    <Banner tone="warning" action={<RetryButton isPending={failed.isValidating} onPress={() => void failed.retry()} />}>
      {t('absence.failed')}
    </Banner>
  );
}
