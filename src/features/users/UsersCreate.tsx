import { CreatePage } from '#crud/CreatePage.tsx';
import { resource } from './resource.ts';
import { UserFields } from './UserFields.tsx';

/** Adds somebody: `/dashboard/users/create`. */
export function UsersCreate() {
  return <CreatePage of={resource} Fields={UserFields} />;
}
