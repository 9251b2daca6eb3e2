import type { Operation } from './contract.ts';

type Item = Record<string, unknown>;

/** The records that answers have told of, by every name that they may be asked for under. */
export type Known = {
  /** Reads an answer of a path: what stands in it can be asked for from now on. */
  learn: (path: string, answer: unknown) => void;
  /** An id that is there, for a field that names a record: `department`, `interpreter`. */
  idFor: (field: string) => string | undefined;
  /** A call's path with values in the place of its parameters, the last of them `last` if given; null where none is known. */
  fill: (operation: Pick<Operation, 'path'>, last?: string) => string | null;
};

/** How many ids are kept under one name. */
const most = 60;

/** The name that a record of a collection has in others: `schedules` is `schedule`, `categories` is `category`. */
const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Starts knowing nothing. `pick` chooses among what is known. */
export function startKnowing(pick: <Value>(values: readonly Value[]) => Value | undefined): Known {
  const ids = new Map<string, string[]>();
  const records = new Map<string, Item[]>();

  const keep = <Value>(map: Map<string, Value[]>, name: string, values: readonly Value[]) =>
    map.set(name, [...(map.get(name) ?? []), ...values].slice(-most));

  const harvest = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) harvest(one);
    else if (isItem(value))
      for (const [name, one] of Object.entries(value)) {
        if (typeof one === 'string' && /^[0-9a-f]{24}$/.test(one)) keep(ids, name, [one]);
        else harvest(one);
      }
  };

  const idFor: Known['idFor'] = (field) => pick(ids.get(field) ?? []);
  return {
    idFor,
    learn: (path, answer) => {
      harvest(answer);
      if (!isItem(answer)) return;
      const collection = path.split('/').findLast((part) => part && !part.startsWith('{')) ?? '';
      const items = Array.isArray(answer['results']) ? answer['results'].filter(isItem) : [];
      // What a collection answers to a create is a record of it.
      if (!path.endsWith('}/')) keep(records, path, [...items, ...(typeof answer['id'] === 'string' ? [answer] : [])]);
      // A record is known by its collection, a person by their role too.
      for (const { id, role } of items)
        for (const name of [singular(collection), role])
          if (typeof id === 'string' && typeof name === 'string') keep(ids, name, [id]);
    },
    fill: ({ path }, last) => {
      const parts = path.split('/').slice(1, -1);
      const lastParameter = parts.findLastIndex((part) => part.startsWith('{'));
      let [collection, filled] = ['', ''];
      for (const [index, part] of parts.entries()) {
        const name = /^\{(\w+)\}$/.exec(part)?.[1];
        const record = name ? pick(records.get(`${collection}/`) ?? []) : undefined;
        const own = singular(parts[index - 1] ?? '');
        const found = name && (record?.[name] ?? record?.['id'] ?? idFor(name === 'id' ? own : name));
        const value = last !== undefined && index === lastParameter ? last : (found ?? (name ? null : part));
        if (typeof value !== 'string') return null;
        collection = `${collection}/${part}`;
        filled += `/${name ? encodeURIComponent(value) : value}`;
      }
      return `${filled}/`;
    },
  };
}
