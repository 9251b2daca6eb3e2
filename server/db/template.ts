import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { knownMigrations } from './migrations.ts';

const { resolve } = createRequire(import.meta.filename);

/** The name depends on the release of PGlite and on the migrations. */
function nameOf(): string {
  const library = join(dirname(resolve('@electric-sql/pglite')), '../package.json');
  const hash = createHash('sha256').update(readFileSync(library));
  for (const { name, sha256 } of knownMigrations()) hash.update(`${name} ${sha256}\n`);
  return `${hash.digest('hex').slice(0, 24)}.tar`;
}

/**
 * The archive of an embedded cluster of this release, initialised and migrated, from a folder that may be deleted at
 * any time; null if there is none. Starting from it takes a sixth of the time of initdb and migrations.
 */
export async function readTemplate(folder: string): Promise<Blob | null> {
  const file = join(folder, nameOf());
  return existsSync(file) ? openAsBlob(file) : null;
}

/** Stores the archive of a cluster for later processes and deletes those of other releases. */
export async function storeTemplate(folder: string, archive: Blob): Promise<void> {
  const file = join(folder, nameOf());
  const draft = `${file}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, await archive.bytes());
  for (const other of readdirSync(folder)) {
    if (other.endsWith('.tar')) rmSync(join(folder, other), { force: true });
  }
  renameSync(draft, file);
}
