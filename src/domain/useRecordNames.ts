import { useEffect, useRef, useState } from 'react';
import { get } from '#api/http.ts';
import { personName } from './personName.ts';
import { type Named, type RecordKind, recordPath } from './records.ts';

/** The name of a record; a dash if it does not exist or may not be seen. */
async function nameOf(kind: RecordKind, id: string): Promise<string> {
  try {
    const record = await get<Named>(`${recordPath(kind)}${id}/`);
    return 'name' in record ? record.name : personName(record);
  } catch {
    return '–';
  }
}

/** The names of the records whose ids are given, as they load. */
export function useRecordNames(idsByKind: Partial<Record<RecordKind, readonly string[]>>): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const requested = Object.entries(idsByKind)
    .flatMap(([kind, ids]) => ids.map((id) => `${kind} ${id}`))
    .join();
  // Each record is requested once.
  const requestedBefore = useRef(new Set<string>());
  useEffect(() => {
    for (const record of requested ? requested.split(',') : []) {
      if (requestedBefore.current.has(record)) continue;
      requestedBefore.current.add(record);
      const [kind = '', id = ''] = record.split(' ');
      void nameOf(kind as RecordKind, id).then((name) => setNames((known) => new Map(known).set(id, name)));
    }
  }, [requested]);
  return names;
}
