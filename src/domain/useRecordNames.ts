import { useEffect, useState } from 'react';
import { get } from '#api/http.ts';
import { personName } from './personName.ts';
import { type Named, type RecordKind, recordPath } from './records.ts';

/** What people call a record; one that is not there, or not for them, is a dash. */
async function nameOf(kind: RecordKind, id: string): Promise<string> {
  try {
    const found = await get<Named>(`${recordPath(kind)}${id}/`);
    return 'name' in found ? found.name : personName(found);
  } catch {
    return '–';
  }
}

/** The names of records that an address has the ids of, as they become known. */
export function useRecordNames(asked: Partial<Record<RecordKind, readonly string[]>>): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = Object.entries(asked)
    .flatMap(([kind, ids]) => ids.map((id) => `${kind} ${id}`))
    .join();
  useEffect(() => {
    let isWanted = true;
    for (const one of wanted ? wanted.split(',') : []) {
      const [kind = '', id = ''] = one.split(' ');
      void nameOf(kind as RecordKind, id).then((name) => {
        if (isWanted) setNames((known) => new Map(known).set(id, name));
      });
    }
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  return names;
}
