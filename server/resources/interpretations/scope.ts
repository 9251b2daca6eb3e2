import type { Flags } from '../../../contract/flags.ts';
import { offeredBy } from '../../../contract/offered.ts';
import { readScope } from '../../../contract/permissions.ts';
import type { Person } from '../../policies/policy.ts';
import type { Scope } from './repository.ts';

/** The interpretations that a person may read: the deployment's, or an interpreter's own. */
export function scopeOf({ id, role }: Person, flags: Flags, now: Date): Scope {
  return { offered: offeredBy(flags), interpreterId: readScope('interpretations', role) === 'all' ? null : id, now };
}
