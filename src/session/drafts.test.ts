import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { getDefaultStore } from 'jotai';
import { dropOldDraft, keepDraft, takeDraft } from './drafts.ts';
import { signedOutBecauseAtom } from './session.ts';

const store = getDefaultStore();
const place = '/dashboard/users/create';

beforeEach(() => store.set(signedOutBecauseAtom, 'unauthorized'));
afterEach(() => {
  jest.useRealTimers();
  sessionStorage.clear();
});

test('a draft outlives the page, for its person and its form, once', () => {
  keepDraft(place, 'anna', { email: 'mari@example.org', languages: ['eso'] });
  expect(takeDraft('/dashboard/contacts/create', 'anna')).toBeNull();
  expect(takeDraft(place, 'jaan')).toBeNull();
  // Everything is in the tab's storage, so it survives a reload.
  expect(sessionStorage.getItem('draft')).toContain('mari@example.org');
  expect(takeDraft(place, 'anna')).toEqual({ email: 'mari@example.org', languages: ['eso'] });
  expect(takeDraft(place, 'anna')).toBeNull();
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
  expect(takeDraft(place, 'anna')).toBeNull();
});
