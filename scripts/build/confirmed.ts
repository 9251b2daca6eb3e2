import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The file that marks an entry of the cache as confirmed. */
const confirmedFile = 'confirmed';

/** Folders of the cache whose entries two builds compare; each entry is named by the hash of its sources. */
const folders = ['compile', 'base', 'layers'];

const namesIn = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);

/**
 * Links the confirmed entries into the cache of the second build, which need not make them again. Their files are checked by hash, as all
 * cached files.
 */
export function shareConfirmed(from: string, to: string): void {
  for (const folder of folders)
    for (const name of namesIn(join(from, folder))) {
      if (!existsSync(join(from, folder, name, confirmedFile))) continue;
      mkdirSync(join(to, folder), { recursive: true });
      symlinkSync(resolve(from, folder, name), join(to, folder, name));
    }
}

/** Marks the entries of the first cache that the second build made again. Call it after both results were found equal. */
export function confirm(first: string, second: string): void {
  for (const folder of folders) {
    const known = new Set(namesIn(join(first, folder)));
    for (const name of namesIn(join(second, folder)))
      if (known.has(name) && !lstatSync(join(second, folder, name)).isSymbolicLink())
        writeFileSync(join(first, folder, name, confirmedFile), '');
  }
}
