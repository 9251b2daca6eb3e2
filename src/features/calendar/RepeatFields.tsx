import { useTranslation } from 'react-i18next';
import { useFormats } from '#i18n/useFormats.ts';
import { parseDay } from '#lib/dates.ts';
import { FormDayField } from '#ui/form/FormDayField.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { useFormValues } from '#ui/form/useFormValues.ts';
import { type DraftValues, repeats } from './shiftForm.ts';

/** How it repeats, and until when. */
export function RepeatFields() {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const { repeat, date } = useFormValues<DraftValues>();
  return (
    <>
      <FormSelect
        name="repeat"
        label={t('repeat')}
        choices={repeats.map((value) => ({ value, label: t(`repeats.${value}`) }))}
      />
      {repeat !== 'once' && <FormDayField name="until" label={t('until')} min={parseDay(date) ?? dates.today()} />}
    </>
  );
}
