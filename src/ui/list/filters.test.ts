import { describe, expect, test } from '@jest/globals';
import { askedBy, changesTo, type Filter, filtersOn, valuesIn, withoutAll } from './filters.ts';

const [one, two] = ['a'.repeat(24), 'b'.repeat(24)];
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
    expect(read(`person=${one},${two}`, people)).toEqual([one]);
    expect(read(`person=${one},me,${two}`, { ...people, isMany: true })).toEqual([one, two]);
    expect(read('from_day=2024-04-01&to_day=2024-04-30', days)).toEqual(['2024-04-01/2024-04-30']);
    expect(read('from_day=2024-02-30&to_day=2024-04-30', days)).toEqual(['/2024-04-30']);
    expect(read('from_day=yesterday', days)).toEqual([]);
  });

  test('are asked of the server and written into the address again', () => {
    expect(askedBy(people, [one])).toEqual({ person: one });
    expect(askedBy({ ...people, isMany: true }, [one])).toEqual({ person: [one] });
    expect(askedBy(days, ['/2024-04-30'])).toEqual({ from_day: null, to_day: '2024-04-30' });
    expect(changesTo(roles, ['deaf', 'owner'])).toEqual({ role: 'deaf,owner' });
    expect(withoutAll([people, days])).toEqual({ person: null, from_day: null, to_day: null });
  });

  test('have texts for their chips', () => {
    const chosen = { role: ['owner'], person: [two], days: ['2024-04-01/2024-04-30'] };
    expect(filtersOn([roles, people, days], chosen).map(({ text }) => text)).toEqual([
      'Role: Owner',
      'Who: b',
      'Period: 2024-04-01 to 2024-04-30',
    ]);
  });
});
