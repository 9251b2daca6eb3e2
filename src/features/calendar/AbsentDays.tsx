import { useTranslation } from 'react-i18next';
import type { SchedulePreview } from '../../../contract/schedules.ts';
import { AbsenceBanner } from '#domain/absences/AbsenceBanner.tsx';
import { useAbsenceWords } from '#domain/absences/useAbsenceWords.ts';
import { decodeChoice } from '#ui/form/encodedChoice.ts';
import { useFormValue } from '#ui/form/useFormValue.ts';

/** Warns that the interpreter of the surrounding form is away on days of a preview, which prevents none of them. */
export function AbsentDays({ days }: { days: SchedulePreview }) {
  const { t } = useTranslation('crud');
  const words = useAbsenceWords();
  const name = decodeChoice(useFormValue<string>('interpreter'))?.label ?? '';
  const planned = days.occurrences.filter(({ effect }) => effect !== 'kept');
  const absent = planned.filter(({ away }) => away.length > 0);
  const sentences =
    planned.length === 1
      ? absent.flatMap(({ away }) => away.map((absence) => words(absence, name)))
      : absent.length > 0
        ? [t('away.days', { name, number: absent.length })]
        : [];
  return <AbsenceBanner sentences={sentences} />;
}
