import { OwnIdentitiesPage } from '#domain/identities/OwnIdentitiesPage.tsx';
import { UserIdentitiesPage } from '#domain/identities/UserIdentitiesPage.tsx';

/** The work accounts of the signed-in person: `/dashboard/work-accounts`. */
export function OwnWorkAccountsPage() {
  return <OwnIdentitiesPage namespace="workAccounts" />;
}

/** The work accounts of a user: `/dashboard/users/{id}/work-accounts`. */
export function UserWorkAccountsPage() {
  return <UserIdentitiesPage namespace="workAccounts" />;
}
