import { expect, test } from '@jest/globals';
import { type ApiState, apiReasons } from './apiState.ts';

const state: ApiState = {
  layers: { native: 'sha256:1', packages: 'sha256:2', server: 'sha256:3', tenant: 'sha256:4' },
  schema: '012_search',
  content: 'sha256:5',
};

test('a change of the server is a reason for an API to be shipped', () => {
  const after = { ...state, layers: { ...state.layers, server: 'sha256:6' }, content: 'sha256:7' };
  expect(apiReasons(state, after, false)).toEqual([{ kind: 'server', detail: '' }]);
});

test('a migration is a reason that names the last one before and after', () => {
  const after = { ...state, schema: '013_rooms', content: 'sha256:7' };
  expect(apiReasons(state, after, false)).toEqual([{ kind: 'schema', detail: '012_search → 013_rooms' }]);
});

test('a change that no layer has is one of the settings', () => {
  expect(apiReasons(state, { ...state, content: 'sha256:7' }, false)).toEqual([{ kind: 'settings', detail: '' }]);
});

test('without a change there is no reason', () => {
  expect(apiReasons(state, state, false)).toEqual([]);
});
