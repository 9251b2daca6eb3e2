import { expect, test } from '@jest/globals';
import { changedAddress } from './listState.ts';

test.each([
  ['search', { search: 'anna' }, 'page_size=25&status=pending&search=anna'],
  ['a filter', { status: 'approved' }, 'page_size=25&status=approved'],
  ['a filter that is removed', { status: '' }, 'page_size=25'],
  ['the order', { ordering: '-name' }, 'page_size=25&status=pending&ordering=-name'],
  ['the size of a page', { page_size: '50' }, 'page_size=50&status=pending'],
  ['the page', { page: '4' }, 'page_size=25&status=pending&page=4'],
  ['hidden columns', { hide: 'name' }, 'page=3&page_size=25&status=pending&hide=name'],
  ['the density', { density: 'compact' }, 'page=3&page_size=25&status=pending&density=compact'],
])(
  'after a change of %s a list is on its first page, unless that was chosen or only its look changed',
  (_, changes, to) => {
    const before = new URLSearchParams('page=3&page_size=25&status=pending');
    expect(changedAddress(before, changes).toString()).toBe(to);
  },
);
