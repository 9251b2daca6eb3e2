import { useTranslation } from 'react-i18next';
import { useFormats } from '#i18n/useFormats.ts';
import { FormMultiSelect } from '#ui/form/FormMultiSelect.tsx';

/** The field for the days to come that a series leaves out, from its first changed day on; nothing without such days. */
export function DaysBackField({ daysOut, firstDay }: { daysOut: readonly string[]; firstDay: string }) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const days = daysOut.filter((day) => day >= firstDay && day >= dates.today());
  if (days.length === 0) return null;
  return (
    <FormMultiSelect
      name="back"
      label={t('daysBack')}
      choices={days.map((day) => ({ value: day, label: `${dates.weekday(day)} ${dates.day(day)}` }))}
    />
  );
}
