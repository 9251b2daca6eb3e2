import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { hasShape } from './manifest.check.mjs';
import { manifestDefaults } from './inheritance.ts';
import { tenantsRoot } from './tenantIds.ts';

const manifest = JSON.parse(readFileSync(join(tenantsRoot, 'iceland/manifest.json'), 'utf8'));
const hours = (from: string, until: string) => ({ days: ['monday'], from, until });
const keeping = (changes: object) => ({ ...manifest.retention, ...changes });
const alone = (limit: unknown, onExcess = 'warn') => ({
  ...manifestDefaults.workingTime,
  aloneMinutes: { limit, onExcess },
});
const contact = (changes: object) => ({ ...manifest.support, ...changes });

test.each([
  ['officeHours', [hours('00:00', '23:59'), hours('08:00', '00:00'), null]],
  ['sessionHours', [1, 168]],
  ['sessionIdleMinutes', [5, 1440, null]],
  ['handBackHours', [0, 720]],
  ['answerHours', [1, 168]],
  ['serviceLevelSeconds', [1, 3600]],
  ['workingTime', [alone(15, 'off'), alone(1440, 'refuse')]],
  ['holidays', ['LT', 'CA-BC', 'DE-BY-A', null]],
  ['drawing', [1, 99]],
  ['brand', ['abc', 'x'.repeat(40)]],
  ['id', ['a', 'new-land-2', 'x'.repeat(40)]],
  ['country', ['IS', null]],
  ['support', [contact({ phone: '+354 5551234' }), contact({ phone: null, url: null })]],
  ['retention', [keeping({ security_events: 30 }), keeping({ audit: 365 }), keeping({ reservations: 366 })]],
])('%s takes its smallest and its largest value', (name, values) => {
  for (const value of values) expect([value, hasShape({ ...manifest, [name]: value })]).toEqual([value, true]);
});

test.each([
  [
    'officeHours',
    [
      ...[hours('24:00', '08:00'), hours('24:30', '08:00'), hours('8:00', '17:00'), hours('08:00', '17:60')],
      ...[[], ['Monday'], ['monday', 'monday']].map((days) => ({ ...hours('08:00', '17:00'), days })),
    ],
  ],
  ['sessionHours', [0, 169, 1.5, '12']],
  ['sessionIdleMinutes', [4, 1441]],
  ['handBackHours', [-1, 721]],
  ['answerHours', [0, 169]],
  ['serviceLevelSeconds', [0, 3601]],
  ['workingTime', [alone(14), alone(1441), alone('90'), alone(90, 'forbid')]],
  ['holidays', ['', 'lt', 'LTU', 'CA-', 'CA_BC', 'Lithuania']],
  ['drawing', [0, 100]],
  ['brand', ['ab', 'x'.repeat(41)]],
  ['id', ['', '2land', 'New', 'a--b', 'a-', 'x'.repeat(41)]],
  ['country', ['is', 'ISL', '']],
  ['support', [contact({ phone: '5551234' }), contact({ url: 'http://a.is/' }), contact({ email: 'help@is' })]],
  ['retention', [keeping({ security_events: 29 }), keeping({ audit: 364 }), keeping({ reservations: 365 })]],
  ['progress', ['#05a', '#05a8', '#05a805a8', '05a05a', '#05g05a']],
])('%s refuses what lies beyond', (name, values) => {
  for (const value of values) expect([value, hasShape({ ...manifest, [name]: value })]).toEqual([value, false]);
});
