import { createECDH } from 'node:crypto';
import type { Db } from '../db/tables.ts';
import type { FileKeys } from '../files/fileKeys.ts';
import { randomId } from '../randomId.ts';

/** The keys of the deployment at push services (VAPID, RFC 8292), base64url: the public point without compression, and the scalar. */
export type PushKeys = { publicKey: string; privateKey: string };

/** The public key of a scalar; null if the bytes are no scalar of the curve, which one in four thousand million is not. */
function publicKeyOf(scalar: Buffer): string | null {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(scalar);
  } catch {
    return null;
  }
  return curve.getPublicKey('base64url', 'uncompressed');
}

function readKeys(db: Db) {
  return db
    .selectFrom('signing_keys')
    .select(['id', 'key_id', 'data_key'])
    .where('webhook_id', 'is', null)
    .executeTakeFirst();
}

/** Adds a key, unless another process has done so. */
async function addKeys(db: Db, fileKeys: FileKeys, now: Date): Promise<void> {
  for (;;) {
    const id = randomId();
    const { key, wrapped } = fileKeys.create(id);
    if (publicKeyOf(key) === null) continue;
    await db
      .insertInto('signing_keys')
      .values({ id, ...wrapped, created: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
}

/** The keys of the deployment, which are made when they are first needed. */
export async function pushKeysOf(db: Db, fileKeys: FileKeys, now: Date): Promise<PushKeys> {
  if (!(await readKeys(db))) await addKeys(db, fileKeys, now);
  const stored = await readKeys(db);
  if (!stored) throw new Error('The key for push services was not stored.');
  const { id, key_id, data_key } = stored;
  const scalar = fileKeys.unwrap(id, { key_id, data_key: Buffer.from(data_key) });
  return { publicKey: publicKeyOf(scalar) ?? '', privateKey: scalar.toString('base64url') };
}
