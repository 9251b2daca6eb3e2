import { expect, test } from '@jest/globals';
import { byAlphabet } from './names.ts';

test.each([
  ['et-EE', 'Saar Šmidt Zobel Tamm Vaher Õun Ääre Ööbik Üprus'],
  ['is-IS', 'Anna Ása Dagur Ðuna Jón Zoe Þóra Æsa Örn'],
  ['lt-LT', 'Cibulskis Čepas Ieva Yla Jonas Sakalas Šimkus Zita Žukas'],
  ['sk-SK', 'Cibula Čech Horák Chalupka Ivan Sokol Šimko Zeman Žák'],
  ['es-CO', 'Nuria Ñáñez Óscar Zoe'],
  ['pt-BR', 'Ana Ângela Ário César Zélia'],
  ['en-AU', 'Aoife Ärla Öberg Zoe'],
])('names stand in the alphabet of %s', (locale, names) => {
  expect(names.split(' ').toReversed().toSorted(byAlphabet(locale)).join(' ')).toBe(names);
});
