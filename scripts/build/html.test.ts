import { expect, test } from '@jest/globals';
import { jsonForScript } from './html.ts';

test('no value closes the script element of its JSON, opens a comment or breaks a line', () => {
  const value = { brand: '</script><!-- <script> & "it" \u2028\u2029', flags: { live: true } };
  const json = jsonForScript(value);
  expect(json).not.toMatch(/[<>\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual(value);
});
