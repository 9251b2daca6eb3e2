import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const script = join(resolve(import.meta.dirname, '../..'), 'scripts/tenants.ts');

/** Runs `npm run tenants -- …` without a terminal. */
export function runTenants(...options: string[]): { code: number | null; out: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...options], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return { code: status, out: `${stdout}${stderr}` };
}
