import { expect, test } from '@jest/globals';
import { reasonsById } from './reasonsById.ts';

const answer = {
  since: 'a'.repeat(40),
  until: null,
  unknown: [],
  affected: [
    {
      id: 'iceland',
      digest: { before: 'a', after: 'b' },
      reasons: [{ kind: 'brand' as const, detail: 'palette' }],
    },
  ],
  unaffected: ['brazil', 'portugal'],
  api: [{ id: 'brazil', reasons: [{ kind: 'server' as const, detail: 'server/app.ts' }] }],
};

test('a deployment is affected by its bundle or by its API alone', () => {
  expect([...reasonsById({ ...answer, server: [] })]).toEqual([
    ['iceland', ['brand (palette)']],
    ['brazil', ['API: server (server/app.ts)']],
  ]);
});

test('a change of the web server affects every deployment', () => {
  expect([...reasonsById({ ...answer, server: ['the headers'] })]).toEqual([
    ['iceland', ['brand (palette)', 'web server (the headers)']],
    ['brazil', ['API: server (server/app.ts)', 'web server (the headers)']],
    ['portugal', ['web server (the headers)']],
  ]);
});
