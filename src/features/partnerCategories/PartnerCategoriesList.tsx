import type { PartnerCategory } from '../../../contract/partnerCategories.ts';
import type { Column } from '#crud/List.tsx';
import { ListPage } from '#crud/ListPage.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { resource } from './resource.ts';

const columns = [
  { key: 'name', label: 'partnerCategories:name', sortBy: 'name', cell: ({ name }) => name },
  {
    key: 'created',
    label: 'partnerCategories:created',
    sortBy: 'created',
    cell: ({ created }) => <DateTime at={created} />,
  },
] satisfies Column<PartnerCategory>[];

/** The categories of partners: `/dashboard/partners/categories`. */
export function PartnerCategoriesList() {
  return <ListPage resource={resource} columns={columns} defaultOrdering="name" />;
}
