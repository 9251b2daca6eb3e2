import { setTimeout as wait } from 'node:timers/promises';
import { askLive, backendOf, folderOf, readJson, whyUnread } from './askLive.ts';
import type { Release } from './ledger.ts';
import { runningAt, runs } from './status.ts';

/** How long a live deployment is waited for and watched, in seconds. */
export type Patience = { wait: number; watch: number };

/** Milliseconds between two questions. */
const interval = 500;

/** The address of a deployment: `{id}` of the template is replaced. */
export function addressOf(template: string, id: string): string {
  return template.replaceAll('{id}', id);
}

async function healthProblem(address: URL): Promise<string | null> {
  try {
    const response = await askLive(address);
    return response.ok ? null : `${address.href} answers ${response.status}`;
  } catch (error) {
    return whyUnread(address, error);
  }
}

/**
 * Why the address does not run a release yet; null when it does. The API tells its version to operators only, so without HEALTH_TOKEN,
 * or when the API does not accept it, the page alone is asked.
 */
async function notRunning(url: string, release: Release): Promise<string | null> {
  const { tenant, version } = release;
  const running = await runningAt(url, tenant);
  if ('problem' in running) return running.problem;
  if (!runs(running, release)) return `${url} runs ${running.version}, not ${version}`;
  const { HEALTH_TOKEN: token } = process.env;
  const backend = token ? await backendOf(url) : null;
  const condition = backend && (await readJson<{ version?: string }>(new URL('condition/', backend), token));
  return condition?.version === undefined || condition.version === version
    ? null
    : `the API at ${backend?.href} runs ${condition.version}, not ${version}`;
}

/** Health of the page's server and, if its config.json names one, of the API. */
async function unhealthy(url: string): Promise<string | null> {
  const own = await healthProblem(new URL('healthz', folderOf(url)));
  if (own) return own;
  const backend = await backendOf(url);
  return backend && healthProblem(new URL('readyz/', backend));
}

/** Asks until there is no problem, or the time in seconds is over. Asks once at least; returns the last problem. */
async function solved(seconds: number, problem: () => Promise<string | null>): Promise<string | null> {
  const deadline = performance.now() + seconds * 1000;
  let found = await problem();
  while (found !== null && performance.now() < deadline) {
    await wait(interval);
    found = await problem();
  }
  return found;
}

/**
 * Waits until a live deployment runs a release and then until it is healthy, for `patience.watch` at most, and watches that it stays
 * so. Returns the problem; null when all is well.
 */
export async function liveProblem(url: string, release: Release, patience: Patience): Promise<string | null> {
  const missing = await solved(patience.wait, () => notRunning(url, release));
  if (missing) return `${missing} (after ${patience.wait} seconds)`;
  const sick = await solved(patience.watch, () => unhealthy(url));
  if (sick) return sick;
  const end = performance.now() + patience.watch * 1000;
  while (performance.now() < end) {
    await wait(Math.min(interval, Math.max(0, end - performance.now())));
    const problem = (await notRunning(url, release)) ?? (await unhealthy(url));
    if (problem) return problem;
  }
  return null;
}
