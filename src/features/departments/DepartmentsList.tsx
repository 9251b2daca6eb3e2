import type { Department } from '../../../contract/departments.ts';
import type { Column } from '#crud/List.tsx';
import { ListPage } from '#crud/ListPage.tsx';
import { resource } from './resource.ts';

const columns = [
  { key: 'name', label: 'departments:name', sortBy: 'name', cell: ({ name }) => name },
  { key: 'users', label: 'departments:users', cell: ({ users }) => users },
] satisfies Column<Department>[];

/** The departments of the provider: `/dashboard/departments`. */
export function DepartmentsList() {
  return <ListPage resource={resource} columns={columns} defaultOrdering="name" />;
}
