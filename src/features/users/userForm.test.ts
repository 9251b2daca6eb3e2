import { expect, test } from '@jest/globals';
import type { Role } from '../../../contract/roles.ts';
import { emptyUser, toUser } from './userForm.ts';

test.each<[Role, boolean]>([
  ['owner', true],
  ['manager', true],
  ['interpreter', true],
  ['deaf', false],
  ['partner', false],
])('a new user with the role %s is invited unless they cannot sign in: %s', (role, isInvited) => {
  expect(toUser({ ...emptyUser, role }).invite).toBe(isInvited);
  expect(toUser({ ...emptyUser, role, invite: false }).invite).toBe(false);
});

test('empty texts of a user are sent as none, and others without spaces at their ends', () => {
  expect(toUser({ ...emptyUser, role: 'deaf', email: ' a@example.org ', first_name: ' Mari ', phone: ' ' })).toEqual({
    email: 'a@example.org',
    first_name: 'Mari',
    last_name: '',
    role: 'deaf',
    phone: null,
    personal_number_last4: null,
    department: null,
    language: null,
    languages: [],
    invite: false,
  });
});
