import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { form, Id, Name, named } from './fields.ts';

/** A department (R146). `users` is the number of its members. */
export const Department = named('Department', {
  id: Id,
  etag: Etag,
  name: Type.String(),
  users: Type.Integer({ minimum: 0, description: 'How many people belong to it.' }),
  can: verdicts(['update', 'delete']),
});
export type Department = Static<typeof Department>;

/** `POST departments/` and `PATCH departments/{id}/`. Names are unique, ignoring case. */
export const NewDepartment = form('NewDepartment', { name: Name });
export type NewDepartment = Static<typeof NewDepartment>;

/** The sort keys of the list. */
export const departmentOrderings = ['name'] as const;

/** `GET departments/`: the query. */
export const DepartmentsQuery = listQuery(departmentOrderings, {});
export type DepartmentsQuery = Static<typeof DepartmentsQuery>;

/** `GET departments/`: the response. */
export const DepartmentsPage = page(Department, 'DepartmentsPage');
