import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { optional, reason } from '#ui/form/recordChecks.ts';

/** The field `reason` of a rejection, which the person reads in the e-mail. */
export function RejectionReason() {
  const { t } = useTranslation('users');
  return (
    <FormTextField
      name="reason"
      label={t('reason')}
      description={t('rejectReasonHint')}
      validate={optional(reason)}
      maxLength={bounds.reason.max}
    />
  );
}
