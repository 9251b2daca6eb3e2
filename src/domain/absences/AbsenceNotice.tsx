import { useFormats } from '#i18n/useFormats.ts';
import { AbsenceBanner } from './AbsenceBanner.tsx';
import { overlaps, useAbsences } from './useAbsences.ts';
import { useAbsenceWords } from './useAbsenceWords.ts';

type AbsenceNoticeProps = {
  people: readonly { id: string; name: string }[];
  /** The time that is planned, in milliseconds; null while it is not complete. */
  span: { from: number; to: number } | null;
};

/** Warns that people are away at a time according to their own calendars, which prevents nothing. */
export function AbsenceNotice({ people, span }: AbsenceNoticeProps) {
  const { dates } = useFormats();
  const words = useAbsenceWords();
  const absences = useAbsences(
    people.map(({ id }) => id),
    span && { from: dates.dayAt(span.from), to: dates.dayAt(span.to) },
  );
  const sentences = people.flatMap(({ id, name }) =>
    absences
      .filter((absence) => absence.interpreter === id && span && overlaps(span, absence))
      .map((absence) => words(absence, name)),
  );
  return <AbsenceBanner sentences={sentences} />;
}
