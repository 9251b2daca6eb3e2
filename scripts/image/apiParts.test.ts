import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { tenantEntries } from './apiParts.ts';

test('the API image of a deployment has its own manifest and logos, and no file of another deployment', () => {
  const entries = tenantEntries('iceland', join(import.meta.dirname, '../../tenants'));
  expect(entries.map(({ path }) => path).toSorted()).toEqual([
    'app/tenants/iceland/icon.svg',
    'app/tenants/iceland/logo-dark.svg',
    'app/tenants/iceland/logo.svg',
    'app/tenants/iceland/manifest.json',
  ]);
});
