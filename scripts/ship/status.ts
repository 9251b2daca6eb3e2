import type { PartName } from '../image/imageName.ts';
import { askLive, backendOf, folderOf, readJson, whyUnread } from './askLive.ts';
import { type Current, currentOf, digestsOf } from './current.ts';
import { type Destination, movingTag } from './destination.ts';
import { readLedger, type Release, sameImages } from './ledger.ts';

/** What a live deployment says about itself in /version.json, or why it does not. */
export type Running =
  { url: string; version: string; digest: string; commit: string } | { url: string; problem: string };

/** The version of a running API. */
export type RunningApi = { url: string; version: string };

/** Requested, registry and running version of a deployment. */
export type Status = {
  tenant: string;
  /** The last release of the ledger. */
  requested: Release | null;
  /** What `current` points to, by part. */
  registry: Partial<Record<PartName, Current>>;
  /** Null when no URL was given. */
  running: Running | null;
  /** Null when no URL was given, or the API does not tell its version. */
  runningApi: RunningApi | null;
  /**
   * `empty`: nothing was shipped. `interrupted`: a release was recorded, but not that it was finished. `moved`: `current` is not what
   * was requested. `not running`: the live page or its API runs something else.
   */
  state: 'empty' | 'settled' | 'interrupted' | 'moved' | 'not running';
  /** What to do; null when all agree. */
  advice: string | null;
};

/** Reads /version.json of a live deployment. */
export async function runningAt(url: string, tenant: string): Promise<Running> {
  const address = new URL('version.json', folderOf(url));
  try {
    const response = await askLive(address);
    if (!response.ok) return { url, problem: `${address.href} answers ${response.status}` };
    const said = (await response.json()) as { tenant?: string; version?: string; digest?: string; commit?: string };
    const { version, digest, commit } = said;
    if (said.tenant !== tenant)
      return { url, problem: `${address.href} belongs to ${said.tenant ?? 'something else'}` };
    if (!version || !digest || !commit) return { url, problem: `${address.href} names no version` };
    return { url, version, digest, commit };
  } catch (error) {
    return { url, problem: whyUnread(address, error) };
  }
}

/** The version of the API that a live page names. APIs tell it to operators only: null without HEALTH_TOKEN, or with a wrong one. */
async function runningApiAt(url: string): Promise<RunningApi | null> {
  const { HEALTH_TOKEN: token } = process.env;
  const backend = token ? await backendOf(url) : null;
  const condition = backend && (await readJson<{ version?: string }>(new URL('condition/', backend), token));
  return backend && condition?.version !== undefined ? { url: backend.href, version: condition.version } : null;
}

/** Whether the live page is that of a release. */
export function runs(running: Running, { version, bundle }: Pick<Release, 'version' | 'bundle'>): boolean {
  return 'version' in running && running.version === version && running.digest === bundle;
}

function judge({
  tenant,
  requested,
  registry,
  running,
  runningApi,
}: Omit<Status, 'state' | 'advice'>): Pick<Status, 'state' | 'advice'> {
  const ship = `npm run ship -- ${tenant}`;
  const current = registry.page?.version ?? registry.page?.digest;
  if (!requested) {
    if (current === undefined) return { state: 'empty', advice: `Nothing was shipped yet. Ship it: ${ship}` };
    return {
      state: 'moved',
      advice: `"${movingTag}" points to ${current}, which no ledger names. Ship again: ${ship}`,
    };
  }
  const again = `${ship} --to ${requested.version}`;
  if (requested.result === null)
    return {
      state: 'interrupted',
      advice: `The last release was interrupted. Finish it, with the options that it had: ${again}`,
    };
  if (requested.result === 'failed')
    return { state: 'interrupted', advice: `${requested.version} failed its checks. Go back: ${ship} --to <version>` };
  if (!sameImages(requested.images, digestsOf(registry))) {
    const accept = current === undefined ? '' : `, or accept ${current}: ${ship} --to ${current}`;
    return {
      state: 'moved',
      advice: `"${movingTag}" points to ${current ?? 'nothing'}, not to the requested ${requested.version}: it was moved without this command. Point it back: ${again}${accept}`,
    };
  }
  if (running && !runs(running, requested))
    return {
      state: 'not running',
      advice:
        'problem' in running
          ? `${running.problem}. Check the deployment.`
          : `${running.url} runs ${running.version} of ${running.commit.slice(0, 12)}. Deploy ${requested.images.page} there, or wait until the rollout ends.`,
    };
  if (runningApi && runningApi.version !== requested.version)
    return {
      state: 'not running',
      advice: `The API at ${runningApi.url} runs ${runningApi.version}. Deploy ${requested.images.api ?? requested.version} there, or wait until the rollout ends.`,
    };
  return { state: 'settled', advice: null };
}

/**
 * Compares what was requested (ledger), what the registry's `current` points to, and what a live page and, with HEALTH_TOKEN, its API run.
 * @param url address of the live deployment
 */
export async function statusOf(destination: Destination, url?: string): Promise<Status> {
  const [ledger, registry, running, runningApi] = await Promise.all([
    readLedger(destination),
    currentOf(destination),
    url === undefined ? null : runningAt(url, destination.id),
    url === undefined ? null : runningApiAt(url),
  ]);
  const found = { tenant: destination.id, requested: ledger.at(-1) ?? null, registry, running, runningApi };
  return { ...found, ...judge(found) };
}
