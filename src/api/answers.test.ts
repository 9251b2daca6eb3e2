import { readFileSync } from 'node:fs';
import { describe, expect, jest, test } from '@jest/globals';
import { flagDefaults } from '../../contract/flags.ts';
import type { StaffRole } from '../../contract/roles.ts';
import { fitAnswer, type Reader } from './answers.ts';
import { canRules } from './derivedVerdicts.ts';
import { readForeignProblem } from './foreignProblem.ts';
import { readAnswer } from './reading.ts';
import type { Shapes } from './shapes.ts';

const known = JSON.parse(readFileSync('src/api/answers.json', 'utf8')) as Shapes;

const tenant = {
  flags: { ...flagDefaults, departments: false },
  allowedRoles: ['interpreter', 'manager', 'owner'] as StaffRole[],
};
const as = (role: StaffRole | 'auditor'): Reader => ({
  person: { id: 'me', role: role as StaffRole },
  tenant: () => tenant,
});

/** Fits the answer of a GET. */
const get = (path: string, answer: unknown, reader = as('owner')) => fitAnswer(answer, { method: 'GET', path }, reader);

describe('an answer that leaves things out', () => {
  test('is completed: null for nullable fields, an empty list, 0, false, and the count of a list without pages', () => {
    expect(get('departments/?page=1', { results: [{ id: 17, name: 'North' }] })).toMatchObject({
      count: 1,
      results: [{ id: '17', etag: '', name: 'North', users: 0 }],
    });
    expect(get('departments/', { count: 40, results: null })).toEqual({ count: 40, results: [] });
    expect(get('departments/', [{ id: 'a' }])).toMatchObject({ count: 1, results: [{ id: 'a', name: '' }] });
    expect(get('partners/p1/', { id: 'p1', name: 'Clinic', visibleInApp: true, users: '3' })).toMatchObject({
      category: null,
      logo: null,
      address: null,
      visibleInApp: true,
      display_venue: false,
      users: 3,
    });
    expect(get('users/u1/', { id: 'u1', role: 'deaf', languages: null })).toMatchObject({
      approval_status: null,
      languages: [],
      suspension: null,
    });
  });

  test('stays without optional fields, and completes those it has: the calendar', () => {
    const person = { interpreter: 'ada', shifts: null };
    expect(get('calendar/', { results: [person], unassigned: null })).toEqual({
      count: 1,
      results: [{ interpreter: 'ada', interpreter_name: '', active: false, suspended_until: null, shifts: [] }],
    });
    const booking = { id: 'b', start: '2024-05-06T07:00:00Z', end: '2024-05-06T08:00:00Z', date: '2024-05-06' };
    expect(
      get('calendar/', {
        results: [
          { ...person, bookings: null },
          { ...person, bookings: [booking] },
        ],
        unassigned: { count: 0, results: null },
      }),
    ).toMatchObject({
      results: [{ bookings: [] }, { bookings: [{ id: 'b', address: null, missing: 0, travel_time: 0 }] }],
      unassigned: { count: 0, results: [] },
    });
  });

  test('keeps fields unknown to the contract, and answers of routes unknown to it', () => {
    expect(get('contacts/c/', { id: 'c', name: 'Ada', nickname: 'A' })).toMatchObject({ nickname: 'A' });
    expect(get('elsewhere/', 'text')).toBe('text');
  });

  test.each([
    ['users/', '<html></html>'],
    ['users/', { results: [{ name: 'without an id' }] }],
    ['users/', { results: 'many' }],
    ['reservations/r1/', { id: 'r1', status: 'pending', time_from: '08:00' }],
    ['auth/me/', null],
  ])('is refused without a required field: %s %p', (path, answer) => {
    expect(() => get(path, answer)).toThrow('nothing usable');
  });

  test('logs which field is missing, and shows the person that something went wrong', () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const read = (data: unknown) => () => readAnswer(data, { method: 'GET', path: 'users/' }, as('owner'));
    expect(read({ results: [{ id: 'u1' }, { role: 'deaf' }] })).toThrow('something_went_wrong');
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('GET users/.results[1].id'));
    expect(read('Sign in to the network')).toThrow('backend_unreachable');
    logged.mockRestore();
  });
});

describe('verdicts that are left out', () => {
  const me = (role: string, more: object = {}) => ({ id: '1', email: 'a@b.example', role, ...more });

  test('follow from the role and the flags of the deployment', () => {
    expect(get('auth/me/', me('interpreter'), { person: null, tenant: () => tenant })).toMatchObject({
      language: null,
      verdicts: {
        overview: 'own',
        users: false,
        reports: true,
        roles: [],
        collections: { contacts: 'read', calendar: 'write', reservations: 'read', queues: 'none', departments: 'none' },
      },
    });
    expect(get('auth/me/', me('manager'), { person: null, tenant: () => tenant })).toMatchObject({
      verdicts: {
        overview: 'all',
        users: true,
        roles: ['interpreter', 'deaf', 'manager', 'partner'],
        collections: { contacts: 'write', queues: 'read', audit: 'none' },
      },
    });
  });

  test('are taken from the answer one by one', () => {
    const said = { users: false, collections: { contacts: 'read' } };
    expect(get('auth/me/', me('owner', { verdicts: said }))).toMatchObject({
      verdicts: { users: false, reports: true, collections: { contacts: 'read', partners: 'write' } },
    });
    expect(get('auth/me/', me('auditor', { verdicts: { reports: true } }))).toMatchObject({
      verdicts: { overview: 'own', reports: true, users: false, collections: { contacts: 'none', users: 'none' } },
    });
  });

  test.each(['auditor', 'deaf', 'partner', ''])('do not let the role "%s" in', (role) => {
    expect(() => get('auth/me/', me(role))).toThrow('no_permission_to_login');
    const session = { token: 't', user: me(role) };
    expect(() => fitAnswer(session, { method: 'POST', path: 'auth/login/' }, as('owner'))).toThrow(
      'no_permission_to_login',
    );
  });

  test('do not let a role in that the deployment does not allow', () => {
    const reader: Reader = { person: null, tenant: () => ({ ...tenant, allowedRoles: ['owner'] }) };
    expect(() => get('auth/me/', me('manager'), reader)).toThrow('no_permission_to_login');
  });
});

describe('the permissions of a record without `can`', () => {
  test('every kind of record has a rule', () => {
    const withActs = Object.entries(known.shapes).flatMap(([name, shape]) =>
      typeof shape === 'object' && 'can' in shape ? name : [],
    );
    expect(withActs.filter((name) => !(name in canRules) && !(name in known.kinds))).toEqual([]);
  });

  test('follows from the role', () => {
    const contact = { id: 'c', name: 'Ada', phoneNumber: '1' };
    expect(get('contacts/c/', { ...contact })).toMatchObject({ can: { update: true, delete: true } });
    expect(get('contacts/c/', { ...contact }, as('interpreter'))).toMatchObject({
      can: { update: false, delete: false },
    });
    expect(get('contacts/c/', { ...contact }, as('auditor'))).toMatchObject({ can: { update: false, delete: false } });
    expect(get('contacts/c/', { ...contact }, { ...as('owner'), person: null })).toMatchObject({
      can: { update: false, delete: false },
    });
  });

  test('and from its own state', () => {
    const user = { id: 'u', role: 'interpreter', approval_status: 'approved' };
    expect(get('users/u/', { ...user }, as('manager'))).toMatchObject({
      can: { update: true, suspend: true, unsuspend: false, approve: false, reject: true, delete: true },
    });
    expect(get('users/u/', { ...user, role: 'owner' }, as('manager'))).toMatchObject({
      can: { update: false, delete: false },
    });
    const shift = {
      id: 's',
      time_from: '08:00',
      time_to: '16:00',
      location_type: 'remote',
      request_type: 'online',
      communication_type: 'interpretation',
      date: '2099-01-05',
      from: '2099-01-05T08:00:00Z',
      to: '2099-01-05T16:00:00Z',
      state: 'enabled',
      source: 'platform',
    };
    const shiftOf = (more: object) =>
      get('calendar/', { results: [{ interpreter: 'me', shifts: [{ ...shift, ...more }] }] }, as('interpreter'));
    expect(shiftOf({})).toMatchObject({ results: [{ shifts: [{ can: { update: true, delete: false } }] }] });
    expect(shiftOf({ source: 'external' })).toMatchObject({ results: [{ shifts: [{ can: { update: false } }] }] });
    expect(shiftOf({ from: '2020-01-05T08:00:00Z' })).toMatchObject({
      results: [{ shifts: [{ can: { update: false } }] }],
    });
  });

  test('are those of the answer if it has some', () => {
    expect(get('contacts/c/', { id: 'c', can: { delete: false } })).toMatchObject({
      can: { update: true, delete: false },
    });
  });
});

describe('a failure that is no problem of the contract', () => {
  const read = (status: number, body: unknown, path = 'contacts/') => readForeignProblem({ status, body, path });

  test('has codes for its fields, and none of the server’s prose', () => {
    expect(read(400, { name: ['Kontakt existiert bereits.'], email: 'wrong' })).toEqual({
      code: 'not_accepted',
      errors: { name: ['not_accepted'], email: ['not_accepted'] },
    });
    expect(
      read(400, {
        name: [{ message: 'This field is required.', code: 'required' }],
        title: [{ message: 'Too long.', code: 'max_length' }],
      }).errors,
    ).toEqual({ name: ['required'], title: ['too_long'] });
    expect(read(400, { non_field_errors: ['No.'] })).toEqual({ code: 'not_accepted', errors: {} });
    expect(read(400, { detail: 'JSON parse error' })).toEqual({ code: 'not_accepted', errors: {} });
  });

  test.each([
    [401, 'contacts/', 'unauthorized'],
    [403, 'contacts/', 'forbidden'],
    [404, 'contacts/', 'not_found'],
    [405, 'contacts/', 'feature_off'],
    [409, 'contacts/', 'conflict'],
    [412, 'contacts/', 'precondition_failed'],
    [429, 'contacts/', 'too_many_requests'],
    [418, 'contacts/', 'not_accepted'],
    [500, 'contacts/', 'something_went_wrong'],
    [400, 'auth/login/', 'bad_credentials'],
    [401, 'auth/login/', 'bad_credentials'],
    [403, 'auth/login/', 'no_permission_to_login'],
    [400, 'auth/otp/', 'otp_wrong'],
    [403, 'auth/me/', 'no_permission_to_login'],
  ])('%i of %s reads %s', (status, path, code) => {
    expect(read(status, { detail: 'Prose.' }, path).code).toBe(code);
    expect(read(status, '<h1>Page</h1>', path).code).toBe(code);
  });
});
