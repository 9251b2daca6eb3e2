import type { Database, DatabaseOptions, DatabasePlace } from './bothKinds.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

export type { Database, DatabaseOptions, DatabasePlace };

/** Opens a database without changing its schema. Connection problems show with the first query. */
export async function openDatabase(place: DatabasePlace, options: DatabaseOptions = {}): Promise<Database> {
  if ('url' in place) return openPostgres(place, options);
  return openEmbedded('folder' in place ? place.folder : undefined, place.templates, options.isRestricted ?? false);
}
