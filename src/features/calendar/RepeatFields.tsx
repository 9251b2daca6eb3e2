import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays, parseDay } from '#lib/dates.ts';
import { FormDayField } from '#ui/form/FormDayField.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { useFormValues } from '#ui/form/formState.ts';
import { repeats, type ShiftValues } from './shiftForm.ts';

/** The fields for repetition and the last day. */
export function RepeatFields({
  first: given,
}: {
  /** The first day of the series, if the form has no field for it. */
  first?: string;
}) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const { repeat, date } = useFormValues<ShiftValues>();
  const first = given ?? parseDay(date) ?? dates.today();
  return (
    <>
      <FormSelect
        name="repeat"
        label={t('repeat')}
        choices={repeats.map((value) => ({ value, label: t(`repeats.${value}`) }))}
      />
      {repeat !== 'once' && (
        <FormDayField name="until" label={t('until')} min={first} max={addDays(first, bounds.scheduleDays - 1)} />
      )}
    </>
  );
}
