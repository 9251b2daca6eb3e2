import type { NewUser, User } from '../../../contract/users.ts';
import { users } from '#api/users.ts';
import type { Resource } from '#crud/resource.ts';
import { DeletePeople } from '#domain/coverage/DeletePeople.tsx';
import { touchedByPeople } from '#domain/coverage/usePeopleChanged.ts';
import { personName } from '#domain/personName.ts';
import { paths } from '#paths.ts';
import { add } from './add.ts';
import { emptyUser, toUser, type UserValues, valuesOf } from './userForm.ts';

/** The users. */
export const resource: Resource<User, NewUser, UserValues> = {
  collection: users,
  title: 'users:title',
  empty: 'users:empty',
  emptyText: 'users:emptyText',
  nameOf: personName,
  rowNameOf: ({ email }) => email,
  listHref: paths.users.list.href(),
  href: ({ id }) => paths.users.record.href({ id }),
  add,
  DeleteDialog: DeletePeople,
  touches: touchedByPeople,
  emptyValues: emptyUser,
  valuesOf,
  toBody: toUser,
};
