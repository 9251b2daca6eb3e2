import { useTranslation } from 'react-i18next';
import type { Partner } from '../../../contract/partners.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { UploadField } from '#domain/UploadField.tsx';
import { email } from '#ui/form/checks.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormLinkField } from '#ui/form/FormLinkField.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormSwitch } from '#ui/form/FormSwitch.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { address, link, name, optional, phone } from '#ui/form/recordChecks.ts';
import { partnerSwitches } from './partnerForm.ts';
import { SlugField } from './SlugField.tsx';
import { useCategoryChoices } from './useCategoryChoices.ts';

/** The fields of a partner. */
export function PartnerFields({ item, isNew }: FieldsProps<Partner>) {
  const { t } = useTranslation('partners');
  const categories = useCategoryChoices();
  const common = { autoComplete: 'off' } as const;
  return (
    <>
      <FieldGroup title={t('organisation')}>
        <FormTextField {...common} name="name" label={t('name')} validate={name} autoFocus={isNew} />
        <SlugField own={item} />
        <FormSelect
          name="category"
          label={t('category')}
          choices={[{ value: '', label: t('noCategory') }, ...categories]}
        />
        <FormTextField {...common} name="address" label={t('address')} validate={optional(address)} />
        <UploadField name="logo" label={t('logo')} purpose="logo" kept={item?.logo} />
      </FieldGroup>
      <FieldGroup title={t('contact')}>
        <FormTextField
          {...common}
          name="contact_email"
          type="email"
          label={t('contact_email')}
          validate={optional(email)}
        />
        <FormTextField {...common} name="phone" type="tel" label={t('phone')} validate={optional(phone)} />
        <FormLinkField {...common} name="website" label={t('website')} validate={optional(link)} />
        <FormLinkField
          {...common}
          name="custom_website"
          label={t('custom_website')}
          description={t('customHint')}
          validate={optional(link)}
        />
      </FieldGroup>
      <FieldGroup title={t('inTheApp')}>
        {partnerSwitches.map((each) => (
          <FormSwitch key={each} name={each} label={t(each)} />
        ))}
      </FieldGroup>
    </>
  );
}
