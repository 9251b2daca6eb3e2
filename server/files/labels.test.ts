import { expect, test } from '@jest/globals';
import { dispositionOf, labelOf } from './labels.ts';

test.each([
  ['C:\\Users\\anna\\letter.pdf', 'letter.pdf'],
  ['/home/anna/letter.pdf', 'letter.pdf'],
  ['..\\../letter.exe', 'letter.pdf'],
  ['a\u202efdp.txt', 'afdp.pdf'],
  ['what?<1>.pdf', 'what__1_.pdf'],
  [' . ', 'file.pdf'],
])('a file that is sent as %j is stored as %s', (given, stored) => {
  expect(labelOf(given, 'application/pdf')).toBe(stored);
});

test('a PDF file is always a download, a picture may be shown', () => {
  expect(dispositionOf({ name: 'a.pdf', media_type: 'application/pdf' }, 'inline')).toMatch(/^attachment;/);
  expect(dispositionOf({ name: 'a.png', media_type: 'image/png' }, 'inline')).toMatch(/^inline;/);
  expect(dispositionOf({ name: 'a.png', media_type: 'image/png' }, 'attachment')).toMatch(/^attachment;/);
});
