import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Feature } from '#crud/feature.ts';
import { registry } from './features.ts';
import { gates } from './gates.ts';

const registered: Record<string, () => Promise<{ feature: Feature }>> = {
  ...registry.auth,
  ...registry.dashboard,
};

describe('the features', () => {
  test.each(Object.keys(gates))('behind a flag: %s has a folder and is registered', (folder) => {
    expect(readdirSync('src/features')).toContain(folder);
    expect(Object.keys(registered)).toContain(folder);
  });

  test.each(Object.entries(registered))(
    '%s carries the id by which the isolation proof finds it',
    async (folder, load) => {
      const { feature } = await load();
      expect(feature.id).toBe(`feature:${folder}`);
      expect(feature.namespaces).toContain(folder);
    },
  );

  test('are all registered', () => {
    expect(Object.keys(registered).toSorted()).toEqual(readdirSync('src/features').toSorted());
  });

  // R59, R60, R61, R62, R63, R64, R65, R66, R68, R69, R70, R71, R72, R73, R74, R75, R76, R77, R78, R79, R80, R81, R82, R83, R84, R85
  test('have every page of the specification', async () => {
    const loaded = await Promise.all(Object.values(registered).map((load) => load()));
    const shapes = loaded.flatMap(({ feature }) => feature.routes.map(({ path }) => path.replace(/:\w+\??/g, '{}')));
    const at = (base: string, ...more: string[]) => [base, ...more.map((part) => `${base}/${part}`)];
    expect(shapes).toEqual(
      expect.arrayContaining([
        ...['login', 'enter-code', 'openid', 'register', 'jwt/login', 'jwt/register'].map((part) => `/auth/${part}`),
        ...['forgot-password', 'reset-password'].map((part) => `/auth/${part}`),
        '/dashboard',
        ...at('/dashboard/online', '{}'),
        ...at('/dashboard/offline', '{}'),
        ...at('/dashboard/users', 'create', '{}'),
        ...at('/dashboard/partners', 'create', '{}'),
        ...at('/dashboard/partners/{}/venues', '{}', 'create'),
        ...at('/dashboard/partners/{}/videos', '{}', 'create'),
        ...at('/dashboard/partners/categories', 'create'),
        ...at('/dashboard/contacts', 'create'),
        ...at('/dashboard/sliders', 'create'),
        ...at('/dashboard/closure', 'create', '{}'),
        ...at('/dashboard/departments', 'create'),
        '/dashboard/queues',
        ...at('/dashboard/feedback', '{}'),
        ...at('/dashboard/reservations', '{}'),
        '/dashboard/reservations/blocking-reservations/shift/{}',
        '/dashboard/reservations/blocking-reservations/schedule/{}',
        ...at('/dashboard/calendar', 'create'),
        '/dashboard/versions',
        '/dashboard/reset-password',
      ]),
    );
  });
});
