import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { errorCodes } from '../../contract/errors.ts';
import { languages } from '../../contract/languages.ts';

function catalogue(language: string): Record<string, string> {
  const { notes, ...messages } = JSON.parse(readFileSync(`src/i18n/locales/${language}/errors.json`, 'utf8'));
  expect(Object.keys(notes)).toEqual(['interpreters', 'lastDay', 'reason']);
  return messages;
}

describe('the error catalogue', () => {
  // R135
  test.each(languages)('has one message for each code of the contract in %s', (language) => {
    const messages = catalogue(language);
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(errorCodes).toSorted());
    expect(Object.values(messages).filter((message) => message.trim() === '')).toEqual([]);
  });

  test('reads in English as required', () => {
    expect(catalogue('en')).toMatchObject({
      something_went_wrong: 'Something went wrong',
      no_permission_to_login: 'You do not have the permission to login to the program',
      bad_credentials: 'Please check email and password',
      required: 'This field is required',
    });
  });
});
