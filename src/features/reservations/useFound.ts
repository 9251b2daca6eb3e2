import { useMemo, useState } from 'react';
import { partners } from '#api/partners.ts';
import { type Query, useQuery } from '#api/query.ts';
import type { Page } from '#api/collection.ts';
import { users } from '#api/users.ts';

/** How many are offered at once; the others are found by typing. */
const offered = 20;

/** What a search finds, as choices, and how another begins. Nothing is asked while `isOn` is false. */
function useFound<Item extends { id: string }>(
  read: (search: string) => Query<Page<Item>>,
  nameOf: (item: Item) => string,
  isOn: boolean,
) {
  const [search, onSearch] = useState('');
  const { data } = useQuery(isOn ? read(search) : null);
  const choices = useMemo(
    () => (data?.results ?? []).map((item) => ({ value: item.id, label: nameOf(item) })),
    [data, nameOf],
  );
  return { choices, onSearch };
}

const readCustomers = (search: string) =>
  users.list({
    role: ['deaf', 'partner'],
    approval_status: ['approved'],
    ordering: 'last_name',
    page_size: offered,
    ...(search ? { search } : {}),
  });

const personName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`;

/** The people whom interpreters are reserved for. */
export function useCustomers(isOn: boolean) {
  return useFound(readCustomers, personName, isOn);
}

const readPartners = (search: string) =>
  partners.list({ ordering: 'name', page_size: offered, ...(search ? { search } : {}) });

const partnerName = ({ name }: { name: string }) => name;

/** The partners that reservations are for. */
export function usePartners(isOn: boolean) {
  return useFound(readPartners, partnerName, isOn);
}
