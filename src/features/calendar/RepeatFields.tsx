import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays, parseDay } from '#lib/dates.ts';
import { FormDayField } from '#ui/form/FormDayField.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { useFormValues } from '#ui/form/useFormValues.ts';
import { type DraftValues, repeats } from './shiftForm.ts';

/** How it repeats, and until when. */
export function RepeatFields() {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const { repeat, date } = useFormValues<DraftValues>();
  const first = parseDay(date) ?? dates.today();
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
