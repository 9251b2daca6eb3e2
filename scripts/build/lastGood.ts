import { execFileSync } from 'node:child_process';
import { createHash, hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { LoadedTenant } from '../../tenants/manifest.ts';
import type { Changes } from './isolation.ts';

/** The state that was last proved to be isolated: hashes of the compile's inputs and of each deployment. */
type State = { app: string; tenants: Record<string, string> };

/** Folders of a checkout: of the app (with `src/`), of the deployments, and the cache. */
export type Checkout = { root: string; tenants: string; cache: string };

/** A changed check is a reason to check again. */
const checks = readFileSync(join(import.meta.dirname, '../../tenants/checks/visibleLogo.ts'));

const fileOf = ({ tenants, cache }: Checkout): string =>
  join(cache, 'last-good', `${hash('sha256', `${resolve(tenants)}\0${checks.toString()}`).slice(0, 16)}.json`);

function fingerprint({ manifest, logos }: LoadedTenant): string {
  const sum = createHash('sha256').update(JSON.stringify(manifest));
  for (const logo of Object.values(logos)) sum.update('\0').update(logo);
  return sum.digest('hex');
}

function readState(checkout: Checkout): State | null {
  const file = fileOf(checkout);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : null;
}

/** Paths below the checkout that differ from the last commit, or null outside of git. */
function uncommitted({ root, tenants }: Checkout): string[] | null {
  const options = ['status', '--porcelain', '-z', '--untracked-files=all', '--', tenants, join(root, 'src')];
  const run = (...args: string[]) =>
    execFileSync('git', args, { cwd: tenants, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const top = run('rev-parse', '--show-toplevel').trim();
    return run(...options)
      .split('\0')
      .map((entry) => join(top, entry.slice(3)));
  } catch {
    return null;
  }
}

/**
 * The deployments that are new or changed since they were last proved to be isolated. For a deployment without such a proof, those
 * whose folder differs from the last commit.
 */
export function changedTenants(checkout: Checkout, loaded: LoadedTenant[]): ReadonlySet<string> {
  const state = readState(checkout);
  const unknown = loaded.filter(({ id }) => !state?.tenants[id]);
  const paths = unknown.length > 0 ? (uncommitted(checkout) ?? []) : [];
  const folders = new Set(paths.map((path) => relative(checkout.tenants, path).split('/')[0]));
  return new Set(
    loaded.flatMap((one) => {
      const known = state?.tenants[one.id];
      return (known ? known !== fingerprint(one) : folders.has(one.id)) ? [one.id] : [];
    }),
  );
}

/** Tells which deployments are the same as when they were last proved to be isolated. */
export function provedBefore(checkout: Checkout): (loaded: LoadedTenant) => boolean {
  const tenants = readState(checkout)?.tenants ?? {};
  return (loaded) => tenants[loaded.id] === fingerprint(loaded);
}

/** As `changedTenants`, and whether the app differs from the one of the last proof or of the last commit. */
export function changesSince(checkout: Checkout, loaded: LoadedTenant[], inputs: string): Changes {
  const state = readState(checkout);
  const source = join(checkout.root, 'src/');
  const app = state ? state.app !== inputs : (uncommitted(checkout)?.some((path) => path.startsWith(source)) ?? true);
  return { tenants: changedTenants(checkout, loaded), app };
}

/** Records deployments whose bundles were proved to be isolated. */
export function recordGood(checkout: Checkout, proved: LoadedTenant[], inputs: string): void {
  const file = fileOf(checkout);
  const state: State = {
    app: inputs,
    tenants: {
      ...readState(checkout)?.tenants,
      ...Object.fromEntries(proved.map((one) => [one.id, fingerprint(one)])),
    },
  };
  const draft = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, JSON.stringify(state));
  renameSync(draft, file);
}
