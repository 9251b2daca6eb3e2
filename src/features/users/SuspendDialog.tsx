import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import type { User } from '../../../contract/users.ts';
import { useInvalidate } from '#api/query.ts';
import { users } from '#api/users.ts';
import { useFormats } from '#i18n/useFormats.ts';
import type { Word } from '#i18n/words.ts';
import { parseDay } from '#lib/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { required } from '#ui/form/checks.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.ts';
import { FormDayField } from '#ui/form/FormDayField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { name } from '#ui/form/recordChecks.ts';
import { toast } from '#ui/toast.ts';

type SuspendDialogProps = { user: User; isOpen: boolean; onClose: () => void };

function reason(value: string): Word | undefined {
  const missing = required(value);
  return value.trim().length < bounds.name.min ? (missing ?? name(value)) : undefined;
}

/** Suspends somebody: why, and until when. */
export function SuspendDialog({ user, isOpen, onClose }: SuspendDialogProps) {
  const { t } = useTranslation(['users', 'crud']);
  const { dates } = useFormats();
  const invalidate = useInvalidate();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('suspendTitle', { email: user.email })}>
      <Form
        initialValues={{ reason: '', expires: '' }}
        hasSummary={false}
        onSubmit={async (values) => {
          const day = parseDay(values.expires);
          await users.suspend(user.id, { reason: values.reason.trim(), expires: day && dates.endOfDay(day) });
          await invalidate(users.path);
        }}
        onDone={() => {
          onClose();
          toast({ title: t('done.suspend', { email: user.email }), tone: 'success' });
        }}
      >
        <p>{t('suspendText')}</p>
        <FormTextField name="reason" label={t('reason')} validate={reason} maxLength={bounds.reason} autoFocus />
        <FormDayField
          name="expires"
          label={t('suspendUntil')}
          description={t('suspendUntilHint')}
          isOptional
          min={dates.today()}
        />
        <FormActs>
          <Button onPress={onClose}>{t('crud:cancel')}</Button>
          <SubmitButton variant="danger">{t('suspend')}</SubmitButton>
        </FormActs>
      </Form>
    </Dialog>
  );
}
