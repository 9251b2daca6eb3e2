import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { loadTenant, tenantIds } from '../tenants/manifest.ts';
import { CommandError } from './lib/CommandError.ts';
import { defineCommand, runCommand } from './lib/command.ts';
import { changedBundles, type BundleDigests } from './sheet/changedBundles.ts';
import { drawContactSheet } from './sheet/drawContactSheet.ts';
import { compareStrips } from './sheet/strips.ts';

const repository = resolve(import.meta.dirname, '..');
const acceptedFolder = join(repository, 'docs', 'sheet');
const currentFolder = join(repository, '.cache', 'sheet');
const acceptedFile = join(acceptedFolder, 'accepted.json');

const shown = (path: string) => relative(repository, path);
const stripOf = (folder: string, id: string) => join(folder, `${id}.webp`);

function readAccepted(): BundleDigests {
  return existsSync(acceptedFile) ? (JSON.parse(readFileSync(acceptedFile, 'utf8')) as BundleDigests) : {};
}

function digestOf(id: string): string {
  const { digest } = JSON.parse(readFileSync(join(repository, 'dist', id, 'version.json'), 'utf8')) as {
    digest: string;
  };
  return digest;
}

function run(command: string, args: string[], environment: Record<string, string> = {}): boolean {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } }).status === 0;
}

/** Prints one line per changed screen and writes a picture of the difference. Returns whether any screen changed. */
async function reportChanges(id: string): Promise<boolean> {
  const accepted = stripOf(acceptedFolder, id);
  if (!existsSync(accepted)) {
    console.log(`${id}: not on the accepted contact sheet yet`);
    return true;
  }
  const current = stripOf(currentFolder, id);
  const { changed, picture } = await compareStrips(readFileSync(accepted), readFileSync(current));
  if (!changed.length) return false;
  const difference = join(currentFolder, `${id}-changed.webp`);
  writeFileSync(difference, picture);
  for (const { name, share } of changed)
    console.log(`${id}: ${name}: ${(share * 100).toFixed(2)} % of the pixels changed`);
  console.log(`    changed pixels: ${shown(difference)}; current screens: ${shown(current)}`);
  return true;
}

/** Makes the current strips and digests the accepted ones, and draws the contact sheet from all accepted strips. */
async function accept(ids: readonly string[], photographed: readonly string[], built: BundleDigests): Promise<void> {
  mkdirSync(acceptedFolder, { recursive: true });
  for (const id of photographed) writeFileSync(stripOf(acceptedFolder, id), readFileSync(stripOf(currentFolder, id)));
  for (const id of Object.keys(readAccepted()).filter((old) => !ids.includes(old))) rmSync(stripOf(acceptedFolder, id));
  writeFileSync(acceptedFile, `${JSON.stringify(built, null, 2)}\n`);
  const rows = await Promise.all(
    ids.map(async (id) => ({
      id,
      brand: (await loadTenant(id)).tenant.brand,
      strip: readFileSync(stripOf(acceptedFolder, id)),
    })),
  );
  writeFileSync(join(acceptedFolder, 'sheet.webp'), await drawContactSheet(rows));
}

async function main({ all, accept: isAccepting }: { all: boolean; accept: boolean }): Promise<void> {
  const ids = tenantIds();
  if (!run('npm', ['run', '--silent', 'build']))
    throw new CommandError('The build failed; the contact sheet is unchanged.');
  const built = Object.fromEntries(ids.map((id) => [id, digestOf(id)]));
  const photographed = all ? ids : changedBundles(built, readAccepted());
  console.log(
    `\n${photographed.length ? `Taking screenshots of: ${photographed.join(', ')}` : 'No bundle has changed: no screenshots are needed.'}\n`,
  );
  mkdirSync(currentFolder, { recursive: true });
  const isComplete =
    !photographed.length ||
    run('playwright', ['test', '--reporter=line', ...photographed.map((id) => `--project=${id}`)], {
      TENANTS: photographed.join(','),
      SHEET_FOLDER: currentFolder,
    });
  if (!isComplete) throw new CommandError('Some screenshots failed; the contact sheet is unchanged.');
  const changed: string[] = [];
  for (const id of photographed) if (await reportChanges(id)) changed.push(id);
  console.log(`\n${changed.length} of ${ids.length} deployments look different.`);
  if (isAccepting) await accept(ids, photographed, built);
  else if (changed.length) {
    console.log('To accept the changes: npm run sheet -- --accept');
    process.exitCode = 1;
  }
}

const command = defineCommand('sheet', {
  description:
    'Compares the contact sheet: screenshots of sign-in, overview and calendar of every deployment, in light and dark, pixel by pixel with the accepted ones in docs/sheet/. Only deployments with a changed bundle are photographed again.',
  examples: ['npm run sheet', 'npm run sheet -- --accept', 'npm run sheet -- --all'],
  exitCodes: {
    0: 'nothing looks different, or the changes were accepted',
    1: 'a screen looks different (each is named), or the build or a screenshot failed',
  },
})
  .option('--all', 'take screenshots of every deployment, changed or not', false)
  .option('--accept', 'replace the accepted contact sheet with the current one', false)
  .action(main);

await runCommand(command);
