import { expect, test } from '@jest/globals';
import { plainText } from './plainText.ts';

test.each([
  ['a composed letter', 'Jose\u0301', 'José'],
  ['an unbreakable space', 'Night\u00a0desk', 'Night desk'],
  ['a space without width', 'Night\u200b desk', 'Night desk'],
  ['an ideographic space', 'Night\u3000desk', 'Night desk'],
  ['several spaces', ' Night   desk ', 'Night desk'],
  ['marks of direction around a number', '\u202a+372 640 3000\u202c', '+372 640 3000'],
  ['an override of direction', 'Anna\u202eigæM', 'AnnaigæM'],
  ['a soft hyphen and a byte order mark', '\ufeffNotts\u00adburgh', 'Nottsburgh'],
  ['nothing that can be seen', '\u200b\u200b\u200b', ''],
  ['letters that look like spaces', '\u3164\u3164\u3164', ''],
  ['joiners at the ends', '\u200dAnna\u200c', 'Anna'],
])('%s', (_name, text, plain) => {
  expect(plainText(text)).toBe(plain);
});

test.each([
  ['a joiner between letters', 'می\u200cخواهم'],
  ['a joiner after a mark', 'क्\u200dष'],
  ['an emoji of several', '👩\u200d🦰 and 👩🏽\u200d⚕\ufe0f'],
  ['columns and empty lines of a note', 'Floor  2\n\n  Room 4'],
  ['what has no other form', 'Straße № 5 – “Ōtautahi”'],
])('%s stays', (_name, text) => {
  expect(plainText(text)).toBe(text);
});
