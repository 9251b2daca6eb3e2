import { OwnIdentitiesPage } from '#domain/identities/OwnIdentitiesPage.tsx';
import { UserIdentitiesPage } from '#domain/identities/UserIdentitiesPage.tsx';

/** The national IDs of the signed-in person: `/dashboard/national-ids`. */
export function OwnNationalIdsPage() {
  return <OwnIdentitiesPage namespace="nationalIds" />;
}

/** The national IDs of a user: `/dashboard/users/{id}/national-ids`. */
export function UserNationalIdsPage() {
  return <UserIdentitiesPage namespace="nationalIds" />;
}
