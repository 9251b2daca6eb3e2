import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { logoFiles } from '../../tenants/checks/logo.ts';
import { readSource } from '../../tenants/source.ts';
import { readElf, withoutSymbols } from '../base/elf.ts';
import { type Architecture, architectures } from '../base/packages.ts';
import { CommandError } from '../../server/CommandError.ts';
import { apiBase } from '../base/recipes.ts';
import type { Report } from '../lib/report.ts';
import { licencesOf } from '../licences/licences.ts';
import type { CompiledServer } from './compileServer.ts';
import type { Entry } from './makeLayer.ts';
import { closureOf, type Lockfile, nameOfKey, nodePackage, packageEntries, packageFolder } from './npmPackages.ts';

/** Folder of the server in an image. */
export const apiHome = 'app';

/** Licences and notices of everything in an image that does not come from Debian. */
export const licencesPath = 'usr/share/doc/signboard/licences.txt';

/** The npm packages of an image for one processor, as keys of the lockfile. */
export type ApiPackages = {
  /** Those that work on every processor. */
  portable: string[];
  /** Node, and packages with compiled code. */
  native: string[];
};

/** `@scope/name/path` → `@scope/name`. */
const packageName = (imported: string): string =>
  imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/');

/** What the server needs of npm, with the packages that those need. */
export function packagesOf({ imports }: CompiledServer, lock: Lockfile, architecture: Architecture): ApiPackages {
  const all = closureOf(lock, new Set(imports.map(packageName)), architecture);
  return {
    portable: all.filter((key) => lock[key]?.cpu === undefined),
    native: [...all.filter((key) => lock[key]?.cpu !== undefined), nodePackage(architecture)],
  };
}

const font = /\.(ttf|otf|woff2?)$/;

/** The files that the server takes from a package by their names; undefined when it imports code. */
function filesTaken({ imports }: CompiledServer, key: string): ReadonlySet<string> | undefined {
  const name = nameOfKey(key);
  const taken = imports.filter((imported) => packageName(imported) === name);
  if (taken.length === 0 || !taken.every((imported) => font.test(imported))) return undefined;
  return new Set(taken.map((imported) => imported.slice(name.length + 1)));
}

/**
 * Checks that programs are for a processor, and that the image has the libraries that they load.
 * @throws CommandError naming the first one that is not
 */
function checkPrograms(entries: Entry[], architecture: Architecture): void {
  const libraries = new Set([...apiBase.libraries, ...entries.map(({ path }) => basename(path))]);
  for (const entry of entries) {
    const elf = 'content' in entry ? readElf(entry.content) : null;
    if (!elf) continue;
    if (elf.architecture !== architecture)
      throw new CommandError(`${entry.path} is for ${elf.architecture}, not for ${architecture}.`);
    const missing = elf.needed.find((name) => !libraries.has(name) && !name.startsWith('ld-linux'));
    if (missing) throw new CommandError(`${entry.path} loads ${missing}: add it to scripts/base/recipes.ts.`);
  }
}

/**
 * Node, and the packages with compiled code for one processor.
 * @throws CommandError when a program is for another processor, or needs a library that the base has not
 */
export async function nativeEntries(
  { native }: ApiPackages,
  lock: Lockfile,
  architecture: Architecture,
  cache: string,
  report: Report,
): Promise<Entry[]> {
  const entries = await Promise.all(
    native.map(async (key): Promise<Entry[]> => {
      const folder = await packageFolder(lock, key, cache, report);
      if (key !== nodePackage(architecture)) return packageEntries(folder, `${apiHome}/${key}`);
      return [
        { path: 'usr/local/bin/node', content: withoutSymbols(readFileSync(join(folder, 'bin/node'))), mode: 0o755 },
        { path: 'usr/share/doc/node/LICENSE', content: readFileSync(join(folder, 'LICENSE')) },
      ];
    }),
  );
  const all = entries.flat();
  checkPrograms(all, architecture);
  return all;
}

/**
 * The packages that work on every processor, and the licences of all packages for all processors.
 * @throws CommandError naming a package without a licence text
 */
export async function portableEntries(
  server: CompiledServer,
  lock: Lockfile,
  cache: string,
  report: Report,
): Promise<Entry[]> {
  const all = architectures.map((architecture) => packagesOf(server, lock, architecture));
  const portable = [...new Set(all.flatMap((packages) => packages.portable))];
  const keys = [...portable, ...all.flatMap(({ native }) => native)];
  const passed = await Promise.all(
    keys.map(async (key) => ({
      name: nameOfKey(key),
      version: lock[key]?.version ?? '',
      folder: await packageFolder(lock, key, cache, report),
    })),
  );
  const entries = await Promise.all(
    portable.map(async (key) =>
      packageEntries(await packageFolder(lock, key, cache, report), `${apiHome}/${key}`, filesTaken(server, key)),
    ),
  );
  return [...entries.flat(), { path: licencesPath, content: Buffer.from(licencesOf(passed)) }];
}

/** The compiled server, with SQL and translations. */
export function serverEntries({ files }: CompiledServer): Entry[] {
  return [...files].map(([path, content]) => ({ path: `${apiHome}/${path}`, content }));
}

/**
 * The files of a deployment: its manifest with what it inherits, and its logos. Colours of mails and documents come from the manifest.
 * @throws ManifestError when the manifest is not JSON, or extends an unknown one
 */
export function tenantEntries(id: string, tenants: string): Entry[] {
  const { value, dir } = readSource(id, tenants);
  const { $schema: _, extends: __, ...manifest } = value;
  const folder = `${apiHome}/tenants/${id}`;
  return [
    { path: `${folder}/manifest.json`, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    ...Object.values(logoFiles).map((name) => ({ path: `${folder}/${name}`, content: readFileSync(join(dir, name)) })),
  ];
}
