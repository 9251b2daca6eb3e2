import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** URL of a deployment's backend in `npm start`. */
export function localBackend(id: string): string {
  return `http://${id}.localhost:8080/api/`;
}

async function isReachable(url: string): Promise<boolean> {
  try {
    // Node does not resolve *.localhost everywhere, so the name goes into the Host header.
    const { host, port, pathname } = new URL(url);
    await fetch(`http://127.0.0.1:${port}${pathname}`, { headers: { host }, signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  }
}

/**
 * URL of the backend for the app in development: `given`, or the backend of `npm start`. The latter is started if it does
 * not answer, and stopped with this process.
 */
export async function startBackend(id: string, given: string | null): Promise<string> {
  const url = given ?? localBackend(id);
  if (given !== null || (await isReachable(url))) return url;
  const env = { ...process.env, PLATFORM: 'off' };
  const server = spawn(process.execPath, ['scripts/serve.ts'], { cwd: repository, stdio: 'inherit', env });
  process.once('exit', () => server.kill());
  return url;
}
