import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { provisioningTokenDays } from '../../../contract/provisioningLimits.ts';
import { createProvisioningToken, provisioningTokens } from '#api/provisioningTokens.ts';
import { useInvalidate } from '#api/query.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.ts';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name as checkName } from '#ui/form/recordChecks.ts';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { Stack } from '#ui/Stack.ts';
import { CopiedText } from '#domain/CopiedText.tsx';

type Days = `${(typeof provisioningTokenDays)[number]}`;

/** Creates a token, and shows it the only time. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['provisioningTokens', 'crud']);
  const invalidate = useInvalidate();
  const [token, setToken] = useState<string | null>(null);
  const choices = provisioningTokenDays.map((days) => ({
    value: `${days}`,
    label: t('days', { count: days }),
  }));

  const create = async ({ name, days }: { name: string; days: Days | null }) => {
    const wanted = provisioningTokenDays.find((one) => `${one}` === days) ?? 180;
    const created = await createProvisioningToken({ name, days: wanted });
    setToken(created.token);
    await invalidate(provisioningTokens[0]);
  };
  if (token !== null)
    return (
      <Dialog
        role="alertdialog"
        isOpen
        onClose={onClose}
        title={t('newTitle')}
        actions={
          <Button variant="primary" onPress={onClose}>
            {t('kept')}
          </Button>
        }
      >
        <Stack $gap={4}>
          <p>{t('newText')}</p>
          <CopiedText text={token} />
        </Stack>
      </Dialog>
    );
  return (
    <Dialog isOpen onClose={onClose} title={t('add')}>
      <Form initialValues={{ name: '', days: '180' }} onSubmit={create} hasSummary={false}>
        <FormTextField
          name="name"
          label={t('name')}
          description={t('nameText')}
          validate={checkName}
          maxLength={bounds.name.max}
          autoComplete="off"
          autoFocus
        />
        <FormSelect name="days" label={t('valid')} choices={choices} />
        <FormActs>
          <Button onPress={onClose}>{t('crud:cancel')}</Button>
          <SubmitButton>{t('create')}</SubmitButton>
        </FormActs>
      </Form>
    </Dialog>
  );
}
