import { sql } from 'kysely';
import type { Versions } from '../../../contract/versions.ts';
import { platforms } from '../../../contract/platforms.ts';
import type { Db } from '../../db/tables.ts';

/** The latest release of each platform, in the order of the contract; platforms without a release are omitted. */
export async function latestVersions(db: Db): Promise<Versions['results']> {
  const rows = await db
    .selectFrom('app_versions')
    .distinctOn('platform')
    .select(['platform', 'version', 'released'])
    .orderBy('platform')
    .orderBy('released', 'desc')
    .orderBy(sql`version collate "C"`, 'desc')
    .execute();
  return rows
    .toSorted((a, b) => platforms.indexOf(a.platform) - platforms.indexOf(b.platform))
    .map(({ platform, version, released }) => ({ platform, version, released: released.toISOString() }));
}
