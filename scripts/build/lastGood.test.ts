import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadTenant } from '../../tenants/manifest.ts';
import { tenantsRoot } from '../../tenants/tenantIds.ts';
import { provedBefore, recordGood } from './lastGood.ts';

test('what was proved stays so when others are, until it changes', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'last-good-'));
  const checkout = { root: '.', tenants: tenantsRoot, cache };
  const [iceland, estonia] = await Promise.all([loadTenant('iceland'), loadTenant('estonia')]);
  recordGood(checkout, [iceland], 'inputs');
  expect([iceland, estonia].map(provedBefore(checkout))).toEqual([true, false]);
  recordGood(checkout, [estonia], 'inputs');
  expect([iceland, estonia].map(provedBefore(checkout))).toEqual([true, true]);
  const renamed = { ...iceland, manifest: { ...iceland.manifest, brand: 'Táknbrú' } };
  expect(provedBefore(checkout)(renamed)).toBe(false);
  rmSync(cache, { recursive: true });
});
