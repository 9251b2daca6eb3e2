import { OwnIdentitiesPage } from '#domain/identities/OwnIdentitiesPage.tsx';

/** The national IDs of the signed-in person: `/dashboard/national-ids`. */
export function OwnNationalIdsPage() {
  return <OwnIdentitiesPage namespace="nationalIds" />;
}
