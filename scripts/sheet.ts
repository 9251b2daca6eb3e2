import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { loadTenant, tenantIds } from '../tenants/manifest.ts';
import { noDeployment } from '../tenants/noDeployment.ts';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand, runCommand } from './lib/command.ts';
import { type Change, changesOf, fileOf, readPicture, type SheetFolders } from './sheet/changes.ts';
import { changedBundles, type BundleDigests } from './sheet/changedBundles.ts';
import { drawContactSheet } from './sheet/drawContactSheet.ts';
import { comparePictures } from './sheet/pictures.ts';
import { openReview, type Verdicts } from './sheet/review.ts';

type Options = { all: boolean; accept: boolean; review: boolean; port: string };

const repository = resolve(import.meta.dirname, '..');
const folders: SheetFolders = {
  accepted: join(repository, 'docs', 'sheet'),
  current: join(repository, '.cache', 'sheet'),
};
const acceptedFile = join(folders.accepted, 'accepted.json');
/** The digest of the bundle whose pictures are all in `.cache/sheet/<id>/`, so that they are not taken again; '' if none are. */
function takenDigest(id: string): string {
  const file = join(folders.current, id, 'digest.txt');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

const shown = (path: string) => relative(repository, path);

function readDigests(file: string): BundleDigests {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BundleDigests) : {};
}

function writeDigests(file: string, digests: BundleDigests): void {
  const sorted = Object.entries(digests).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
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

/** Prints one line per changed picture and writes its difference beside the current one. */
async function reportChanges(changes: readonly Change[]): Promise<void> {
  for (const { id, picture, share, isNew } of changes) {
    const now = readPicture(folders.current, id, picture.name);
    if (!now) continue;
    const { difference } = await comparePictures(readPicture(folders.accepted, id, picture.name), now);
    writeFileSync(fileOf(folders.current, id, `${picture.name}.difference`), difference);
    const what = isNew ? 'new' : `${(share * 100).toFixed(2)} % of the pixels changed`;
    console.log(`${id}: ${picture.name}: ${what}`);
  }
  if (changes.length) console.log(`\nPictures and differences: ${shown(folders.current)}/<id>/`);
}

/** Makes current pictures the accepted ones. `digests` are the bundles of which every picture is accepted now. */
async function accept(changes: readonly Change[], digests: BundleDigests): Promise<void> {
  mkdirSync(folders.accepted, { recursive: true });
  for (const { id, picture } of changes)
    cpSync(fileOf(folders.current, id, picture.name), fileOf(folders.accepted, id, picture.name), { recursive: true });
  const ids = tenantIds();
  const known = Object.entries(readDigests(acceptedFile)).filter(([id]) => ids.includes(id));
  writeDigests(acceptedFile, { ...Object.fromEntries(known), ...digests });
  for (const old of readdirSync(folders.accepted, { withFileTypes: true }))
    if (old.isDirectory() && !ids.includes(old.name)) rmSync(join(folders.accepted, old.name), { recursive: true });
  const rows = await Promise.all(
    ids.map(async (id) => ({
      id,
      brand: (await loadTenant(id)).tenant.brand,
      pictureOf: (name: string) => readPicture(folders.accepted, id, name),
    })),
  );
  writeFileSync(join(folders.accepted, 'sheet.webp'), await drawContactSheet(rows));
}

/** Builds, and takes pictures of the wanted deployments whose bundle has none yet. Returns the digests of their bundles. */
function photograph(wanted: readonly string[], all: boolean): BundleDigests {
  if (!run('npm', ['run', '--silent', 'build', '--', ...wanted]))
    throw new CommandError('The build failed; the contact sheet is unchanged.');
  const built = Object.fromEntries(wanted.map((id) => [id, digestOf(id)]));
  const changed = all ? wanted : changedBundles(built, readDigests(acceptedFile));
  const missing = all ? wanted : changed.filter((id) => takenDigest(id) !== built[id]);
  console.log(
    missing.length
      ? `\nTaking pictures of: ${missing.join(', ')}\n`
      : `\n${changed.length ? 'The pictures of the changed bundles are there already.' : 'No bundle has changed: no pictures are needed.'}\n`,
  );
  mkdirSync(folders.current, { recursive: true });
  const isComplete =
    !missing.length ||
    // An output folder of its own, because another run in this folder would delete its files.
    run(
      'playwright',
      [
        'test',
        '--reporter=line',
        '--trace=off',
        '--output',
        join(folders.current, '.results'),
        ...missing.map((id) => `--project=${id}`),
      ],
      { TENANTS: missing.join(','), SHEET_FOLDER: folders.current },
    );
  if (!isComplete)
    throw new CommandError(
      'Some pictures failed; the contact sheet is unchanged. Run the command again: it takes only those.',
    );
  return Object.fromEntries(changed.map((id) => [id, built[id] ?? '']));
}

/** The digests of deployments without a change in `left`. */
function withoutChanges(digests: BundleDigests, left: readonly Change[]): BundleDigests {
  return Object.fromEntries(Object.entries(digests).filter(([id]) => !left.some((change) => change.id === id)));
}

/** Shows the changes in the browser, until the review is finished or the process is stopped. */
async function review(changes: readonly Change[], digests: BundleDigests, port: number): Promise<void> {
  const opened = await openReview({ changes, folders, port });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => opened.finish());
  console.log(`Review ${changes.length} changed pictures: ${opened.url}\nStop with Ctrl+C.`);
  const verdicts: Verdicts = await opened.finished;
  const left = changes.filter((change) => verdicts.of(change) !== 'accepted');
  const accepted = changes.filter((change) => verdicts.of(change) === 'accepted');
  if (accepted.length) await accept(accepted, withoutChanges(digests, left));
  const rejected = left.filter((change) => verdicts.of(change) === 'rejected').length;
  console.log(`${accepted.length} accepted, ${rejected} rejected, ${left.length - rejected} undecided.`);
  for (const change of left) console.log(`  ${verdicts.of(change)}: ${change.id}: ${change.picture.name}`);
  if (left.length) process.exitCode = 1;
}

async function main(given: string[], { all, accept: isAccepting, review: isReviewing, port }: Options): Promise<void> {
  const ids = tenantIds();
  const unknown = given.filter((id) => !ids.includes(id));
  if (unknown.length) throw new CommandError(unknown.map((id) => noDeployment(id, ids)).join('\n'));
  const wanted = given.length ? given : ids;
  const digests = photograph(wanted, all);
  const changes = await changesOf(Object.keys(digests), folders);
  const different = new Set(changes.map(({ id }) => id)).size;
  if (isReviewing && changes.length) return review(changes, digests, Number(port));
  await reportChanges(changes);
  console.log(`\n${different} of ${wanted.length} deployments look different.`);
  if (isAccepting || !changes.length) await accept(changes, digests);
  else {
    console.log('To look at the changes and accept them: npm run sheet -- --review; to accept all: -- --accept');
    process.exitCode = 1;
  }
}

const command = defineCommand('sheet', {
  description:
    'Compares the contact sheet: pictures of sign-in, overview, calendar, a list, a record, reports and a mail of every deployment, on desktop and phone, in light and dark, pixel by pixel with the accepted ones in docs/sheet/. Only deployments with a changed bundle are photographed again. With --review a browser page shows before, after and difference, where changes are accepted or rejected, one by one or all similar ones.',
  examples: [
    'npm run sheet',
    'npm run sheet -- --review',
    'npm run sheet -- iceland brazil --review',
    'npm run sheet -- --accept',
    'npm run sheet -- --all',
  ],
  exitCodes: {
    0: 'nothing looks different, or the changes were accepted',
    1: 'a picture looks different (each is named), was rejected or not decided on, or the build or a picture failed',
  },
})
  .argument('[ids...]', 'ids of deployments; all if none is given')
  .option('--all', 'take pictures of every deployment, changed or not', false)
  .option('--accept', 'accept every current picture', false)
  .option('--review', 'decide in the browser which pictures are accepted', false)
  .option('--port <port>', 'port of the review; 0 for a free one', '8092')
  .action(main);

await runCommand(command);
