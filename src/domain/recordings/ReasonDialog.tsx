import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { reason as checkReason } from '#ui/form/recordChecks.ts';
import { FormActs } from '#ui/form/FormActs.tsx';

type ReasonDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Resolves when the dialog may close; if it rejects, the dialog shows the error. */
  act: (reason: string) => Promise<void>;
};

/** Asks for a reason before a recording is opened. */
export function ReasonDialog({ isOpen, onClose, act }: ReasonDialogProps) {
  const { t } = useTranslation('interpretations');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('recordings.why')}>
      <Form initialValues={{ reason: '' }} hasSummary={false} onSubmit={({ reason }) => act(reason.trim())}>
        <p>{t('recordings.whyText')}</p>
        <FormTextField
          name="reason"
          label={t('recordings.reason')}
          validate={checkReason}
          maxLength={bounds.reason.max}
          autoFocus
        />
        <FormActs onCancel={onClose} variant="primary">
          {t('recordings.open')}
        </FormActs>
      </Form>
    </Dialog>
  );
}
