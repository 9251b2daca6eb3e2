import { useTranslation } from 'react-i18next';
import { type ServiceScope, serviceScopes } from '../../../contract/serviceAccountNames.ts';
import { useInvalidate } from '#api/query.ts';
import { createServiceAccount, serviceAccounts } from '#api/serviceAccounts.ts';
import type { Check } from '#ui/form/checks.ts';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { FormMultiSelect } from '#ui/form/FormMultiSelect.tsx';
import { FormNameField } from '#ui/form/FormNameField.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextArea } from '#ui/form/FormTextArea.tsx';
import { type DaysChoice, useDays } from './useDays.ts';

type Values = { name: string; scopes: ServiceScope[]; days: DaysChoice | null; networks: string };

const linesOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** Rejects only impossible ranges; the server has the final say. */
const checkNetworks: Check = (value) =>
  linesOf(value).every((line) => /^(\d{1,3}(\.\d{1,3}){3}|[\da-f.]*:[\da-f:.]*)\/\d{1,3}$/i.test(line))
    ? undefined
    : 'errors:network_invalid';

type NewAccountDialogProps = {
  onClose: () => void;
  /** Receives the secret, also if the dialog was closed meanwhile. */
  onSecret: (secret: string) => void;
};

/** Adds a service account. */
export function NewAccountDialog({ onClose, onSecret }: NewAccountDialogProps) {
  const { t } = useTranslation('serviceAccounts');
  const invalidate = useInvalidate();
  const days = useDays();
  const scopes = serviceScopes.map((scope) => ({ value: scope, label: t(scope) }));

  const create = async (values: Values) => {
    const created = await createServiceAccount({
      name: values.name,
      scopes: values.scopes,
      days: days.daysOf(values.days),
      networks: linesOf(values.networks),
    });
    onClose();
    onSecret(created.secret);
    await invalidate(serviceAccounts[0]);
  };
  const first: Values = { name: '', scopes: ['platform'], days: days.first, networks: '' };
  return (
    <FormDialog title={t('add')} onClose={onClose} initialValues={first} onSubmit={create} submit={t('create')}>
      <FormNameField label={t('name')} description={t('nameText')} />
      <FormMultiSelect
        name="scopes"
        label={t('scopes')}
        choices={scopes}
        validate={(chosen) => (chosen.length > 0 ? undefined : 'errors:required')}
      />
      <FormSelect name="days" label={t('valid')} choices={days.choices} />
      <FormTextArea
        name="networks"
        label={t('networksLabel')}
        description={t('networksText')}
        validate={checkNetworks}
        rows={2}
      />
    </FormDialog>
  );
}
