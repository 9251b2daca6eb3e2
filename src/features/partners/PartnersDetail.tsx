import { useTranslation } from 'react-i18next';
import { partners } from '#api/partners.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { InterpreterWishes } from '#domain/InterpreterWishes.tsx';
import { PartnerTabs } from '#domain/PartnerTabs.tsx';
import { QrCard } from '#domain/QrCard.tsx';
import { PartnerFields } from './PartnerFields.tsx';
import type { PartnerValues } from './partnerForm.ts';
import { resource } from './resource.ts';
import { useCategoryChoices } from './useCategoryChoices.ts';

/** The profile of a partner: its facts and its QR code. `/dashboard/partners/{id}`. */
export function PartnersDetail() {
  return (
    <EditPage
      resource={resource}
      Fields={PartnerFields}
      formatValue={useValueFormatter()}
      renderBefore={(partner) => <PartnerTabs partner={partner} />}
      renderAside={(partner) => (
        <>
          <QrCard
            path={`${partners.path}${partner.id}/`}
            name={partner.name}
            fileNames={[partner.slug]}
            leadsTo={partner.public_url}
          />
          <InterpreterWishes owner={{ partner: partner.id }} />
        </>
      )}
    />
  );
}

/** Formats the values of a partner's form that are no text. */
function useValueFormatter() {
  const { t } = useTranslation(['partners', 'crud']);
  const categories = useCategoryChoices();
  return (name: keyof PartnerValues, value: PartnerValues[keyof PartnerValues]): string | undefined => {
    if (name === 'category') return categories.find((choice) => choice.value === value)?.label ?? t('noCategory');
    if (name === 'logo') return value ? t('picture') : undefined;
    return typeof value === 'boolean' ? t(value ? 'crud:yes' : 'crud:no') : undefined;
  };
}
