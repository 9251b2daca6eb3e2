import { createHmac, randomBytes } from 'node:crypto';
import { seal, unseal } from './seal.ts';

/** A data key as the database has it: wrapped by the key of the deployment with this id. */
export type WrappedKey = { key_id: string; data_key: Buffer };

/** The keys of a deployment, which wrap the data key of each file. */
export type FileKeys = {
  /** The ids of all keys; the first one wraps new data keys. */
  ids: readonly [string, ...string[]];
  /** A new data key for a content: 32 bytes, and wrapped by the first key. */
  create: (contentId: string) => { key: Buffer; wrapped: WrappedKey };
  /** The data key of a content. @throws FileKeyError if no key fits. */
  unwrap: (contentId: string, wrapped: WrappedKey) => Buffer;
  /** The same data key, wrapped by the first key. @throws FileKeyError if no key fits. */
  rewrap: (contentId: string, wrapped: WrappedKey) => WrappedKey;
};

/** The keys of the deployment do not fit its files. The message has the remedy and no secrets. */
export class FileKeyError extends Error {
  override name = 'FileKeyError';
}

/** The length of every key, in bytes. */
export const keyLength = 32;

/** The id of a key, which does not reveal it: 16 hexadecimal digits. */
function idOf(key: Buffer): string {
  return createHmac('sha256', key).update('signboard file key').digest('hex').slice(0, 16);
}

/**
 * Reads keys as `FILES_KEY` has them: base64 of 32 bytes, several divided by commas.
 * @returns null if one is malformed, or given twice.
 */
export function parseFileKeys(text: string): Buffer[] | null {
  const parts = text.split(',').map((part) => part.trim());
  if (new Set(parts).size < parts.length || !parts.every((part) => /^[A-Za-z0-9+/]{43}=$/.test(part))) return null;
  return parts.map((part) => Buffer.from(part, 'base64'));
}

/** The keys of a deployment: the first one encrypts, all decrypt. */
export function fileKeysOf([first, ...others]: readonly [Buffer, ...Buffer[]]): FileKeys {
  const firstId = idOf(first);
  const byId = new Map([first, ...others].map((key) => [idOf(key), key]));
  const wrap = (contentId: string, key: Buffer): WrappedKey => ({
    key_id: firstId,
    data_key: seal(first, key, contentId),
  });
  const unwrap = (contentId: string, { key_id, data_key }: WrappedKey): Buffer => {
    const key = byId.get(key_id);
    if (!key) throw new FileKeyError(`The file ${contentId} needs the key ${key_id}, which is not in FILES_KEY.`);
    try {
      return unseal(key, data_key, contentId);
    } catch (cause) {
      throw new FileKeyError(`The data key of the file ${contentId} was changed.`, { cause });
    }
  };
  return {
    ids: [firstId, ...others.map(idOf)],
    create: (contentId) => {
      const key = randomBytes(keyLength);
      return { key, wrapped: wrap(contentId, key) };
    },
    unwrap,
    rewrap: (contentId, wrapped) => wrap(contentId, unwrap(contentId, wrapped)),
  };
}
