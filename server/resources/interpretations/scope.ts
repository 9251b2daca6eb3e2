import type { Flags } from '../../../contract/flags.ts';
import { offeredBy } from '../../../contract/offered.ts';
import { reach } from '../../../contract/permissions.ts';
import type { Person } from '../../policies/policy.ts';
import type { Scope } from './repository.ts';

/** The interpretations that somebody may see: the deployment's, and of these an interpreter their own. */
export function scopeOf({ id, role }: Person, flags: Flags, now: Date): Scope {
  return { offered: offeredBy(flags), interpreterId: reach('interpretations', role) === 'all' ? null : id, now };
}
