import { type FileKeys, fileKeysOf, parseFileKeys } from '../../server/files/fileKeys.ts';

/** A value of FILES_KEY for backends that tests start as processes. */
export const testFilesKey = 'c2lnbmJvYXJkIHRlc3RzOiBhIGtleSBvZiAzMiBieXQ=';

/** The keys of a value of FILES_KEY. */
export function keysOf(text: string): FileKeys {
  const [first, ...others] = parseFileKeys(text) ?? [];
  if (!first) throw new Error(`${text} is not a value of FILES_KEY.`);
  return fileKeysOf([first, ...others]);
}

/** The keys of the backends that tests build. */
export const testFileKeys: FileKeys = keysOf(testFilesKey);
