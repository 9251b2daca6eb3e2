import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askForEmail, cancelEmail, ownEmail } from '#api/emailChanges.ts';
import { useInvalidate, useMutation, useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { paths } from '#paths.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.ts';
import { FailedState } from '#ui/FailedState.tsx';
import { email as checkEmail } from '#ui/form/checks.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormCard } from '#ui/form/FormCard.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { SaveBar } from '#ui/form/SaveBar.tsx';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { RecordSkeleton } from '#ui/RecordSkeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { useTellFailure } from '#ui/useAct.ts';

/** The signed-in person's e-mail address: `/dashboard/email`. A new one counts once it is confirmed. */
export function OwnEmailPage() {
  const { t } = useTranslation('ownEmail');
  const { dates } = useFormats();
  const tellFailure = useTellFailure();
  const { data, error, isValidating, retry } = useQuery(ownEmail);
  const { run: cancel, isRunning } = useMutation(cancelEmail, [ownEmail[0]]);
  const [changes, setChanges] = useState(0);
  useDocumentTitle(t('title'));

  const pressCancel = () =>
    void cancel(undefined).then(() => toast({ title: t('cancelled'), tone: 'success' }), tellFailure);
  const head = <PageHead title={t('title')} description={t('lead')} />;
  if (!data)
    return (
      <Stack $gap={6}>
        {head}
        {error === undefined ? (
          <RecordSkeleton />
        ) : (
          <Card>
            <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
          </Card>
        )}
      </Stack>
    );
  const { email, pending } = data;
  return (
    <Stack $gap={6}>
      {head}
      {pending && (
        <Banner
          tone="info"
          title={t('waiting')}
          action={
            <Button isPending={isRunning} onPress={pressCancel}>
              {t('cancel')}
            </Button>
          }
        >
          {t('waitingText', { email: pending.email, until: dates.dateTime(pending.expires) })}
        </Banner>
      )}
      {/* A new key clears the form after success. */}
      <OwnEmailForm key={changes} email={email} onDone={() => setChanges(changes + 1)} />
    </Stack>
  );
}

type OwnEmailFormProps = { email: string; onDone: () => void };

/** Asks for the new address. */
function OwnEmailForm({ email, onDone }: OwnEmailFormProps) {
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
