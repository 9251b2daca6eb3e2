import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { flagDefaults } from '../../contract/flags.ts';
import { languages, regionalLocales } from '../../contract/languages.ts';
import { flaggedTexts, flaggedFilesOf } from './flaggedTexts.ts';

test.each([...languages, ...Object.keys(regionalLocales)])(
  '%s has a file for each namespace with texts that need a flag',
  (language) => {
    const files = readdirSync(`src/i18n/locales/${language}`).filter((file) => /^\w+\.\w+\.json$/.test(file));
    const expected = Object.entries(flaggedTexts).flatMap(([flag, namespaces]) =>
      namespaces.map((namespace) => `${namespace}.${flag}.json`),
    );
    expect(files.toSorted()).toEqual(expected.toSorted());
  },
);

test('a namespace has the texts of the flags that are on', () => {
  const flags = { ...flagDefaults, relay: true, recordings: false, transcription: true };
  expect(flaggedFilesOf('interpretations', flags)).toEqual(['interpretations.relay', 'interpretations.transcription']);
  expect(flaggedFilesOf('app', flags)).toEqual([]);
});
