import { useTranslation } from 'react-i18next';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useFormValues } from '#ui/form/useFormValues.ts';
import { checkDay, type DraftValues, repeats } from './shiftForm.ts';

/** On which day, and how it repeats. */
export function RepeatFields() {
  const { t } = useTranslation('calendar');
  const { repeat } = useFormValues<DraftValues>();
  const isOnce = repeat === 'once';
  return (
    <>
      <FormTextField name="date" label={t(isOnce ? 'date' : 'firstDay')} placeholder="DD-MM-YYYY" validate={checkDay} />
      <FormSelect
        name="repeat"
        label={t('repeat')}
        choices={repeats.map((value) => ({ value, label: t(`repeats.${value}`) }))}
      />
      <FormTextField
        name="until"
        label={t('until')}
        placeholder="DD-MM-YYYY"
        isDisabled={isOnce}
        validate={isOnce ? undefined : checkDay}
      />
    </>
  );
}
