import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { flagDefaults, type Flags } from '../../contract/flags.ts';
import type { StaffRole } from '../../contract/roles.ts';
import { verdictsFor } from '../../contract/verdicts.ts';
import type { Feature } from '#crud/feature.ts';
import { type Area, enabledFeatures, registry } from './features.ts';
import { codeGates, gates } from './gates.ts';

const { auth, dashboard }: Record<Area, Record<string, () => Promise<{ feature: Feature }>>> = registry;
const registered = { ...auth, ...dashboard };

/** The flag of each feature folder that needs one, written by hand: the isolation proof reads the same gates. */
const behind = [
  ['enterCode', 'twoFactor'],
  ['registration', 'registration'],
  ['nationalId', 'nationalId'],
  ['nationalIds', 'nationalId'],
  ['singleSignOn', 'singleSignOn'],
  ['workAccounts', 'singleSignOn'],
  ['demoAuth', 'demoAuth'],
  ['online', 'online'],
  ['offline', 'live'],
  ['reservations', 'reservations'],
  ['absences', 'absences'],
  ['queues', 'queues'],
  ['departments', 'departments'],
  ['videos', 'videos'],
  ['sliders', 'sliders'],
  ['feedback', 'feedback'],
];

describe('the features', () => {
  test('behind a flag are exactly those of the requirements', () => {
    expect(gates).toEqual(Object.fromEntries(behind));
    expect(codeGates).toEqual({
      'domain/absences': 'absences',
      'domain/recordings': 'recordings',
      'domain/totp': 'twoFactor',
      'domain/webPush': 'webPush',
    });
  });

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

  test.each(behind)('need no words of %s where the flag %s is off: its deployments have none', async (folder, flag) => {
    const features = await enabledFeatures('dashboard', { ...flagDefaults, [flag]: false });
    expect(features.filter(({ namespaces }) => namespaces.some((name) => name === folder)).map(({ id }) => id)).toEqual(
      [],
    );
  });

  test('are all registered', () => {
    expect(Object.keys(registered).toSorted()).toEqual(readdirSync('src/features').toSorted());
  });

  // The roles of Q26, written by hand: pages take their permissions from the contract.
  test.each<[StaffRole, string[]]>([
    [
      'interpreter',
      [
        'audit',
        'imports',
        'partnerUsers',
        'privacy',
        'queues',
        'retention',
        'securityEvents',
        'serviceAccounts',
        'users',
        'webhooks',
      ],
    ],
    ['manager', ['audit', 'imports', 'privacy', 'retention', 'securityEvents', 'serviceAccounts', 'webhooks']],
    ['owner', []],
  ])('of the dashboard that are closed to the role %s: %j', async (role, closed) => {
    const flags = Object.fromEntries(Object.keys(flagDefaults).map((flag) => [flag, true])) as Flags;
    const verdicts = verdictsFor({ role }, flags);
    const features = await Promise.all(
      Object.entries(dashboard).map(async ([folder, load]) => ({ folder, ...(await load()).feature })),
    );
    const isClosed = ({ permission }: Feature) => permission?.(verdicts) === false;
    expect(
      features
        .filter(isClosed)
        .map(({ folder }) => folder)
        .toSorted(),
    ).toEqual(closed);
  });
});
