import { UserIdentitiesPage } from '#domain/identities/UserIdentitiesPage.tsx';

/** The work accounts of a user: `/dashboard/users/{id}/work-accounts`. */
export function UserWorkAccountsPage() {
  return <UserIdentitiesPage namespace="workAccounts" />;
}
