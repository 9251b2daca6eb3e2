import type { Verdicts } from './auth.ts';
import type { Flags } from './flags.ts';
import {
  type Access,
  type Caller,
  type Collection,
  collections,
  flagOf,
  reach,
  writes,
  writing,
} from './permissions.ts';
import { roles } from './roles.ts';
import { reachesRole } from './recordRules.ts';

/** What a role may do in a collection of a deployment. */
function accessTo(what: Collection, role: Caller['role'], flags: Flags): Access {
  const flag = what in flagOf ? flagOf[what as keyof typeof flagOf] : null;
  if ((flag && !flags[flag]) || reach(what, role) === 'none') return 'none';
  const writers: readonly string[] = what in writing ? writing[what as keyof typeof writing] : [];
  return writers.includes(role) ? 'write' : 'read';
}

/** What a person may do here, for the client to act on: the permissions of the role, within the deployment's flags. */
export function verdictsFor({ role }: Pick<Caller, 'role'>, flags: Flags): Verdicts {
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
