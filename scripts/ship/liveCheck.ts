import { setTimeout as wait } from 'node:timers/promises';
import { askLive, backendOf, folderOf, readJson, whyUnread } from './askLive.ts';
import type { Release } from './ledger.ts';
import { runningAt, runs } from './status.ts';

/** How long a live deployment is waited for and watched, in seconds; `interval`: milliseconds between two questions, 250 by default. */
export type CheckTimes = { wait: number; watch: number; interval?: number };

/** Right answers in a row that show that no page of the earlier release is behind the address any more. */
const enough = 10;

/** Why a deployment is not well. `isLost`: nothing that names a release of it answered, so the next answer may be right. */
type Problem = { text: string; isLost: boolean };

const lost = (text: string): Problem => ({ text, isLost: true });
const other = (text: string): Problem => ({ text, isLost: false });

/** The address of a deployment: `{id}` of the template is replaced. */
export function addressOf(template: string, id: string): string {
  return template.replaceAll('{id}', id);
}

async function healthProblem(address: URL): Promise<Problem | null> {
  try {
    const response = await askLive(address);
    return response.ok ? null : lost(`${address.href} answers ${response.status}`);
  } catch (error) {
    return lost(whyUnread(address, error));
  }
}

/**
 * Why the address does not run a release yet; null when it does. The API tells its version to operators only, so without HEALTH_TOKEN,
 * or when the API does not accept it, the page alone is asked.
 */
async function notRunning(url: string, release: Release): Promise<Problem | null> {
  const { tenant, version } = release;
  const running = await runningAt(url, tenant);
  if ('problem' in running) return lost(running.problem);
  if (!runs(running, release)) return other(`${url} runs ${running.version}, not ${version}`);
  const { HEALTH_TOKEN: token } = process.env;
  const backend = token ? await backendOf(url) : null;
  const condition = backend && (await readJson<{ version?: string }>(new URL('condition/', backend), token));
  return condition?.version === undefined || condition.version === version
    ? null
    : other(`the API at ${backend?.href} runs ${condition.version}, not ${version}`);
}

/** Health of the page's server and, if its config.json names one, of the API. */
async function unhealthy(url: string): Promise<Problem | null> {
  const pageProblem = await healthProblem(new URL('healthz', folderOf(url)));
  if (pageProblem) return pageProblem;
  const backend = await backendOf(url);
  return backend && healthProblem(new URL('readyz/', backend));
}

/**
 * Asks until there is no problem `times` in a row, or there is one and the time in seconds is over. Returns the last problem; null when
 * there is none.
 */
async function solved(
  { seconds, times, interval }: { seconds: number; times: number; interval: number },
  problem: () => Promise<Problem | null>,
): Promise<Problem | null> {
  const deadline = performance.now() + seconds * 1000;
  let found = await problem();
  let inRow = found ? 0 : 1;
  while (found ? performance.now() < deadline : inRow < times) {
    await wait(interval);
    found = await problem();
    inRow = found ? 0 : inRow + 1;
  }
  return found;
}

/** Watches for the given seconds. One lost answer is forgiven when the next ones are right; another release is not. */
async function watched(
  { seconds, interval }: { seconds: number; interval: number },
  problem: () => Promise<Problem | null>,
): Promise<Problem | null> {
  const end = performance.now() + seconds * 1000;
  let inRow = enough;
  while (performance.now() < end || inRow === 0) {
    await wait(interval);
    const found = await problem();
    if (found && (!found.isLost || inRow < enough)) return found;
    inRow = found ? 0 : inRow + 1;
  }
  return null;
}

/**
 * Waits until a live deployment answers a release several times in a row, because during a rolling update old and new pages answer in turn,
 * and then until it is healthy, for `times.watch` at most, and watches that it stays so. Returns the problem; null when all is well.
 */
export async function liveProblem(url: string, release: Release, times: CheckTimes): Promise<string | null> {
  const { wait: longest, watch, interval = 250 } = times;
  const missing = await solved({ seconds: longest, times: enough, interval }, () => notRunning(url, release));
  if (missing) return `${missing.text} (after ${longest} seconds)`;
  const sick = await solved({ seconds: watch, times: 1, interval }, () => unhealthy(url));
  if (sick) return sick.text;
  const problem = await watched(
    { seconds: watch, interval },
    async () => (await notRunning(url, release)) ?? (await unhealthy(url)),
  );
  return problem?.text ?? null;
}
