import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { getDefaultStore } from 'jotai';
import { draftOf, dropDraft, dropOldDraft, keepDraft } from './drafts.ts';
import { signedOutBecauseAtom } from './session.ts';

const store = getDefaultStore();
const place = '/dashboard/users/create';

beforeEach(() => store.set(signedOutBecauseAtom, 'unauthorized'));
afterEach(() => {
  jest.useRealTimers();
  sessionStorage.clear();
});

test('a draft outlives the page and a render that is thrown away, for its person and its form, until it is dropped', () => {
  keepDraft(place, 'anna', { email: 'mari@example.org', languages: ['eso'] });
  expect(draftOf('/dashboard/contacts/create', 'anna')).toBeNull();
  expect(draftOf(place, 'jaan')).toBeNull();
  // Everything is in the tab's storage, so it survives a reload.
  expect(sessionStorage.getItem('draft')).toContain('mari@example.org');
  for (const _ of ['thrown away', 'kept'])
    expect(draftOf(place, 'anna')).toEqual({ email: 'mari@example.org', languages: ['eso'] });
  dropDraft();
  expect(draftOf(place, 'anna')).toBeNull();
});

test('signing out stores no draft, and the next person gets none', () => {
  store.set(signedOutBecauseAtom, 'signOut');
  keepDraft(place, 'anna', { email: 'x' });
  expect(sessionStorage.getItem('draft')).toBeNull();
  for (const next of ['jaan', null]) {
    store.set(signedOutBecauseAtom, 'unauthorized');
    keepDraft(place, 'anna', { email: 'x' });
    dropOldDraft('anna');
    expect(sessionStorage.getItem('draft')).not.toBeNull();
    dropOldDraft(next);
    expect(sessionStorage.getItem('draft')).toBeNull();
  }
});

test('after half an hour it is gone', () => {
  jest.useFakeTimers();
  keepDraft(place, 'anna', { email: 'x' });
  jest.advanceTimersByTime(31 * 60_000);
  expect(draftOf(place, 'anna')).toBeNull();
});
