import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The file that marks a folder of the cache as confirmed. */
const confirmedFile = 'confirmed';

/** The parts of the cache that two builds are compared by: compiles and base images, in folders named by the hash of their sources. */
const parts = ['compile', 'base'];

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Lets a second build use the compiles and bases that were confirmed. Their files are checked by hash, as all cached files. */
export function shareConfirmed(from: string, to: string): void {
  for (const part of parts)
    for (const name of namesIn(join(from, part))) {
      if (!existsSync(join(from, part, name, confirmedFile))) continue;
      mkdirSync(join(to, part), { recursive: true });
      symlinkSync(resolve(from, part, name), join(to, part, name));
    }
}

/** Marks the compiles and bases of the first cache that were made again in the second, once what was built of them was found equal. */
export function confirm(first: string, second: string): void {
  for (const part of parts) {
    const known = new Set(namesIn(join(first, part)));
    for (const name of namesIn(join(second, part)))
      if (known.has(name) && !lstatSync(join(second, part, name)).isSymbolicLink())
        writeFileSync(join(first, part, name, confirmedFile), '');
  }
}
