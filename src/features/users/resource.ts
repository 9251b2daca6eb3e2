import type { NewUser, User } from '../../../contract/users.ts';
import { users } from '#api/users.ts';
import { pagesOf } from '#crud/pagesOf.ts';
import type { Resource } from '#crud/resource.ts';
import { DeletePeople } from '#domain/coverage/DeletePeople.tsx';
import { touchedByPeople } from '#domain/coverage/usePeopleChanged.ts';
import { personName } from '#domain/personName.ts';
import { emptyUser, toUser, type UserValues, valuesOf } from './userForm.ts';

/** The users. */
export const resource: Resource<User, NewUser, UserValues> = {
  ...pagesOf('users'),
  collection: users,
  nameOf: personName,
  rowNameOf: ({ email }) => email,
  DeleteDialog: DeletePeople,
  touches: touchedByPeople,
  emptyValues: emptyUser,
  valuesOf,
  toBody: toUser,
};
