import type { Verdicts } from './auth.ts';
import type { Flags } from './flags.ts';
import { type Collection, collections } from './kinds.ts';
import { type Access, type Caller, isPartOf, reach, writes } from './permissions.ts';
import { roles } from './roles.ts';
import { reachesRole } from './recordRules.ts';

/** What a role may do with the records of a kind in a deployment. */
function accessTo(kind: Collection, role: Caller['role'], flags: Flags): Access {
  if (!isPartOf(flags, kind) || reach(kind, role) === 'none') return 'none';
  return writes(kind, { role }) ? 'write' : 'read';
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
      collections.map((kind) => [kind, accessTo(kind, role, flags)]),
    ) as Verdicts['collections'],
  };
}
