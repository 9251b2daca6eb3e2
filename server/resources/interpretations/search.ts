import type { Channel } from '../../../contract/interpretations.ts';
import { offeredBy } from '../../../contract/offered.ts';
import { readScope } from '../../../contract/permissions.ts';
import type { Source } from '../../collection/search.ts';
import { newestMatching } from './repository.ts';

/** The newest requests of a channel, within the caller's read scope. */
export function interpretationsOf(channel: Channel): Source {
  return {
    isOpen: ({ interpretations }, flags) => interpretations && flags[channel],
    find: async (db, { search, person, flags, now, limit }) => {
      const isOwn = readScope('interpretations', person.role) === 'own';
      const scope = { offered: offeredBy(flags), interpreterId: isOwn ? person.id : null, now };
      const rows = await newestMatching(db, scope, { channel, search, limit });
      return rows.map(({ id, customer_name, address, created }) => ({
        id,
        title: customer_name,
        detail: address,
        partner: null,
        created: created.toISOString(),
      }));
    },
  };
}
