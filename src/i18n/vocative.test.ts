import { expect, test } from '@jest/globals';
import lithuanian from './locales/lt/language.json' with { type: 'json' };
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
  expect(vocative(name, lithuanian.vocative)).toBe(spoken);
});

test('a name stays as it is in a language without a vocative', () => {
  expect(vocative('Jonas')).toBe('Jonas');
});
