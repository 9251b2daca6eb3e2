import { describe, expect, test } from '@jest/globals';
import { askedBy, changesTo, type Filter, filtersOn, valuesIn, withoutAll } from './filters.ts';

const [idA, idB] = ['a'.repeat(24), 'b'.repeat(24)];
const people: Filter = { kind: 'records', name: 'person', label: 'Who', nameOf: (id) => id[0], picker: () => null };
const roles: Filter = {
  kind: 'choices',
  name: 'role',
  label: 'Role',
  choices: [
    { value: 'owner', label: 'Owner' },
    { value: 'deaf', label: 'Deaf' },
  ],
  isMany: true,
};
const days: Filter = {
  kind: 'days',
  name: 'days',
  label: 'Period',
  spans: [],
  ownLabel: 'Choose days',
  textOf: ({ from, to }) => `${from} to ${to}`,
  dialog: () => null,
};
const read = (query: string, filter: Filter) => valuesIn(new URLSearchParams(query), filter);

describe('the filters of a list', () => {
  test('read their values from an address, each by its kind', () => {
    expect(read('role=deaf,nobody,deaf,owner', roles)).toEqual(['deaf', 'owner']);
    expect(read(`person=${idA},${idB}`, people)).toEqual([idA]);
    expect(read(`person=${idA},me,${idB}`, { ...people, isMany: true })).toEqual([idA, idB]);
    expect(read('from_day=2024-04-01&to_day=2024-04-30', days)).toEqual(['2024-04-01/2024-04-30']);
    expect(read('from_day=2024-02-30&to_day=2024-04-30', days)).toEqual(['/2024-04-30']);
    expect(read('from_day=yesterday', days)).toEqual([]);
  });

  test('are asked of the server and written into the address again', () => {
    expect(askedBy(people, [idA])).toEqual({ person: idA });
    expect(askedBy({ ...people, isMany: true }, [idA])).toEqual({ person: [idA] });
    expect(askedBy(days, ['/2024-04-30'])).toEqual({ from_day: null, to_day: '2024-04-30' });
    expect(changesTo(roles, ['deaf', 'owner'])).toEqual({ role: 'deaf,owner' });
    expect(withoutAll([people, days])).toEqual({ person: null, from_day: null, to_day: null });
  });

  test('have texts for their chips', () => {
    const chosen = { role: ['owner'], person: [idB], days: ['2024-04-01/2024-04-30'] };
    expect(filtersOn([roles, people, days], chosen).map(({ text }) => text)).toEqual([
      'Role: Owner',
      'Who: b',
      'Period: 2024-04-01 to 2024-04-30',
    ]);
  });
});
