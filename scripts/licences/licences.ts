import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandError } from '../../server/CommandError.ts';

const repository = resolve(import.meta.dirname, '../..');

/** A package that is passed on to others. */
export type Passed = { name: string; version: string; folder: string };

/** An installed package by its key in package-lock.json: `node_modules/react`. */
export function installedPackage(key: string): Passed {
  const folder = join(repository, key);
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Passed;
  return { name, version, folder };
}

/** Texts of packages that contain none, by name with `+` in place of `/`. */
const ownTexts = join(import.meta.dirname, 'texts');

const legal = /^((un)?licen[cs]e|copying|notice|copyright|ofl)/i;

/** Names of a package's licence and notice files, sorted. */
function legalFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => legal.test(name))
    .flatMap((entry) =>
      entry.isDirectory() ? readdirSync(join(folder, entry.name)).map((name) => join(entry.name, name)) : [entry.name],
    )
    .sort();
}

function readText(path: string): string {
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** A cache, because most deployments have the same packages. */
const known = new Map<string, string>();

/**
 * Licence and notices of a package.
 * @throws CommandError when it has none and nobody has added one
 */
function textOf({ name, version, folder }: Passed): string {
  const text = known.get(folder);
  if (text !== undefined) return text;
  const keptText = join(ownTexts, `${name.replace('/', '+')}.txt`);
  const found = [...legalFiles(folder).map((file) => join(folder, file)), ...(existsSync(keptText) ? [keptText] : [])];
  if (found.length === 0)
    throw new CommandError(
      `${name} ${version} contains no licence text, so it must not be passed on. Find the text in the package's repository and add it ` +
        `as scripts/licences/texts/${name.replace('/', '+')}.txt.`,
    );
  const joined = found.map(readText).join('\n\n');
  known.set(folder, joined);
  return joined;
}

const rule = '-'.repeat(80);

/**
 * The licences and notices of packages as one plain text. Packages with the same text are listed together. The same packages give
 * the same text, in any order.
 * @throws CommandError naming a package without a licence text
 */
export function licencesOf(packages: Passed[]): string {
  const named = packages
    .map((library) => ({ title: `${library.name} ${library.version}`, text: textOf(library) }))
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  const byText = Map.groupBy(named, ({ text }) => text);
  const sections = [...byText].map(([text, group]) => {
    const titles = [...new Set(group.map(({ title }) => title))];
    return `${rule}\n${titles.join('\n')}\n${rule}\n\n${text}\n`;
  });
  return ['This software contains the following third-party software.\n', ...sections].join('\n');
}
