import { useTranslation } from 'react-i18next';
import { partners } from '#api/partners.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { paths } from '#paths.ts';
import { PartnerFields } from './PartnerFields.tsx';
import { toPartner, valuesOf } from './partnerForm.ts';

/** One partner: `/dashboard/partners/{id}`. */
export function PartnersDetail() {
  const { t } = useTranslation('partners');
  return (
    <EditPage
      list={{ label: t('title'), href: paths.partners.href() }}
      collection={partners}
      valuesOf={valuesOf}
      toBody={toPartner}
      nameOf={({ name }) => name}
      renderFields={({ can }) => <PartnerFields isReadOnly={!can.update} />}
    />
  );
}
