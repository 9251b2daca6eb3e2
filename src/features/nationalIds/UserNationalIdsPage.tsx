import { UserIdentitiesPage } from '#domain/identities/UserIdentitiesPage.tsx';

/** The national IDs of a user: `/dashboard/users/{id}/national-ids`. */
export function UserNationalIdsPage() {
  return <UserIdentitiesPage namespace="nationalIds" />;
}
