import { useFormats } from '#i18n/useFormats.ts';
import { Banner } from '#ui/Banner.tsx';
import { Stack } from '#ui/Stack.ts';
import { useAbsences } from './useAbsences.ts';
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
      .filter(({ interpreter, from, to }) => interpreter === id && span && overlaps(span, { from, to }))
      .map((absence) => words(absence, name)),
  );
  if (sentences.length === 0) return null;
  return (
    <Banner tone="warning">
      <Stack as="span" $gap={1}>
        {sentences.map((sentence) => (
          <span key={sentence}>{sentence}</span>
        ))}
      </Stack>
    </Banner>
  );
}

/** Whether an absence overlaps a span in milliseconds. */
export function overlaps(span: { from: number; to: number }, { from, to }: { from: string; to: string }): boolean {
  return Date.parse(from) < span.to && Date.parse(to) > span.from;
}
