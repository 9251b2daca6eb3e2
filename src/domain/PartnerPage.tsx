import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { partners } from '#api/partners.ts';
import { useQuery } from '#api/query.ts';
import { RecordPage } from '#crud/RecordPage.tsx';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import type { Crumb } from '#ui/PageHead.tsx';
import { PartnerTabs } from './PartnerTabs.tsx';

/** A part of a partner under the partner's name and tabs; which partner, the address says. The page needs the words of `partners`. */
export function PartnerPage({ action, children }: { action: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('partners');
  const { partner = '' } = useParams();
  return (
    <RecordPage
      read={partners.one(partner)}
      list={{ label: t('title'), href: paths.partners.list.href() }}
      title={({ name }) => name}
      renderAction={() => action}
    >
      {(item) => (
        <>
          <PartnerTabs partner={item} />
          {children}
        </>
      )}
    </RecordPage>
  );
}

/** What the records of a partner stand below: all partners, then the one that the address names. */
export function useAbovePartner(): Crumb[] {
  const { t } = useTranslation('partners');
  const { partner = '' } = useParams();
  const { data } = useQuery(partners.one(partner));
  return [
    { label: t('title'), href: paths.partners.list.href() },
    { label: data?.name ?? '…', href: paths.partners.record.href({ id: partner }) },
  ];
}
