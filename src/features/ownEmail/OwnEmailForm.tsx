import { useTranslation } from 'react-i18next';
import { askForEmail, ownEmail } from '#api/emailChanges.ts';
import { useInvalidate } from '#api/query.ts';
import { paths } from '#paths.ts';
import { email as checkEmail } from '#ui/form/checks.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormCard } from '#ui/form/FormCard.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { SaveBar } from '#ui/form/SaveBar.tsx';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';

type OwnEmailFormProps = { email: string; onDone: () => void };

/** Asks for the new address. */
export function OwnEmailForm({ email, onDone }: OwnEmailFormProps) {
  const { t } = useTranslation('ownEmail');
  const invalidate = useInvalidate();
  return (
    <FormCard>
      <Form
        label={t('title')}
        hasSummary={false}
        hasFailure={false}
        initialValues={{ email: '' }}
        onSubmit={async ({ email: typed }) => {
          const requested = await askForEmail({ email: typed.trim() });
          const description = t('sentText', { email: requested.pending?.email ?? typed.trim() });
          toast({ title: t('sentTitle'), description, tone: 'success' });
          await invalidate(ownEmail[0]);
        }}
        onDone={onDone}
      >
        <FieldGroup title={t('present')}>
          <TextField label={t('present')} value={email} isReadOnly autoComplete="username" />
          <FormTextField name="email" type="email" label={t('new')} validate={checkEmail} autoComplete="email" />
        </FieldGroup>
        <SaveBar submitLabel={t('submit')} cancelHref={paths.dashboard.href()} />
        <UnsavedGuard />
      </Form>
    </FormCard>
  );
}
