import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileKeyError, type FileKeys, fileKeysOf, keyLength, parseFileKeys } from './fileKeys.ts';

/** The name of the file in the data folder. */
const keyFile = 'files.key';

function readOrCreate(path: string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const text = `${randomBytes(keyLength).toString('base64')}\n`;
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  return text;
}

/**
 * The keys in a data folder, in `files.key`, which is created with a new key and for its owner only (0600) if it does not
 * exist. It has the same format as FILES_KEY.
 * @throws FileKeyError if its content is malformed.
 */
export function readKeyFile(folder: string): FileKeys {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, keyFile);
  const [first, ...others] = parseFileKeys(readOrCreate(path).trim()) ?? [];
  if (!first)
    throw new FileKeyError(
      `${path} is damaged: it must contain the base64 of 32 bytes, several divided by commas. Restore it from a backup.`,
    );
  return fileKeysOf([first, ...others]);
}
