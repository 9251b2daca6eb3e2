import { expect, test } from '@jest/globals';
import { vocative } from './vocative.ts';

test.each([
  ['Jonas', 'Jonai'],
  ['Elijas', 'Elijau'],
  ['Paulius', 'Pauliau'],
  ['Nojus', 'Nojau'],
  ['Algis', 'Algi'],
  ['Kęstutis', 'Kęstuti'],
  ['Arnoldys', 'Arnoldy'],
  ['Eglė', 'Egle'],
  ['Ona', 'Ona'],
  ['Þór', 'Þór'],
])('in Lithuanian %s is spoken to as %s', (name, spoken) => {
  expect(vocative(name, 'lt')).toBe(spoken);
});

test.each(['en', 'sk', 'is'] as const)('in %s a name stays as it is', (language) => {
  expect(vocative('Jonas', language)).toBe('Jonas');
});
