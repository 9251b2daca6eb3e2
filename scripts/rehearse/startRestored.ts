import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readOnly } from './compareObjects.ts';

const main = join(import.meta.dirname, '../../server/main.ts');

/**
 * What waits in the restored database must not be sent again, events not be forwarded, objects of the original not be
 * changed, and other databases not be read.
 */
const isolated = {
  SENDERS: 'off',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SECURITY_LOG_URL: '',
  RECORDINGS_URL: '',
  LISTEN_DATABASE_URL: '',
  REPLICA_URL: '',
  ...(process.env['FILES_URL'] ? { FILES_URL: readOnly(process.env['FILES_URL']) } : {}),
};

/**
 * Starts the backend on the restored database, as in operation, asks `/readyz/` and stops it.
 * @param variables TENANT, and where the database is
 * @returns whether it answered 200, and its answer or the reason
 */
export async function startRestored(variables: Record<string, string>): Promise<{ passed: boolean; output: string }> {
  const settings = { HOST: '127.0.0.1', PORT: '0', STOP_DELAY_SECONDS: '0', LOG_LEVEL: 'info', ...isolated };
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...variables, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  const listening = new Promise<string>((found) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = /listening at (http:\/\/[\d.:]+)/.exec(line) ?? [];
      if (address) found(address);
    });
  });
  const address = await Promise.race([listening, ended.then(() => null)]);
  if (address === null) return { passed: false, output: `The backend did not start: ${errors.join('\n')}` };
  try {
    const answer = await fetch(`${address}/readyz/`);
    return { passed: answer.ok, output: `GET /readyz/ answered ${answer.status} ${(await answer.text()).trim()}` };
  } catch (error) {
    return { passed: false, output: `GET /readyz/ failed: ${(error as Error).message}` };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
