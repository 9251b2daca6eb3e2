/**
 * The contact sheet: every deployment × sign-in, overview, calendar × light, dark, from the running product, compared pixel by
 * pixel with the sheet that was accepted last. Only deployments whose bundle is another one are taken again.
 *
 * Usage: npm run sheet -- [--all] [--accept]
 * Exit: 0 nothing looks otherwise, or it was accepted; 1 something does (each cell is named), or a picture could not be taken.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import { loadTenant, tenantIds } from '../tenants/manifest.ts';
import { BuildError } from './lib/BuildError.ts';
import { runCommand } from './lib/runCommand.ts';
import { type Accepted, affected } from './sheet/affected.ts';
import { drawSheet } from './sheet/drawSheet.ts';
import { compareStrips } from './sheet/strips.ts';

const repository = resolve(import.meta.dirname, '..');
const sheet = join(repository, 'docs', 'sheet');
const fresh = join(repository, '.cache', 'sheet');
const acceptedFile = join(sheet, 'accepted.json');

const shown = (path: string) => relative(repository, path);
const stripOf = (folder: string, id: string) => join(folder, `${id}.webp`);

function readAccepted(): Accepted {
  return existsSync(acceptedFile) ? (JSON.parse(readFileSync(acceptedFile, 'utf8')) as Accepted) : {};
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

/** Tells what looks otherwise, one line a cell; keeps a picture of it beside the strip. Answers whether anything does. */
async function isOtherwise(id: string): Promise<boolean> {
  const before = stripOf(sheet, id);
  if (!existsSync(before)) {
    console.log(`${id}: new on the sheet`);
    return true;
  }
  const { changed, picture } = await compareStrips(readFileSync(before), readFileSync(stripOf(fresh, id)));
  if (!changed.length) return false;
  const marked = join(fresh, `${id}-changed.webp`);
  writeFileSync(marked, picture);
  for (const { name, share } of changed) console.log(`${id}: ${name}: ${(share * 100).toFixed(2)} % of the pixels`);
  console.log(`    ${shown(marked)} marks them; ${shown(stripOf(fresh, id))} is how it looks now`);
  return true;
}

async function accept(ids: readonly string[], taken: readonly string[], built: Accepted): Promise<void> {
  mkdirSync(sheet, { recursive: true });
  for (const id of taken) writeFileSync(stripOf(sheet, id), readFileSync(stripOf(fresh, id)));
  for (const id of Object.keys(readAccepted()).filter((old) => !ids.includes(old))) rmSync(stripOf(sheet, id));
  writeFileSync(acceptedFile, `${JSON.stringify(built, null, 2)}\n`);
  const rows = await Promise.all(
    ids.map(async (id) => ({
      id,
      brand: (await loadTenant(id)).tenant.brand,
      strip: readFileSync(stripOf(sheet, id)),
    })),
  );
  writeFileSync(join(sheet, 'sheet.webp'), await drawSheet(rows));
}

async function main({ all, accept: isAccepting }: { all: boolean; accept: boolean }): Promise<void> {
  const ids = tenantIds();
  if (!run('npm', ['run', '--silent', 'build']))
    throw new BuildError('The deployments could not be built; the sheet stays.');
  const built = Object.fromEntries(ids.map((id) => [id, digestOf(id)]));
  const taken = all ? ids : affected(built, readAccepted());
  console.log(
    `\n${taken.length ? `To be taken: ${taken.join(', ')}` : 'No bundle is another one: nothing to take.'}\n`,
  );
  mkdirSync(fresh, { recursive: true });
  const isTaken =
    !taken.length ||
    run('playwright', ['test', '--reporter=line', ...taken.map((id) => `--project=${id}`)], {
      TENANTS: taken.join(','),
      SHEET_FOLDER: fresh,
    });
  if (!isTaken) throw new BuildError('Not every picture could be taken; the sheet stays.');
  const otherwise: string[] = [];
  for (const id of taken) if (await isOtherwise(id)) otherwise.push(id);
  console.log(`\n${otherwise.length} of ${ids.length} deployments look otherwise.`);
  if (isAccepting) await accept(ids, taken, built);
  else if (otherwise.length) {
    console.log('To take this for the new sheet: npm run sheet -- --accept');
    process.exitCode = 1;
  }
}

const command = new Command('npm run sheet --')
  .description('Compares the pictures of every deployment with the accepted contact sheet.')
  .option('--all', 'take every deployment again, whether or not its bundle is another one', false)
  .option('--accept', 'what is found is the sheet from now on', false)
  .action(main);

await runCommand(command);
