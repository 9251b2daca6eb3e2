import { readBucket } from '../../server/config.ts';
import { openBucket } from '../../server/files/bucket.ts';
import { missingObjects } from '../../server/files/fileStores.ts';
import type { PartComparison, Snapshot } from './compareDatabases.ts';

/** The address of a bucket with which a backend only reads from it. */
export function readOnly(filesUrl: string): string {
  const url = new URL(filesUrl);
  url.searchParams.set('mode', 'read');
  return url.href;
}

/** Compares the objects that a restored database names with those in the bucket of FILES_URL. */
export async function compareObjects(db: Snapshot): Promise<PartComparison> {
  const settings = readBucket(process.env);
  const bucket = settings && openBucket({ ...settings, mode: 'read' });
  try {
    const { named, missing } = await missingObjects(db, bucket);
    return { compared: named, differences: missing.map((id) => `The bucket has no object of the file ${id}.`) };
  } finally {
    bucket?.close();
  }
}
