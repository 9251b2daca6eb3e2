import { maySignIn } from '../../../contract/permissions.ts';
import type { OrganisationSets } from '../../../contract/recordRules.ts';
import type { Deployment } from '../../deployment.ts';
import type { UserRow } from './repository.ts';

/** The settings that say what an organisation sets. */
export type OrganisationRules = Pick<Deployment, 'singleSignOn' | 'allowedRoles'>;

/** What the organisation sets of a user: it writes their role and department at each sign-in with a linked work account (decision 355). */
export function organisationSets(
  row: UserRow,
  { singleSignOn: settings, allowedRoles }: OrganisationRules,
): OrganisationSets {
  // People whose role keeps them out cannot sign in.
  if (!settings || !maySignIn(row.role, allowedRoles)) return { role: false, department: false };
  const role = (row.issuers ?? []).includes(settings.issuer);
  return { role, department: role && settings.claims.departments !== undefined };
}
