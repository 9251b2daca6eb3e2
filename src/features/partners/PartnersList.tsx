import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Partner } from '../../../contract/partners.ts';
import type { Column } from '#crud/List.tsx';
import { ListPage } from '#crud/ListPage.tsx';
import { useRecordFilters } from '#domain/useRecordFilters.tsx';
import { Badge } from '#ui/Badge.tsx';
import { PhoneLink } from '#ui/ContactLink.tsx';
import type { Filter } from '#ui/list/filters.ts';
import { resource } from './resource.ts';

/** The columns of the list (R121). */
const columns = [
  { key: 'name', label: 'partners:name', sortBy: 'name', cell: ({ name }) => name },
  { key: 'address', label: 'partners:address', sortBy: 'address', cell: ({ address }) => address ?? '–' },
  {
    key: 'phone',
    label: 'partners:phone',
    sortBy: 'phone',
    cell: ({ phone }) => (phone ? <PhoneLink number={phone} /> : '–'),
  },
  {
    key: 'visibleInApp',
    label: 'partners:visibleInApp',
    sortBy: 'visibleInApp',
    cell: ({ visibleInApp }) => <Visibility isVisible={visibleInApp} />,
  },
] satisfies Column<Partner>[];

/** The partners: `/dashboard/partners`. */
export function PartnersList() {
  const { t } = useTranslation('partners');
  const records = useRecordFilters([{ name: 'category', kind: 'partner_category', label: t('category') }]);
  const filters = useMemo(
    (): Filter[] => [
      ...records,
      {
        kind: 'choices',
        name: 'visibleInApp',
        label: t('visibleInApp'),
        choices: [
          { value: 'true', label: t('visible') },
          { value: 'false', label: t('hidden') },
        ],
      },
    ],
    [t, records],
  );
  return <ListPage resource={resource} columns={columns} defaultOrdering="name" filters={filters} />;
}

/** Whether the mobile app lists a partner. */
function Visibility({ isVisible }: { isVisible: boolean }) {
  const { t } = useTranslation('partners');
  return <Badge tone={isVisible ? 'success' : 'neutral'}>{t(isVisible ? 'visible' : 'hidden')}</Badge>;
}
