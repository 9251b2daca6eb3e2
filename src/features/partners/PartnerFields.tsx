import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import type { Partner } from '../../../contract/partners.ts';
import { plainLetters } from '../../../contract/plainLetters.ts';
import { partners } from '#api/partners.ts';
import { useQuery } from '#api/query.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { UploadField } from '#domain/UploadField.tsx';
import { email } from '#ui/form/checks.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormLinkField } from '#ui/form/FormLinkField.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { useFormValue } from '#ui/form/formState.ts';
import { FormSwitch } from '#ui/form/FormSwitch.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { type Availability, FormUniqueField } from '#ui/form/FormUniqueField.tsx';
import { address, link, name as checkName, optional, phone, slug } from '#ui/form/recordChecks.ts';
import { partnerSwitches } from './partnerForm.ts';
import { useCategoryChoices } from './useCategoryChoices.ts';

/** The fields of a partner. */
export function PartnerFields({ item, isNew }: FieldsProps<Partner>) {
  const { t } = useTranslation('partners');
  const categories = useCategoryChoices();
  const common = { autoComplete: 'off' } as const;
  return (
    <>
      <FieldGroup title={t('organisation')}>
        <FormTextField {...common} name="name" label={t('name')} validate={checkName} autoFocus={isNew} />
        <SlugField partner={item} />
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

/**
 * The partner's name in URLs; checks while typing whether it is available (R174). For a new partner it is proposed
 * from the name.
 */
function SlugField({ partner }: { partner: Pick<Partner, 'slug'> | undefined }) {
  const { t } = useTranslation(['partners', 'errors']);
  const [typed, setTyped] = useState<string | null>(null);
  const name = useFormValue<string>('name');
  const slugTyped = typed?.trim().toLowerCase() ?? null;
  // The partner's own slug needs no check.
  const checkedSlug = slugTyped === partner?.slug ? null : slugTyped;
  const { data, error, isLoading } = useQuery(
    checkedSlug === null ? null : partners.list({ slug: checkedSlug, page_size: 1 }),
  );
  const holder = data?.results[0];
  const availability = availabilityOf({ error, isLoading: isLoading || !data, holder });
  return (
    <FormUniqueField
      name="slug"
      label={t('slug')}
      description={t('slugHint')}
      validate={slug}
      taken={{ word: 'errors:slug_taken', values: { slug: checkedSlug ?? '' } }}
      proposal={partner ? undefined : slugOf(name)}
      onAsk={setTyped}
      answer={
        typed !== null && checkedSlug !== null
          ? { to: typed, availability, text: t(words[availability], { slug: checkedSlug }) }
          : null
      }
      autoComplete="off"
    />
  );
}

/** A name as a name in URLs: `Þjóðminjasafn Íslands` becomes `thjodminjasafn-islands`. */
function slugOf(name: string): string {
  return plainLetters(name).slice(0, bounds.slug.max).replace(/-$/, '');
}

const words = {
  loading: 'slugLoading',
  error: 'slugUnknown',
  unavailable: 'errors:slug_taken',
  available: 'slugFree',
} as const satisfies Record<Availability, string>;

function availabilityOf({
  error,
  isLoading,
  holder,
}: {
  error: unknown;
  isLoading: boolean;
  holder: Partner | undefined;
}): Availability {
  if (error !== undefined) return 'error';
  if (isLoading) return 'loading';
  return holder ? 'unavailable' : 'available';
}
