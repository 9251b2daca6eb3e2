import type { Verdicts } from './auth.ts';
import type { Flags } from './flags.ts';
import { type Collection, collections } from './kinds.ts';
import { type Access, type Caller, isPartOf, readScope, writes } from './permissions.ts';
import { roles } from './roles.ts';
import { seesRole } from './recordRules.ts';

/** The access of a role to the records of a kind in a deployment. */
function accessTo(kind: Collection, role: Caller['role'], flags: Flags): Access {
  if (!isPartOf(flags, kind) || readScope(kind, role) === 'none') return 'none';
  return writes(kind, { role }) ? 'write' : 'read';
}

/** The permissions of a person for the client: those of the role, within the deployment's flags. */
export function verdictsFor({ role }: Pick<Caller, 'role'>, flags: Flags): Verdicts {
  const may = (what: Parameters<typeof readScope>[0]) => readScope(what, role) !== 'none';
  return {
    overview: readScope('overview', role) === 'all' ? 'all' : 'own',
    versions: may('versions'),
    users: may('users'),
    reports: may('reports'),
    feedback: flags.feedback && may('feedback'),
    interpretations: (flags.online || flags.live) && may('interpretations'),
    roles: writes('users', { role }) ? roles.filter((grantable) => seesRole({ role }, grantable)) : [],
    collections: Object.fromEntries(
      collections.map((kind) => [kind, accessTo(kind, role, flags)]),
    ) as Verdicts['collections'],
  };
}
