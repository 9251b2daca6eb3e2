import type { Verdicts } from '../../contract/auth.ts';
import type { Flags } from '../../contract/flags.ts';
import { type Access, type Collection, collections, flagOf, writing } from '../../contract/permissions.ts';
import { roles } from '../../contract/roles.ts';
import { type Person, reach, writes } from './policy.ts';
import { reachesRole } from './records.ts';

/** What a role may do in a collection of a deployment. */
function accessTo(what: Collection, role: Person['role'], flags: Flags): Access {
  const flag = what in flagOf ? flagOf[what as keyof typeof flagOf] : null;
  if ((flag && !flags[flag]) || reach(what, role) === 'none') return 'none';
  const writers: readonly string[] = what in writing ? writing[what as keyof typeof writing] : [];
  return writers.includes(role) ? 'write' : 'read';
}

/** What a person may do here, for the client to act on: the permissions of the role, within the deployment's flags. */
export function verdictsFor({ role }: Pick<Person, 'role'>, flags: Flags): Verdicts {
  const may = (what: Parameters<typeof reach>[0]) => reach(what, role) !== 'none';
  return {
    overview: reach('overview', role) === 'all' ? 'all' : 'own',
    versions: may('versions'),
    users: may('users'),
    reports: may('reports'),
    feedback: flags.feedback && may('feedback'),
    interpretations: (flags.online || flags.live) && may('interpretations'),
    roles: writes('users', { role }) ? roles.filter((other) => reachesRole({ role }, other)) : [],
    collections: Object.fromEntries(
      collections.map((what) => [what, accessTo(what, role, flags)]),
    ) as Verdicts['collections'],
  };
}
