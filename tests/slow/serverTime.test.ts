import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { loadTenant, tenantIds } from '../../tenants/manifest.ts';
import { timeProperties } from '../support/timeProperties.ts';

const module = join(import.meta.dirname, '../support/timeProperties.ts');

/** Checks the properties in a separate process, on a host in another time zone. */
async function checkOn(host: string): Promise<unknown> {
  const tenants = await Promise.all(tenantIds().map((id) => loadTenant(id)));
  const zones = [...new Set(tenants.map(({ tenant }) => tenant.timeZone))];
  const program = `
    const { timeProperties } = await import(${JSON.stringify(module)});
    const held = Object.entries(timeProperties).map(([name, check]) => (check(${JSON.stringify(zones)}), name));
    console.log(JSON.stringify({ host: Intl.DateTimeFormat().resolvedOptions().timeZone, held }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, TZ: host },
  });
  return JSON.parse(stdout);
}

describe('times in the zones of the deployments, from 2024 to 2030', () => {
  it.each(['UTC', 'America/Vancouver', 'Australia/Sydney'])('are the same on a host in %s', async (host) => {
    expect(await checkOn(host)).toEqual({ host, held: Object.keys(timeProperties) });
  });
});
