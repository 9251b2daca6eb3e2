import { useEffect, useState } from 'react';
import type { User } from '../../contract/users.ts';
import { departments } from '#api/departments.ts';
import { get } from '#api/http.ts';
import { partnerCategories } from '#api/partnerCategories.ts';
import { partners } from '#api/partners.ts';
import { users } from '#api/users.ts';
import { personName } from './personName.ts';

/** Where the records are that something is narrowed to by their ids. */
const paths = {
  partner: partners.path,
  partner_category: partnerCategories.path,
  department: departments.path,
  interpreter: users.path,
  customer: users.path,
};
/** A kind of record that something is narrowed to. */
export type NamedKind = keyof typeof paths;

/** What people call a record; one that is not there, or not for them, is a dash. */
async function nameOf(kind: NamedKind, id: string): Promise<string> {
  try {
    const found = await get<{ name: string } | User>(`${paths[kind]}${id}/`);
    return 'name' in found ? found.name : personName(found);
  } catch {
    return '–';
  }
}

/** The names of records that an address has the ids of, as they become known. */
export function useRecordNames(asked: Partial<Record<NamedKind, readonly string[]>>): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = Object.entries(asked)
    .flatMap(([kind, ids]) => ids.map((id) => `${kind} ${id}`))
    .join();
  useEffect(() => {
    let isWanted = true;
    for (const one of wanted ? wanted.split(',') : []) {
      const [kind = '', id = ''] = one.split(' ');
      void nameOf(kind as NamedKind, id).then((name) => {
        if (isWanted) setNames((known) => new Map(known).set(id, name));
      });
    }
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  return names;
}
