import { useTranslation } from 'react-i18next';
import type { Venue } from '../../../contract/venues.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { address, name, optional } from '#ui/form/recordChecks.ts';

/** The fields of a venue (Q12). */
export function VenueFields({ isNew }: FieldsProps<Venue>) {
  const { t } = useTranslation('venues');
  const common = { autoComplete: 'off' } as const;
  return (
    <FieldGroup title={t('one')}>
      <FormTextField {...common} name="name" label={t('name')} validate={name} autoFocus={isNew} />
      <FormTextField {...common} name="address" label={t('address')} validate={optional(address)} />
    </FieldGroup>
  );
}
