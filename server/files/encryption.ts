import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import type { Db } from '../db/tables.ts';
import { newContentKey, sealChunk } from './contents.ts';
import { FileKeyError, type FileKeys } from './fileKeys.ts';

/** How often the job looks for plain contents, which the video platform adds, in milliseconds. */
const interval = 60_000;

/** How many data keys one transaction wraps anew. */
const batch = 100;

/** The tables with data keys that the keys of the deployment wrap. */
const wrappingTables = ['file_contents', 'signing_keys'] as const;

/** The ids of the keys that a table needs, read by its index. */
async function keysNeededBy(db: Db, name: (typeof wrappingTables)[number]): Promise<string[]> {
  const table = sql.table(name);
  const { rows } = await sql<{ key_id: string }>`
    with recursive used as (
      (select key_id from ${table} where key_id is not null order by key_id limit 1)
      union all
      select (select key_id from ${table} where key_id > used.key_id order by key_id limit 1)
      from used where used.key_id is not null
    )
    select key_id from used where key_id is not null`.execute(db);
  return rows.map(({ key_id }) => key_id);
}

/**
 * Refuses keys that cannot decrypt everything that is encrypted with them: files, secrets of webhooks, and the key for push services.
 * @throws FileKeyError with the ids of the missing keys.
 */
export async function requireKeysOfFiles(db: Db, keys: FileKeys): Promise<void> {
  const needed = await Promise.all(wrappingTables.map((name) => keysNeededBy(db, name)));
  const missing = [...new Set(needed.flat())].filter((id) => !keys.ids.includes(id));
  if (missing.length > 0)
    throw new FileKeyError(
      `files, secrets of webhooks, or the key for push messages are encrypted with ${missing.length === 1 ? 'a key that is' : 'keys that are'} not in FILES_KEY (or files.key): ${missing.join(', ')}; it has ${keys.ids.join(', ')}. Add the missing one after a comma; without it they cannot be read (docs/ops/file-keys.md).`,
    );
}

/**
 * Encrypts the next plain chunk of a complete content. Several processes may do so at once.
 * @returns false if no plain chunk is left.
 */
export function encryptNextChunk(db: Db, keys: FileKeys): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const content = await trx
      .selectFrom('file_contents')
      .select(['id', 'key_id', 'data_key', 'plain_from'])
      .where('kept', '=', true)
      .where('plain_from', 'is not', null)
      .orderBy('begun')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!content) return false;
    const { id, key_id, data_key, plain_from } = content;
    const position = plain_from ?? 0;
    const chunk = await trx
      .selectFrom('file_chunks')
      .select('bytes')
      .where('content_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst();
    const wrapped = key_id === null || data_key === null ? null : { key_id, data_key: Buffer.from(data_key) };
    const { key, columns } = wrapped ? { key: keys.unwrap(id, wrapped), columns: wrapped } : newContentKey(keys, id);
    if (chunk)
      await trx
        .updateTable('file_chunks')
        .set({ bytes: sealChunk(key, { id, position }, chunk.bytes) })
        .where('content_id', '=', id)
        .where('position', '=', position)
        .execute();
    await trx
      .updateTable('file_contents')
      .set({ ...columns, plain_from: chunk ? position + 1 : null })
      .where('id', '=', id)
      .execute();
    return true;
  });
}

/**
 * Wraps some data keys of a table with the first key that are wrapped by another one. The files stay as they are.
 * @returns how many; 0 if none is left.
 */
function rewrapTable(db: Db, keys: FileKeys, name: (typeof wrappingTables)[number]): Promise<number> {
  const [current] = keys.ids;
  const table = sql.table(name);
  return db.transaction().execute(async (trx) => {
    // An index serves both halves of the condition; it does not serve `<>`.
    const { rows } = await sql<{ id: string; key_id: string; data_key: Buffer }>`
      select id, key_id, data_key from ${table}
      where (key_id < ${current} or key_id > ${current}) and data_key is not null
      limit ${batch} for update skip locked`.execute(trx);
    for (const { id, ...wrapped } of rows) {
      const { key_id, data_key } = keys.rewrap(id, { ...wrapped, data_key: Buffer.from(wrapped.data_key) });
      await sql`update ${table} set key_id = ${key_id}, data_key = ${data_key} where id = ${id}`.execute(trx);
    }
    return rows.length;
  });
}

/**
 * Wraps some data keys with the first key that are wrapped by another one.
 * @returns how many; 0 if none is left.
 */
export async function rewrapDataKeys(db: Db, keys: FileKeys): Promise<number> {
  const counts = [];
  for (const name of wrappingTables) counts.push(await rewrapTable(db, keys, name));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Encrypts plain contents and wraps data keys anew, in small steps, at the start and every minute. */
export function encryptFiles(app: FastifyInstance, { database: { db }, fileKeys }: Dependencies): void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async () => {
    while (!signal.aborted && (await encryptNextChunk(db, fileKeys)));
    let count = 0;
    for (let some = 1; some > 0 && !signal.aborted; count += some) some = await rewrapDataKeys(db, fileKeys);
    if (count > 0) app.log.info({ count, key: fileKeys.ids[0] }, 'data keys of files were wrapped with the first key');
  };
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = running
      .then(work)
      .catch((error: unknown) => app.log.warn({ err: error }, 'files could not be encrypted; retrying'));
  };
  const timer = setInterval(run, interval).unref();
  app.addHook('onReady', async () => run());
  app.addHook('onClose', async () => {
    stopping.abort();
    clearInterval(timer);
    await running;
  });
}
