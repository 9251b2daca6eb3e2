import { useTranslation } from 'react-i18next';
import { partners } from '#api/partners.ts';
import { CreateForm } from '#crud/CreateForm.tsx';
import { paths } from '#paths.ts';
import { PartnerFields } from './PartnerFields.tsx';
import { emptyPartner, toPartner } from './partnerForm.ts';

/** Adds a partner: `/dashboard/partners/create`. */
export function PartnersCreate() {
  const { t } = useTranslation('partners');
  return (
    <CreateForm
      title={t('add')}
      list={{ label: t('title'), href: paths.partners.href() }}
      collection={partners}
      initialValues={emptyPartner}
      toBody={toPartner}
      nameOf={({ name }) => name}
      href={({ id }) => paths.partner.href({ id })}
    >
      <PartnerFields isNew />
    </CreateForm>
  );
}
