import { partners } from '#api/partners.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { InterpreterWishes } from '#domain/InterpreterWishes.tsx';
import { PartnerTabs } from '#domain/PartnerTabs.tsx';
import { QrCard } from '#domain/QrCard.tsx';
import { PartnerFields } from './PartnerFields.tsx';
import { resource } from './resource.ts';
import { useValueFormatter } from './useValueFormatter.ts';

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
