import pLimit from 'p-limit';
import type { FailedTenant } from '../build/buildTenants.ts';
import { CommandError } from '../../server/CommandError.ts';
import { messageOf } from '../lib/messageOf.ts';
import { type Deploy, DeployError } from './deploy.ts';
import type { Destination } from './destination.ts';
import { appendOutcome, checkedLive, notChecked, readLedger, type Release } from './ledger.ts';
import { addressOf, liveProblem, type CheckTimes } from './liveCheck.ts';
import { runOutside } from './outsideCommand.ts';
import { isOpenRollback, type Plan, replacedBy } from './rolloutPlan.ts';
import { type Guard, type Prepared, rollBack, type ShipBuilt } from './ship.ts';
import type { Tell } from './webhook.ts';

type Wave = Plan['waves'][number];

export type RolloutOptions = Omit<Destination, 'id'> & {
  /** Resolves to the reason why a wave may not go on; null when it may. */
  approve: (wave: Wave) => Promise<string | null>;
  /** Builds all deployments of the plan; called when the first wave was approved. */
  prepare: () => Promise<Prepared>;
  /** Checks the images to which a rollback returns. */
  rollbackGuard?: Guard;
  /** Makes the machines run what a rollback returns to. */
  deploy?: Deploy;
  /** Address of a live deployment with `{id}`; without it nothing is checked after a wave. */
  url?: string;
  times: CheckTimes;
  /** Runs the tenant suite against live addresses; resolves to whether it passed. */
  suite?: (ids: string[]) => Promise<boolean>;
  tell: Tell;
  report: (line: string) => void;
};

/** Deployments that are shipped at the same time. */
const atOnce = 4;

/** Runs work for each item, some at the same time. Rejects never: returns what each rejected with. */
async function eachOf<T>(items: T[], work: (item: T) => Promise<void>): Promise<{ item: T; error: unknown }[]> {
  const errors: { item: T; error: unknown }[] = [];
  await pLimit(atOnce).map(items, (item) => work(item).catch((error: unknown) => errors.push({ item, error })));
  return errors;
}

/** Asks an external command: exit code 0 approves. It gets the wave as JSON on its standard input. */
export async function askCommand(command: string, wave: Wave): Promise<string | null> {
  const code = await runOutside(command, wave, { WAVE: wave.ring });
  return code === 0 ? null : `"${command}" did not approve wave ${wave.ring} (exit code ${code ?? 'none'})`;
}

/**
 * Marks the last release of a deployment as failed and points `current` to what it replaced, or finishes a rollback that was interrupted.
 * Returns a line about it; null when there is nothing to take back.
 * @throws CommandError when the registry refuses it, or the live address does not follow
 */
async function takeBack(
  destination: Destination,
  reason: string,
  { url, times, rollbackGuard, deploy, tell }: RolloutOptions,
  commit: string,
): Promise<string | null> {
  const { id } = destination;
  const ledger = await readLedger(destination);
  const last = ledger.at(-1);
  // An open rollback was checked before its intent was written, so it is not checked again.
  const isOpen = last !== undefined && isOpenRollback(last);
  if (!last || !(last.wave || isOpen)) return null;
  if (!isOpen && last.result !== 'failed') await appendOutcome(destination, last, { result: 'failed', note: reason });
  const to = isOpen ? last.version : replacedBy(last, ledger);
  const remedy = `ship a correction under a higher version (npm run tenants -- bump ${id})`;
  if (to === null)
    throw new CommandError(`${last.version} stays, because no earlier release was shipped\n    → ${remedy}`);
  const { release } = await rollBack(destination, to, {
    guard: rollbackGuard,
    deploy,
    restored: isOpen,
    // It ran on this database before, or was checked when its intent was written.
    contract: true,
  }).catch((error: unknown) => {
    throw new CommandError(`${messageOf(error)}\n    → repeat the command; if it is refused again, ${remedy}`);
  });
  await tell({ step: 'rolled back', commit, tenant: id, version: to });
  const problem = url === undefined ? null : await liveProblem(addressOf(url, id), release, { ...times, watch: 0 });
  if (problem) throw new CommandError(`"current" points to ${to} again, but ${problem}\n    → check the deployment`);
  return `${id} has ${to} again`;
}

/** Takes back the releases of deployments. Returns which have their earlier ones again, and why others have not. */
async function takeBackAll(
  ids: string[],
  reason: string,
  options: RolloutOptions,
  commit: string,
): Promise<{ done: string[]; left: string[] }> {
  const { host, path, keys } = options;
  const done: string[] = [];
  const errors = await eachOf(ids, async (id) => {
    const line = await takeBack({ id, host, path, keys }, reason, options, commit);
    if (line) done.push(line);
  });
  return { done, left: errors.map(({ item, error }) => `${item}: ${messageOf(error)}`) };
}

/** A deployment of a wave that was not shipped, or whose machines do not run what was shipped. */
type Stuck = { id: string; problem: string; isShipped: boolean };

/** Ships the deployments of a wave; adds each release to `releases`, and returns the others. */
async function shipWave(
  { ring, tenants }: Wave,
  releases: Map<string, Release>,
  { shipBuilt, tell, report }: RolloutOptions & { shipBuilt: ShipBuilt },
  commit: string,
): Promise<Stuck[]> {
  const errors = await eachOf(tenants, async ({ id, to }) => {
    const { release } = await shipBuilt(id, (line) => report(`${id}: ${line}`), ring);
    releases.set(id, release);
    await tell({ step: 'shipped', commit, wave: ring, tenant: id, version: to });
  });
  return errors.map(({ item: { id }, error }) => ({
    id,
    problem: `${id}: ${messageOf(error)}`,
    isShipped: error instanceof DeployError,
  }));
}

/** Checks the live deployments of a wave. Returns the problems. */
async function checkWave(
  { ring }: Wave,
  releases: Map<string, Release>,
  { url, times, suite, tell }: RolloutOptions,
  commit: string,
): Promise<string[]> {
  if (url === undefined) return [];
  const problems: string[] = [];
  // All are watched during the same time.
  await Promise.all(
    [...releases].map(async ([id, release]) => {
      const problem = await liveProblem(addressOf(url, id), release, times);
      if (problem) problems.push(`${id}: ${problem}`);
      else await tell({ step: 'checked', commit, wave: ring, tenant: id, version: release.version });
    }),
  );
  if (problems.length > 0 || !suite) return problems;
  return (await suite([...releases.keys()])) ? [] : ['the tenant suite failed at the live addresses'];
}

/**
 * Ships and checks a wave.
 * @throws CommandError when not all could be shipped: what was shipped stays, so that the same command goes on. Also when a live
 * deployment or a deploy command failed; then all of the wave were taken back.
 */
async function runWave(wave: Wave, options: RolloutOptions & { shipBuilt: ShipBuilt }, commit: string): Promise<void> {
  const { tell, host, path, keys, url } = options;
  await tell({ step: 'wave started', commit, wave: wave.ring });
  const releases = new Map<string, Release>();
  const stuck = await shipWave(wave, releases, options, commit);
  const failures = stuck.map(({ problem }) => problem);
  if (stuck.some(({ isShipped }) => !isShipped)) {
    await tell({ step: 'stopped', commit, wave: wave.ring, reason: failures.join('; ') });
    throw new CommandError(
      [
        `Wave ${wave.ring} was not shipped completely, and the later waves were not shipped:`,
        ...failures.map((problem) => `  ${problem}`),
        'Nothing was taken back. Repeat the command to go on; it ships the rest of the wave and checks all of it.',
      ].join('\n'),
    );
  }
  const problems = stuck.length > 0 ? failures : await checkWave(wave, releases, options, commit);
  if (problems.length === 0) {
    const errors = await eachOf([...releases], async ([id, release]) => {
      const noted = { result: 'done', note: url === undefined ? notChecked : checkedLive } as const;
      await appendOutcome({ id, host, path, keys }, release, noted);
    });
    if (errors.length > 0)
      throw new CommandError(`${errors.map(({ error }) => messageOf(error)).join('\n')}\nRepeat the command to go on.`);
    await tell({ step: 'wave finished', commit, wave: wave.ring });
    return;
  }
  const reason = problems.join('; ');
  await tell({ step: 'failed', commit, wave: wave.ring, reason });
  const shipped = [...releases.keys(), ...stuck.map(({ id }) => id)];
  const { left } = await takeBackAll(shipped, reason, options, commit);
  await tell({ step: 'stopped', commit, wave: wave.ring, reason });
  throw new CommandError(
    [
      `Wave ${wave.ring} failed, and the later waves were not shipped:`,
      ...problems.map((problem) => `  ${problem}`),
      left.length > 0
        ? 'Not everything runs its earlier version:'
        : 'Its deployments have their earlier versions again.',
      ...left.map((problem) => `  ${problem}`),
    ].join('\n'),
  );
}

/**
 * Ships the waves of a plan, one after the other. The state is in the registry: after an interruption the same command makes a new plan
 * and goes on, or finishes a rollback. Returns the deployments that were left out, with the reasons.
 * @throws CommandError when a deployment of the plan has a problem, a wave is not approved, or fails. A failed wave is taken back.
 */
export async function runRollout(
  { waves, unfinished, excluded, commit }: Plan,
  options: RolloutOptions,
): Promise<FailedTenant[]> {
  const { tell, approve } = options;
  if (unfinished.length > 0) {
    const { done, left } = await takeBackAll(
      unfinished.map(({ id }) => id),
      'its wave failed',
      options,
      commit,
    );
    throw new CommandError(
      [
        'A wave had failed, or a rollback was interrupted. Nothing was shipped.',
        ...(done.length > 0 ? [`Taken back now: ${done.join(', ')}.`] : []),
        ...(left.length > 0 ? ['Not everything runs its earlier version:'] : []),
        ...left.map((problem) => `  ${problem}`),
      ].join('\n'),
    );
  }
  const problems = waves.flatMap(({ tenants }) =>
    tenants.flatMap(({ id, problem }) => (problem ? [`${id}: ${problem}`] : [])),
  );
  if (problems.length > 0)
    throw new CommandError(`Nothing was shipped:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  await tell({ step: 'started', commit });
  const tellExcluded = async (failed: FailedTenant[]): Promise<void> => {
    for (const { id, problems: why } of failed)
      await tell({ step: 'excluded', commit, tenant: id, reason: why.join('\n') });
  };
  await tellExcluded(excluded);
  let prepared: Prepared | null = null;
  for (const wave of waves) {
    const refusal = await approve(wave);
    if (refusal !== null) {
      await tell({ step: 'stopped', commit, wave: wave.ring, reason: refusal });
      throw new CommandError(`${refusal}. The waves before it are finished.`);
    }
    if (!prepared) {
      prepared = await options.prepare();
      await tellExcluded(prepared.failed);
    }
    const { shipBuilt, failed } = prepared;
    const tenants = wave.tenants.filter(({ id }) => !failed.some((failure) => failure.id === id));
    if (tenants.length > 0) await runWave({ ...wave, tenants }, { ...options, shipBuilt }, commit);
  }
  await tell({ step: 'finished', commit });
  return [...excluded, ...(prepared?.failed ?? [])];
}
