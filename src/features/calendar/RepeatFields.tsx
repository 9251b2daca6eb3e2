import { useTranslation } from 'react-i18next';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useFormValues } from '#ui/form/useFormValues.ts';
import { checkDay, type DraftValues, repeats } from './shiftForm.ts';

/** How it repeats, and until when. */
export function RepeatFields() {
  const { t } = useTranslation('calendar');
  const { repeat } = useFormValues<DraftValues>();
  return (
    <>
      <FormSelect
        name="repeat"
        label={t('repeat')}
        choices={repeats.map((value) => ({ value, label: t(`repeats.${value}`) }))}
      />
      {repeat !== 'once' && (
        <FormTextField
          name="until"
          label={t('until')}
          placeholder="DD-MM-YYYY"
          inputMode="numeric"
          validate={checkDay}
        />
      )}
    </>
  );
}
