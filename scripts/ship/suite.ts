import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Runs the tests of the tenant suite that need no sign-in against live deployments. Resolves to whether all passed. */
export function runSuite(ids: string[], url: string): Promise<boolean> {
  const script = join(import.meta.dirname, '../test-tenants.ts');
  // Its output goes to stderr: the standard output is for the result.
  const child = spawn(process.execPath, [script, ...ids, '--live', url], { stdio: ['ignore', 2, 2] });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done(code === 0));
  });
}
