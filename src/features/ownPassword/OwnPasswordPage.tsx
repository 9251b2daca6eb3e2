import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { askForLink, changePassword } from '#api/passwords.ts';
import { NewPasswordFields, noPassword } from '#domain/NewPasswordFields.tsx';
import { paths } from '#paths.ts';
import { ownDevice } from '#session/deviceToken.ts';
import { userAtom } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Button } from '#ui/Button.tsx';
import { required } from '#ui/form/checks.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormCard } from '#ui/form/FormCard.tsx';
import { FormPasswordField } from '#ui/form/FormPasswordField.tsx';
import { SaveBar } from '#ui/form/SaveBar.tsx';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';
import { font, space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { useAct } from '#ui/useAct.ts';

/** Changes the signed-in person's password: `/dashboard/reset-password` (Q7). Their other sessions end. */
export function OwnPasswordPage() {
  const { t } = useTranslation(['ownPassword', 'passwords']);
  const email = useAtomValue(userAtom)?.email ?? '';
  const [changes, setChanges] = useState(0);
  useDocumentTitle(t('title'));

  const { run: sendLink, isRunning: isAsking } = useAct(async () => {
    await askForLink({ email });
    toast({ title: t('linkSent', { email }), tone: 'success' });
  });
  return (
    <Stack $gap={6}>
      <PageHead title={t('title')} description={t('lead')} />
      <FormCard>
        <Form
          // A new key clears the form after success.
          key={changes}
          label={t('title')}
          hasSummary={false}
          hasFailure={false}
          initialValues={{ current_password: '', ...noPassword }}
          onSubmit={(typed) => changePassword({ ...typed, ...ownDevice() })}
          onDone={() => {
            toast({ title: t('passwords:changed'), description: t('othersEnded'), tone: 'success' });
            setChanges(changes + 1);
          }}
        >
          <FieldGroup title={t('current')}>
            {/* Tells password managers whose password it is. */}
            <input hidden type="text" autoComplete="username" value={email} readOnly />
            <FormPasswordField
              name="current_password"
              label={t('current')}
              autoComplete="current-password"
              validate={required}
            />
            <Aside>
              {t('noCurrent')}
              <Button size="small" isPending={isAsking} onPress={() => void sendLink()}>
                {t('passwords:sendLink')}
              </Button>
            </Aside>
          </FieldGroup>
          <FieldGroup title={t('passwords:new')}>
            <NewPasswordFields />
          </FieldGroup>
          <SaveBar submitLabel={t('passwords:change')} cancelHref={paths.dashboard.href()} />
          <UnsavedGuard />
        </Form>
      </FormCard>
    </Stack>
  );
}

const Aside = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: ${space(2)};
  font-size: ${font.size.compact};
`;
