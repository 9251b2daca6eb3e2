import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { partners } from '#api/partners.ts';
import { useQuery } from '#api/query.ts';
import { useListHref } from '#crud/lastSearch.ts';
import { RecordPage } from '#crud/RecordPage.tsx';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import type { Crumb } from '#ui/PageHead.tsx';
import { PartnerTabs } from './PartnerTabs.tsx';

/**
 * A page of a partner below the partner's name and tabs; the address has the partner's id. The page needs the namespace
 * `partners`.
 */
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

/** The breadcrumbs of a partner's records: all partners, then the partner of the address. */
export function usePartnerCrumbs(): Crumb[] {
  const { t } = useTranslation('partners');
  const { partner = '' } = useParams();
  const { data } = useQuery(partners.one(partner));
  const hrefOfList = useListHref();
  return [
    { label: t('title'), href: hrefOfList(paths.partners.list.href()) },
    { label: data?.name ?? '…', href: paths.partners.record.href({ id: partner }) },
  ];
}
