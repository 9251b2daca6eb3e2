import { CreatePage } from '#crud/CreatePage.tsx';
import { resource } from './resource.ts';
import { UserFields } from './UserFields.tsx';

/** Creates a user: `/dashboard/users/create`. */
export function UsersCreate() {
  return <CreatePage resource={resource} Fields={UserFields} />;
}
