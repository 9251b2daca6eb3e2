import { setTimeout as wait } from 'node:timers/promises';
import type { Release } from './ledger.ts';
import { runningAt, runs } from './status.ts';

/** How long a live deployment is waited for and watched, in seconds. */
export type Patience = { wait: number; watch: number };

/** Milliseconds between two questions. */
const interval = 500;
const answerWithin = 10_000;

/** The address of a deployment: `{id}` of the template is replaced. */
export function addressOf(template: string, id: string): string {
  return template.replaceAll('{id}', id);
}

async function healthProblem(address: string): Promise<string | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(answerWithin) });
    return response.ok ? null : `${address} answers ${response.status}`;
  } catch (error) {
    const { cause } = error as { cause?: Error };
    return `${address} cannot be read (${cause?.message ?? String(error)})`;
  }
}

/** Health of the page's server and, if its config.json names one, of the API. */
async function unhealthy(url: string): Promise<string | null> {
  const base = url.endsWith('/') ? url : `${url}/`;
  const own = await healthProblem(new URL('healthz', base).href);
  if (own) return own;
  const answer = await fetch(new URL('config.json', base), { signal: AbortSignal.timeout(answerWithin) }).catch(
    () => null,
  );
  if (!answer?.ok) return null;
  const { BACKEND_URL: backend } = (await answer.json()) as { BACKEND_URL?: string };
  return backend === undefined ? null : healthProblem(new URL('readyz/', backend).href);
}

/**
 * Waits until a live deployment runs a release, and then watches that it stays healthy and keeps running it. Returns the problem;
 * null when all is well.
 */
export async function liveProblem(url: string, release: Release, patience: Patience): Promise<string | null> {
  const { tenant, version } = release;
  const deadline = performance.now() + patience.wait * 1000;
  let running = await runningAt(url, tenant);
  while (!runs(running, release)) {
    if (performance.now() >= deadline)
      return 'problem' in running
        ? running.problem
        : `${url} still runs ${running.version} after ${patience.wait} seconds, not ${version}`;
    await wait(interval);
    running = await runningAt(url, tenant);
  }
  const end = performance.now() + patience.watch * 1000;
  do {
    const problem = await unhealthy(url);
    if (problem) return problem;
    const now = await runningAt(url, tenant);
    if (!runs(now, release)) return 'problem' in now ? now.problem : `${url} went back to ${now.version}`;
    await wait(Math.min(interval, Math.max(0, end - performance.now())));
  } while (performance.now() < end);
  return null;
}
