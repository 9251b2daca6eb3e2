import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db, Tables } from '../db/tables.ts';
import { chunkSize } from '../files/chunkStore.ts';

/** A file with its bytes. `sha256` is computed unless it is given. */
export type PlainFile = Omit<Insertable<Tables['files']>, 'size' | 'sha256'> & { bytes: Buffer; sha256?: Buffer };

/** Adds files as the video platform does: with plain bytes, which the backend encrypts within a minute. */
export async function addPlainFiles(trx: Db, files: PlainFile[]): Promise<void> {
  if (files.length === 0) return;
  const contents = files.map(({ id, created }) => ({ id, begun: created, kept: true }));
  const chunks = files.flatMap(({ id, bytes }) =>
    Array.from({ length: Math.ceil(bytes.length / chunkSize) }, (_, position) => ({
      content_id: id,
      position,
      bytes: bytes.subarray(position * chunkSize, (position + 1) * chunkSize),
    })),
  );
  const rows = files.map(({ bytes, sha256, ...file }) => ({
    ...file,
    size: bytes.length,
    sha256: sha256 ?? createHash('sha256').update(bytes).digest(),
  }));
  await trx.insertInto('file_contents').values(contents).execute();
  await trx.insertInto('file_chunks').values(chunks).execute();
  await trx.insertInto('files').values(rows).execute();
}
