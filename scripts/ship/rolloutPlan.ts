import { gt } from 'semver';
import { schemaRange } from '../../server/db/migrations.ts';
import { rings } from '../../tenants/schema.ts';
import type { FailedTenant } from '../build/buildTenants.ts';
import { ringOf } from '../../tenants/ring.ts';
import { loadTenants } from '../build/loadTenants.ts';
import { CommandError } from '../../server/CommandError.ts';
import { changesSince } from '../affected/changes.ts';
import { commitOf } from '../affected/git.ts';
import { type Current, currentOf } from './current.ts';
import { type Destination, repositoryOf } from './destination.ts';
import { checkedLive, notChecked, readLedger, type Release, type Ring } from './ledger.ts';
import { contractionProblem } from './mayReturn.ts';
import { type PartName, partNames } from '../image/imageName.ts';
import { messageOf } from '../lib/messageOf.ts';
import type { Guard } from './ship.ts';

/** A deployment of a plan. */
export type PlannedTenant = {
  id: string;
  /** What `current` points to; null for nothing. */
  from: string | null;
  to: string;
  reasons: string[];
  /** Why it cannot be shipped; null when it can. */
  problem: string | null;
  /** Why `current` could not go back from it; null when it could, or when nothing was shipped before. */
  noWayBack: string | null;
  /** Ships this deployment alone. */
  command: string;
};

/** What `ship --affected` would do. */
export type Plan = {
  commit: string;
  /** In the order in which they are shipped; empty waves are left out. */
  waves: { ring: Ring; tenants: PlannedTenant[] }[];
  /** Deployments that are left out because their manifests have errors, or the registry does not give their releases. */
  excluded: FailedTenant[];
  /** Releases of a failed wave, or of an interrupted rollback, that have to go back first. */
  unfinished: { id: string; version: string; to: string | null }[];
};

/** What is known of a deployment. */
type Known = {
  id: string;
  version: string;
  ring: Ring;
  ledger: Release[];
  current: Partial<Record<PartName, Current>>;
};

export type PlanOptions = Omit<Destination, 'id'> & {
  root: string;
  cache: string;
  /** Deployments to consider; empty for all. */
  ids: string[];
  /** Only deployments that this revision's changes affect. */
  since?: string;
  /** Checks the images to which a rollback would return. */
  rollbackGuard?: Guard;
  /** Plan releases too on whose schemas the current ones cannot run. */
  contract: boolean;
  report: (line: string) => void;
};

/** Whether a release was shipped by a wave that is not finished. */
export const isUnfinished = ({ wave, result, note }: Release): boolean =>
  wave !== undefined && result !== 'failed' && note !== checkedLive && note !== notChecked;

/**
 * The deployments to consider, and those that are left out: their manifests have errors (with their ledgers), or the registry does not give
 * their releases.
 * @throws CommandError for an unknown deployment, and when the registry gives nothing of any
 */
async function readAll({ root, cache, ids, host, path, keys }: PlanOptions): Promise<{
  all: Known[];
  excluded: (FailedTenant & Pick<Known, 'ledger'>)[];
}> {
  const { loaded, failed } = await loadTenants(root, cache);
  const unknown = ids.filter((id) => ![...loaded, ...failed].some((tenant) => tenant.id === id));
  if (unknown.length > 0) throw new CommandError(`There is no deployment ${unknown.join(', ')}.`);
  const isWanted = ({ id }: { id: string }): boolean => ids.length === 0 || ids.includes(id);
  const unread = new Map<string, string>();
  const shippedOf = async (id: string): Promise<Pick<Known, 'ledger' | 'current'> | null> => {
    const destination = { id, host, path, keys };
    try {
      const [ledger, current] = await Promise.all([readLedger(destination), currentOf(destination)]);
      return { ledger, current };
    } catch (error) {
      unread.set(id, messageOf(error));
      return null;
    }
  };
  const read = await Promise.all(
    loaded.filter(isWanted).map(async ({ id, manifest }): Promise<Known | null> => {
      const shipped = await shippedOf(id);
      return shipped && { id, version: manifest.version, ring: ringOf(manifest), ...shipped };
    }),
  );
  const broken = await Promise.all(
    failed.filter(isWanted).map(async ({ id, problems }) => {
      const shipped = await shippedOf(id);
      const problem = unread.get(id);
      return { id, problems: problem === undefined ? problems : [...problems, problem], ledger: shipped?.ledger ?? [] };
    }),
  );
  const all = read.flatMap((answer) => answer ?? []);
  const unreadable = loaded.flatMap(({ id }) => {
    const problem = unread.get(id);
    return problem === undefined ? [] : [{ id, problems: [problem], ledger: [] }];
  });
  // Without an answer about any, the registry is at fault, not a deployment.
  if (all.length === 0 && unreadable[0]) throw new CommandError(unreadable[0].problems.join('\n'));
  return { all, excluded: [...broken, ...unreadable] };
}

/** The reasons why deployments differ, or may differ, between a revision and the work tree, by id. */
async function reasonsSince(
  root: string,
  since: string,
  report: (line: string) => void,
): Promise<Map<string, string[]>> {
  const { changes, unknown } = await changesSince({ root, since, report });
  return new Map([
    ...unknown.map(({ id, revision }): [string, string[]] => [
      id,
      [`it cannot be built at ${revision}, so its changes are not known`],
    ]),
    ...changes.map(({ id, reasons }): [string, string[]] => [id, reasons]),
  ]);
}

/** Why each deployment needs a release: its images differ from those of the commit that was shipped last. */
async function reasonsOf(
  all: Known[],
  commit: string,
  { root, since, report }: PlanOptions,
): Promise<Map<string, string[]>> {
  const only = since === undefined ? null : await reasonsSince(root, since, report);
  const bySource = new Map<string, Map<string, string[]> | null>();
  const reasons = new Map<string, string[]>();
  for (const { id, ledger } of all) {
    const last = ledger.at(-1);
    if (only && !only.has(id) && !(last && isUnfinished(last))) continue;
    if (!last) {
      reasons.set(id, ['never shipped']);
      continue;
    }
    if (isUnfinished(last)) reasons.set(id, ['shipped, but its wave was not finished']);
    // The sources have no changes since.
    if (last.commit === commit) continue;
    if (!bySource.has(last.commit)) {
      const isKnown = await commitOf(root, last.commit).catch(() => null);
      bySource.set(last.commit, isKnown === null ? null : await reasonsSince(root, last.commit, report));
    }
    const changed = bySource.get(last.commit);
    const found = changed ? changed.get(id) : [`shipped from ${last.commit}, which this checkout does not have`];
    if (found && !reasons.has(id)) reasons.set(id, found);
  }
  return reasons;
}

function problemOf({ id, version, ledger }: Known): string | null {
  const last = ledger.at(-1);
  const earlier = ledger.findLast((entry) => entry.version === version && entry.act === 'ship');
  if (!last || !earlier || (last.id === earlier.id && isUnfinished(last))) return null;
  const raise = `raise the version in tenants/${id}/manifest.json (npm run tenants -- bump --affected --since ${last.commit.slice(0, 12)})`;
  if (earlier.result === 'failed') return `${version} failed${earlier.note ? ` (${earlier.note})` : ''}: ${raise}`;
  if (last.version === version) return `${version} was shipped with other content: ${raise}`;
  return `${version} was shipped before, and ${last.version} after it: ${raise}`;
}

/** The version that a release replaced; null when there was none. */
export function replacedBy({ before, images }: Release, ledger: Release[]): string | null {
  const digest = before.page;
  if (!digest || digest === images.page) return null;
  return ledger.findLast((entry) => entry.images.page === digest)?.version ?? null;
}

/** Whether a release is a rollback that was interrupted. */
export const isOpenRollback = ({ act, result }: Release): boolean => act === 'roll back' && result === null;

/**
 * Releases that have to go back: they failed, they are of a wave in which another one failed, or their rollback was interrupted. A
 * manifest with a higher version is the correction of what failed.
 */
function unfinishedOf(all: (Pick<Known, 'id' | 'ledger'> & Partial<Known>)[]): Plan['unfinished'] {
  const failed = all.flatMap(({ ledger }) => ledger.filter(({ result, wave }) => wave && result === 'failed'));
  return all.flatMap(({ id, ledger, version }) => {
    const last = ledger.at(-1);
    if (!last) return [];
    const replaced = replacedBy(last, ledger);
    if (isUnfinished(last) && failed.some(({ wave, commit }) => wave === last.wave && commit === last.commit))
      return [{ id, version: last.version, to: replaced }];
    const isOpen = isOpenRollback(last);
    const [from, to] = isOpen ? [replaced ?? last.version, last.version] : [last.version, replaced];
    const isCorrected = version !== undefined && gt(version, from) && gt(version, last.version);
    const hasFailed = last.wave !== undefined && last.result === 'failed';
    // A first release that failed has nothing to go back to.
    return (isOpen || hasFailed) && !isCorrected && to !== null ? [{ id, version: from, to }] : [];
  });
}

/** Why `current` could not return to what a release replaces: the registry has no release of it, or would refuse it. */
async function wayBackProblem(
  { id, ledger, version, current }: Known,
  { host, path, rollbackGuard }: PlanOptions,
): Promise<string | null> {
  const last = ledger.at(-1);
  const isRepeated = last !== undefined && last.version === version && isUnfinished(last);
  const digest = isRepeated ? last.before.page : current.page?.digest;
  if (!digest) return null;
  const back = ledger.findLast(({ images }) => images.page === digest);
  if (!back) return `"current" points to ${digest}, which the ledger does not name`;
  const { oldest } = schemaRange();
  if (back.schema && oldest > back.schema.newest)
    return `${back.version} cannot run on the database after it (migration ${oldest})`;
  try {
    for (const part of partNames)
      if (back.images[part]) await rollbackGuard?.(repositoryOf({ id, host, path }, part), back.images[part]);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * Finds the deployments whose images differ from those that were shipped, and puts them into waves. Changes nothing.
 * Deployments whose manifests have errors, or whose releases cannot be read, are left out.
 * @throws CommandError for an unknown deployment or revision, and when the registry gives the releases of none.
 */
export async function makePlan(options: PlanOptions): Promise<Plan> {
  const commit = await commitOf(options.root, 'HEAD');
  const { all, excluded } = await readAll(options);
  const reasons = await reasonsOf(all, commit, options);
  const plan = async (known: Known): Promise<{ ring: Ring; tenant: PlannedTenant }[]> => {
    const why = reasons.get(known.id);
    if (!why) return [];
    const { id, ring, version: to, current } = known;
    const from = current.page?.version ?? null;
    const older = from !== null && gt(from, to) ? `${from} is newer than ${to}: raise the version` : null;
    const lost = contractionProblem(id, { version: to, schema: schemaRange() }, current.api);
    const problem = problemOf(known) ?? older ?? (options.contract ? null : lost);
    const noWayBack = await wayBackProblem(known, options);
    const command = `npm run ship -- ${id}${lost === null ? '' : ' --contract'}`;
    const tenant = { id, from, to, reasons: why, problem, noWayBack, command };
    return [{ ring, tenant }];
  };
  const planned = (await Promise.all(all.map(plan))).flat();
  const waves = rings.flatMap((ring) => {
    const tenants = planned.filter((release) => release.ring === ring).map(({ tenant }) => tenant);
    return tenants.length > 0 ? [{ ring, tenants }] : [];
  });
  return {
    commit,
    waves,
    unfinished: unfinishedOf([...all, ...excluded]),
    excluded: excluded.map(({ id, problems }) => ({ id, problems })),
  };
}
