import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { distance } from 'fastest-levenshtein';
import { importKinds } from '../../../contract/importKinds.ts';
import { languages } from '../../../contract/languages.ts';
import { loadTenant } from '../../../tenants/manifest.ts';
import { deploymentOf } from '../../loadDeployment.ts';
import { fieldsOf, proposeMapping } from './words.ts';

const labelsIn = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../src/i18n/locales/${language}/imports.json`, import.meta.url), 'utf8'))
    .fields;

it.each(languages)('finds the column of each field by its label in %s, in any order', async (language) => {
  const deployment = deploymentOf(await loadTenant('iceland'));
  const labels = labelsIn(language);
  for (const kind of importKinds) {
    const headers = fieldsOf(kind, deployment).map(({ name }) => labels[name] ?? name);
    for (const order of [headers, headers.toReversed()]) {
      const found = proposeMapping(kind, deployment, { headers: order, sample: [], remembered: {} });
      const labelled = Object.entries(found).map(([name, column]) => [labels[name], order[column]]);
      expect(labelled.filter(([label, heading]) => label !== heading)).toEqual([]);
      expect(labelled).toHaveLength(headers.length);
    }
  }
});

it.each(languages)('has labels in %s that tell the language of the pages from the languages of work', (language) => {
  const labels = labelsIn(language);
  expect(distance(labels['language'] ?? '', labels['languages'] ?? '')).toBeGreaterThan(3);
});

it('tells the language of the pages from the languages of work', async () => {
  const deployment = deploymentOf(await loadTenant('iceland'));
  const headers = ['Languages', 'Language'];
  const found = proposeMapping('users', deployment, { headers, sample: [], remembered: {} });
  expect(found).toEqual({ languages: 0, language: 1 });
});
