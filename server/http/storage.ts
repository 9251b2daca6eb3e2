import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';
import { isStorageFull } from './errorMapper.ts';

/** Writes a megabyte in a transaction that is rolled back. @throws if the disk is full. */
async function tryToWrite(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`create temporary table room on commit drop as
      select repeat(n::text, 8000) collate "C" as text from generate_series(1, 128) as n`.execute(trx);
  });
}

/** Whether the disk has room. */
export type Storage = { hasRoom: () => Promise<boolean> };

/**
 * Remembers that a call found the disk full. From then on `hasRoom` tries to write, and is true again once that
 * succeeds.
 */
export function watchStorage(app: FastifyInstance, db: Db): Storage {
  let wasFull = false;
  app.addHook('onError', async (_request, _reply, error) => {
    if (isStorageFull(error)) wasFull = true;
  });
  return {
    hasRoom: async () => {
      if (!wasFull) return true;
      try {
        await tryToWrite(db);
        wasFull = false;
      } catch (error) {
        if (!(error instanceof Error && isStorageFull(error))) throw error;
      }
      return !wasFull;
    },
  };
}
