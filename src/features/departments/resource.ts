import type { Department, NewDepartment } from '../../../contract/departments.ts';
import { departments } from '#api/departments.ts';
import type { Resource } from '#crud/resource.ts';
import { paths } from '#paths.ts';
import { add } from './add.ts';

export const resource: Resource<Department, NewDepartment, NewDepartment> = {
  collection: departments,
  title: 'departments:title',
  empty: 'departments:empty',
  emptyText: 'departments:emptyText',
  nameOf: ({ name }) => name,
  listHref: paths.departments.list.href(),
  href: ({ id }) => paths.departments.record.href({ id }),
  addedHref: () => paths.departments.list.href(),
  add,
  emptyValues: { name: '' },
  valuesOf: ({ name }) => ({ name }),
  toBody: (values) => values,
};
