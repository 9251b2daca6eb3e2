import type { Department, NewDepartment } from '../../../contract/departments.ts';
import { departments } from '#api/departments.ts';
import { pagesOf } from '#crud/pagesOf.ts';
import type { Resource } from '#crud/resource.ts';
import { paths } from '#paths.ts';

export const resource: Resource<Department, NewDepartment, NewDepartment> = {
  ...pagesOf('departments'),
  collection: departments,
  nameOf: ({ name }) => name,
  addedHref: () => paths.departments.list.href(),
  emptyValues: { name: '' },
  valuesOf: ({ name }) => ({ name }),
  toBody: (values) => values,
};
