import { spawnSync } from 'node:child_process';
import { createHash, hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { LoadedTenant } from '../../tenants/manifest.ts';

/** The state that was last proved to be isolated: hashes of the compile's inputs and of each deployment. */
type State = { app: string; tenants: Record<string, string> };

/** Folders of a checkout: of the app (with `src/`), of the deployments, and the cache. */
export type Checkout = { root: string; tenants: string; cache: string };

/** The code that draws logos and writes pages: with another one, all is checked again. */
const code = [
  join(import.meta.dirname, '../../tenants/checks/visibleLogo.ts'),
  ...readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(import.meta.dirname, name)),
].map((file) => readFileSync(file, 'utf8'));

const fileOf = ({ tenants, cache }: Checkout): string =>
  join(cache, 'last-good', `${hash('sha256', [resolve(tenants), ...code].join('\0')).slice(0, 16)}.json`);

function fingerprint({ manifest, logos }: LoadedTenant): string {
  const sum = createHash('sha256').update(JSON.stringify(manifest));
  for (const logo of Object.values(logos)) sum.update('\0').update(logo);
  return sum.digest('hex');
}

function readState(checkout: Checkout): State | null {
  const file = fileOf(checkout);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : null;
}

/** Runs git in the folder of the deployments. `status` is 128 or null when it cannot answer, as outside of a repository. */
function git({ tenants }: Checkout, ...args: string[]): { status: number | null; out: string } {
  const { status, stdout } = spawnSync('git', args, { cwd: tenants, encoding: 'utf8', maxBuffer: 1 << 26 });
  return { status, out: stdout ?? '' };
}

/** The files of a deployment that say how it looks. */
const files = ({ tenants }: Checkout, id: string): string[] =>
  ['manifest.json', '*.svg'].map((name) => join(tenants, id, name));

/** A change of a name, a colour or a logo, as a line that git shows: a raised version makes nobody look like another. */
const likenessLine = '"(brand|customer|extends|accent|highlight|progress)"|<';

/** How many commits lead to the last change of a deployment's look; infinite if it is not committed, 1 if git does not know. */
function lastChange(checkout: Checkout, id: string): number {
  const paths = files(checkout, id);
  if (git(checkout, 'status', '--porcelain', '--untracked-files=all', '--', ...paths).out !== '') return Infinity;
  const commit = git(checkout, 'log', '-1', '--format=%H', '-G', likenessLine, '--', ...paths).out.trim();
  return commit === '' ? 1 : Number(git(checkout, 'rev-list', '--count', commit).out);
}

/**
 * Tells how new deployments are, to find out which of two has come to look like the other: 0 if it is as it was last proved to be
 * isolated, infinite if it has changed since; without such a proof git tells whose look changed last.
 */
export function newnessOf(checkout: Checkout, loaded: LoadedTenant[]): (id: string) => number {
  const state = readState(checkout);
  return (id) => {
    const known = state?.tenants[id];
    const deployment = loaded.find((tenant) => tenant.id === id);
    if (known === undefined || !deployment) return lastChange(checkout, id);
    return known === fingerprint(deployment) ? 0 : Infinity;
  };
}

/** Tells which deployments are the same as when they were last proved to be isolated. */
export function provedBefore(checkout: Checkout): (loaded: LoadedTenant) => boolean {
  const tenants = readState(checkout)?.tenants ?? {};
  return (loaded) => tenants[loaded.id] === fingerprint(loaded);
}

/** Whether files have a text, in a revision or, without one, on disk; null if git cannot tell. */
function contain(checkout: Checkout, paths: string[], text: string, revision?: string): boolean | null {
  const where = revision === undefined ? ['--untracked'] : [revision];
  const { status } = git(checkout, 'grep', '--quiet', '--fixed-strings', '-e', text, ...where, '--', ...paths);
  return status === 0 || status === 1 ? status === 0 : null;
}

/**
 * Whether the app had a text before a deployment did; null outside of git. It is also true for a text that the compiler or a package
 * brings, and if the first commit of the history, as in a shallow clone, has both.
 */
function appHadBefore(checkout: Checkout, id: string, text: string): boolean | null {
  const app = ['src', 'contract', 'scripts/build'].map((name) => join(checkout.root, name));
  const paths = files(checkout, id);
  const isWritten = contain(checkout, app, text);
  if (isWritten !== true) return isWritten === null ? null : true;
  const isCommitted = contain(checkout, paths, text, 'HEAD');
  const commit = isCommitted ? git(checkout, 'log', '-1', '--format=%H', `-S${text}`, '--', ...paths).out.trim() : null;
  if (commit === null) return contain(checkout, app, text, 'HEAD');
  return contain(checkout, app, text, `${commit}^`) ?? contain(checkout, app, text, commit);
}

/**
 * Tells whether a deployment is to blame for a text of its own that the app contains, or else the app. The record of the last proof
 * decides if only one of the two has changed since, else git, by which of them had the text first.
 */
export function blameSince(
  checkout: Checkout,
  loaded: LoadedTenant[],
  inputs: string,
): (owner: string, text: string) => boolean {
  const state = readState(checkout);
  const isSameApp = state?.app === inputs;
  return (owner, text) => {
    const known = state?.tenants[owner];
    const isSame = loaded.some((tenant) => tenant.id === owner && known === fingerprint(tenant));
    if (known !== undefined && isSame !== isSameApp) return isSameApp;
    return appHadBefore(checkout, owner, text) ?? (isSameApp && !isSame);
  };
}

/** Records deployments whose bundles were proved to be isolated. */
export function recordGood(checkout: Checkout, proved: LoadedTenant[], inputs: string): void {
  const file = fileOf(checkout);
  const state: State = {
    app: inputs,
    tenants: {
      ...readState(checkout)?.tenants,
      ...Object.fromEntries(proved.map((tenant) => [tenant.id, fingerprint(tenant)])),
    },
  };
  const draft = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, JSON.stringify(state));
  renameSync(draft, file);
}
