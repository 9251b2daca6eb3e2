import type { Manifest, rings } from './schema.ts';

/** The wave in which a deployment is shipped: that of its manifest, else `stage` for a stage, and `rest` for the others. */
export function ringOf({ ring, stage }: Pick<Manifest, 'ring' | 'stage'>): (typeof rings)[number] {
  return ring ?? (stage ? 'stage' : 'rest');
}
