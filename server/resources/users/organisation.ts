import { maySignIn } from '../../../contract/permissions.ts';
import type { OrganisationSets } from '../../../contract/recordRules.ts';
import type { Deployment } from '../../deployment.ts';
import type { UserRow } from './repository.ts';

/** The settings that say what an organisation sets. */
export type OrganisationRules = Pick<Deployment, 'singleSignOn' | 'allowedRoles'>;

/**
 * What the organisation sets of a user: it writes their role and department at each sign-in with a linked work account, and whenever a
 * directory with a valid token sends them (decision 355).
 */
export function organisationSets(
  row: UserRow,
  { singleSignOn: settings, allowedRoles }: OrganisationRules,
  now: Date,
): OrganisationSets {
  // People without access cannot sign in, and no directory sees them.
  if (!settings || !maySignIn(row.role, allowedRoles)) return { role: false, department: false };
  const hasDirectory = row.directory_until !== null && row.directory_until > now && row.directory_removed === false;
  const isProvisioned = hasDirectory && row.directory_name !== null;
  const role = isProvisioned || (row.issuers ?? []).includes(settings.issuer);
  const department =
    (role && settings.claims.departments !== undefined) || (hasDirectory && row.directory_sets_department === true);
  return { role, department };
}
