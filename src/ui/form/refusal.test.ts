import { expect, test } from '@jest/globals';
import { fieldRefusals } from './refusal.ts';

test.each(['too_short', 'too_long'])('a limit is part of %s, and without one the message is a general one', (code) => {
  expect(fieldRefusals({ errors: { name: [code] }, limits: { name: 3 } }, ['name'])).toEqual({
    name: { code, values: { limit: '3' } },
  });
  expect(fieldRefusals({ errors: { name: [code] } }, ['name'])).toEqual({ name: { code: 'invalid' } });
});

test('other codes need no limit, and other fields are left out', () => {
  const refusal = { errors: { name: ['required', 'invalid'], other: ['invalid'] }, values: { slug: 'a' } };
  expect(fieldRefusals(refusal, ['name', 'third'])).toEqual({ name: { code: 'required', values: { slug: 'a' } } });
  expect(fieldRefusals(new Error('gone'), ['name'])).toEqual({});
});
