import { expect, test } from '@jest/globals';
import { holidaysBetween } from '../server/schedule/holidays.ts';
import { loadTenant } from './manifest.ts';
import { tenantIds, tenantsRoot } from './tenantIds.ts';

test.each(tenantIds(tenantsRoot))('the public holidays of %s are those of its country, and are known', async (id) => {
  const { manifest, tenant } = await loadTenant(id);
  expect(manifest.holidays?.slice(0, 2) ?? null).toBe(manifest.country);
  const year = await holidaysBetween(
    { ...tenant, holidays: manifest.holidays },
    { from_day: '2026-01-01', to_day: '2026-12-31' },
  );
  if (manifest.holidays === null) expect(year).toBeUndefined();
  else expect(year?.map(({ date }) => date)).toContain('2026-01-01');
});
