import { describe, expect, it } from '@jest/globals';
import { Value } from 'typebox/value';
import { email as checkInForm } from '../../src/ui/form/checks.ts';
import { mailHref, phoneHref } from '../../contract/contactLinks.ts';
import { Email } from '../../contract/fields.ts';

describe('an e-mail address', () => {
  it.each([
    ['una@example.org', true],
    ['Una.Osk+news@mail.example-1.is', true],
    ["o'neil@xn--pfel-5qa.example", true],
    ['foo@[127.0.0.1]', false],
    ['foo@127.0.0.1', false],
    ['"a b"@example.org', false],
    ['a@b', false],
    ['a@b.c', false],
    ['una@example.org.', false],
    ['.una@example.org', false],
    ['una..osk@example.org', false],
    ['una@-example.org', false],
    ['una@example.org?bcc=other@example.org', false],
    ['una@example.org,other@example.org', false],
  ])('%s is one: %s, for the server and for forms, with the same message', (email, isOne) => {
    expect(Value.Check(Email, email)).toBe(isOne);
    expect(checkInForm(email)).toBe(isOne ? undefined : 'errors:email_invalid');
  });
});

it('links to addresses and numbers add nothing to them', () => {
  expect(mailHref('una+news@example.org')).toBe('mailto:una%2Bnews@example.org');
  expect(mailHref('x@example.org?bcc=y@example.org&body=z')).toBe(
    'mailto:x@example.org%3Fbcc%3Dy@example.org%26body%3Dz',
  );
  expect(phoneHref('+354 581-2345;ext=7')).toBe('tel:+35458123457');
});
