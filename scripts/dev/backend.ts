import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { readSource } from '../../tenants/source.ts';
import { tenantIds } from '../../tenants/tenantIds.ts';
import { localFetch } from '../../server/auth/localFetch.ts';
import { CommandError } from '../../server/CommandError.ts';
import { messageOf } from '../lib/messageOf.ts';

const repository = resolve(import.meta.dirname, '../..');

/** URL of `<name>.localhost`, or of `localhost`, in `npm start`. */
export const localUrl = (name?: string): string => `http://${name ? `${name}.` : ''}localhost:8080/`;

/** URL of a deployment's backend in `npm start`. */
export const localBackend = (id: string): string => `${localUrl(id)}api/`;

/** JSON of an answer that any program may have given; null unless it is an object. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

const timely = () => ({ signal: AbortSignal.timeout(20_000) });

/** Another deployment of which the API at a URL is, by its title; undefined if it has none, or a brand that no other manifest has. */
async function otherDeployment(id: string, url: string, tenants: string): Promise<string | undefined> {
  const answer = await localFetch(new URL('openapi.json', url), timely());
  const info = parsed(await answer.text())?.['info'] as { title?: string } | undefined;
  const brandOf = (other: string) => readSource(other, tenants).value['brand'];
  const isOf = (other: string) => info?.title === `${String(brandOf(other))}: API`;
  return info?.title === undefined || isOf(id) ? undefined : tenantIds(tenants).find(isOf);
}

/**
 * Whether the backend of a deployment answers at a URL; false if nothing listens there.
 * @param tenants the folder of the manifests, which tell the APIs of other deployments
 * @throws CommandError if another program does, or the backend of another deployment.
 */
export async function isBackendRunning(id: string, url: string, tenants: string): Promise<boolean> {
  let found: string;
  try {
    // Every backend has the sign-in, and refuses an empty one with a code.
    const headers = { 'Content-Type': 'application/json' };
    const call = { method: 'POST', headers, body: '{}', ...timely() };
    const answer = await localFetch(new URL('auth/login/', url), call);
    const refusal = parsed(await answer.text());
    if (answer.status === 400 && typeof refusal?.['code'] === 'string') {
      const other = await otherDeployment(id, url, tenants);
      if (other === undefined) return true;
      found = `it is the backend of ${other}`;
    } else found = `auth/login/: HTTP ${answer.status}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return false;
    found = messageOf(error);
  }
  throw new CommandError(
    `The program at ${url} is not the backend of ${id} (${found}). Stop it, and this command starts the backend; or give the URL of one: --backend <url>`,
  );
}

/** Starts the backends of `npm start`, without its greeting. They stop with this process. */
export function startBackends(): void {
  const env = { ...process.env, PLATFORM: 'off' };
  const server = spawn(process.execPath, ['scripts/serve.ts'], {
    cwd: repository,
    stdio: ['inherit', 'ignore', 'inherit'],
    env,
  });
  process.once('exit', () => server.kill());
}

/**
 * Asks the backend at this URL whether it is ready, so that it opens its database before the first sign-in. Opening takes ten seconds or more
 * the first time. An error is ignored here: the sign-in meets it again and shows it.
 */
export function openDatabase(url: string): void {
  localFetch(new URL('readyz/', url)).catch(() => undefined);
}
