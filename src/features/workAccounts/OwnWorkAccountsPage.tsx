import { OwnIdentitiesPage } from '#domain/identities/OwnIdentitiesPage.tsx';

/** The work accounts of the signed-in person: `/dashboard/work-accounts`. */
export function OwnWorkAccountsPage() {
  return <OwnIdentitiesPage namespace="workAccounts" />;
}
