import { join } from 'node:path';
import pLimit from 'p-limit';
import { loadTenant, ManifestError } from '../../tenants/manifest.ts';
import { ringOf } from '../../tenants/ring.ts';
import { tenantIds } from '../../tenants/tenantIds.ts';
import { changesSince } from '../affected/changes.ts';
import { git } from '../affected/git.ts';
import { CommandError } from '../../server/CommandError.ts';
import { type Destination, repositoryOf } from '../ship/destination.ts';
import { type Status, statusOf } from '../ship/status.ts';
import type { FleetRow } from './fleetRow.ts';
import { lookAt } from './live.ts';
import { type ShippedFiles, shippedFiles } from './shippedFiles.ts';
import { suiteRuns } from './suiteRuns.ts';

export type FleetQuestion = {
  /** Folder with `tenants/`, a git checkout. */
  root: string;
  cache: string;
  /** Null: the registry is not read. */
  registry: { host: string; path: string } | null;
  /** Address of a deployment. */
  urlOf: (id: string) => string;
  /** Deployments to show; all when empty. */
  ids: string[];
  bytes: 'all' | 'sample';
  healthToken: string | null;
  now: () => Date;
};

/** Deployments that are read at once. */
const lanes = 8;

/** Remembers answers that never change: the distance of two commits, and what separates them. */
export type FleetMemory = { behind: Map<string, number | null>; affected: Map<string, Map<string, string[]>> };

export const newMemory = (): FleetMemory => ({ behind: new Map(), affected: new Map() });

type Identity = Pick<FleetRow, 'id' | 'brand' | 'ring' | 'isStage' | 'next' | 'icon' | 'ground'>;

async function identityOf(id: string, folder: string): Promise<Identity> {
  try {
    const { tenant, manifest, logos, tokens } = await loadTenant(id, { root: folder });
    return {
      id,
      brand: tenant.brand,
      isStage: tenant.stage,
      next: tenant.version,
      ring: ringOf(manifest),
      icon: logos.icon.toString('utf8'),
      ground: tokens.light.brandPanel,
    };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    return { id, brand: id, isStage: false, next: null, ring: 'rest', icon: null, ground: 'transparent' };
  }
}

type FromRegistry = { status: Status | null; registryProblem: string | null; shipped: ShippedFiles | null };

async function readRegistry(destination: Destination, cache: string): Promise<FromRegistry> {
  try {
    const status = await statusOf(destination);
    const digest = status.requested?.images.page;
    const shipped = digest ? await shippedFiles(repositoryOf(destination), digest, join(cache, 'fleet/layers')) : null;
    return { status, registryProblem: null, shipped };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { status: null, registryProblem: error.message, shipped: null };
  }
}

const noRegistry: FromRegistry = {
  status: null,
  registryProblem: 'No registry was given: --registry, or SIGNBOARD_REGISTRY.',
  shipped: null,
};

/** Commits after a commit; null when this checkout does not know it. */
async function behindOf(root: string, commit: string, head: string, memory: FleetMemory): Promise<number | null> {
  const key = `${commit}..${head}`;
  const known = memory.behind.get(key);
  if (known !== undefined) return known;
  const isCommit = /^[0-9a-f]{40}$/.test(commit);
  const count = isCommit ? await git(root, 'rev-list', '--count', key).then(Number, () => null) : null;
  memory.behind.set(key, count);
  return count;
}

const clean = (commit: string): string => commit.replace(/-dirty$/, '');

/** Reads every deployment: manifest, registry and live address. What cannot be read is part of the row, in words. */
export async function readFleet(question: FleetQuestion, memory: FleetMemory): Promise<FleetRow[]> {
  const { root, cache, registry, urlOf, ids, bytes, healthToken, now } = question;
  const folder = join(root, 'tenants');
  const head = await git(root, 'rev-parse', 'HEAD').catch(() => '');
  const suites = suiteRuns(join(cache, 'browser/results.json'));
  const rows = new Map<string, FleetRow>();
  const wanted = ids.length > 0 ? ids : tenantIds(folder);
  await pLimit(lanes).map(wanted, async (id) => {
    const identity = await identityOf(id, folder);
    const { shipped, ...release } = registry ? await readRegistry({ id, ...registry }, cache) : noRegistry;
    const live = await lookAt({ id, url: urlOf(id), shipped, bytes, healthToken, now: now() });
    const commit = clean(release.status?.requested?.commit ?? '');
    rows.set(id, {
      ...identity,
      ...release,
      live,
      suite: suites.get(id) ?? null,
      behind: await behindOf(root, commit, head, memory),
      affected: memory.affected.get(`${commit}..${head}`)?.get(id) ?? null,
    });
  });
  return wanted.flatMap((id) => rows.get(id) ?? []);
}

/**
 * Builds HEAD and each requested commit once, and remembers which deployments differ. Takes seconds for each commit that was not
 * built before. Commits that this checkout does not know stay unknown.
 */
export async function learnAffected(
  root: string,
  rows: FleetRow[],
  memory: FleetMemory,
  report: (line: string) => void,
): Promise<void> {
  const head = await git(root, 'rev-parse', 'HEAD').catch(() => '');
  const commits = new Set(rows.map(({ status }) => clean(status?.requested?.commit ?? '')).filter(Boolean));
  for (const commit of commits) {
    const key = `${commit}..${head}`;
    if (memory.affected.has(key)) continue;
    try {
      const { changes, unchanged } = await changesSince({ root, since: commit, until: head, report });
      const reasons = [...changes, ...unchanged.map((id) => ({ id, reasons: [] }))];
      memory.affected.set(key, new Map(reasons.map((change) => [change.id, change.reasons])));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      report(error.message);
      memory.affected.set(key, new Map());
    }
  }
}
