import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { localFetch } from '../../server/auth/localFetch.ts';
import { CommandError } from '../../server/CommandError.ts';
import { messageOf } from '../lib/messageOf.ts';

const repository = resolve(import.meta.dirname, '../..');

/** URL of a deployment's backend in `npm start`. */
export function localBackend(id: string): string {
  return `http://${id}.localhost:8080/api/`;
}

/**
 * Whether the backend of a deployment answers at a URL; false if nothing listens there.
 * @throws CommandError if another program does.
 */
export async function isBackendRunning(id: string, url: string): Promise<boolean> {
  let found: string;
  try {
    const answer = await localFetch(new URL('livez/', url), { signal: AbortSignal.timeout(20_000) });
    const text = await answer.text();
    if (answer.ok && text === '{"status":"ok"}') return true;
    found = `HTTP ${answer.status}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return false;
    found = messageOf(error);
  }
  throw new CommandError(
    `The program at ${url} is not the backend of ${id} (livez/: ${found}). Stop it, and this command starts the backend; or give the URL of one: --backend <url>`,
  );
}

/** Starts the backends of `npm start`. They stop with this process. */
export function startBackends(): void {
  const env = { ...process.env, PLATFORM: 'off' };
  const server = spawn(process.execPath, ['scripts/serve.ts'], { cwd: repository, stdio: 'inherit', env });
  process.once('exit', () => server.kill());
}
