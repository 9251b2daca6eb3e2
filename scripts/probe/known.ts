import type { Operation } from './contract.ts';

type Item = Record<string, unknown>;

/** Ids and records from previous responses, by the names of fields and path parameters. */
export type Known = {
  /** Collects the ids and records of a response body. */
  learn: (path: string, answer: unknown) => void;
  /** A known id for a field that refers to a record: `department`, `interpreter`. */
  idFor: (field: string) => string | undefined;
  /** The path with its parameters filled in, the last one with `last` if given; null when an id is not known. */
  fill: (operation: Pick<Operation, 'path'>, last?: string) => string | null;
};

/** Most ids per name. */
const maxIds = 60;

/** Field name for a record of a collection: `schedules` → `schedule`, `categories` → `category`. */
const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Starts without records. `pick` chooses among known values. */
export function trackRecords(pick: <Value>(values: readonly Value[]) => Value | undefined): Known {
  const ids = new Map<string, string[]>();
  const records = new Map<string, Item[]>();

  const keep = <Value>(map: Map<string, Value[]>, name: string, values: readonly Value[]) =>
    map.set(name, [...(map.get(name) ?? []), ...values].slice(-maxIds));

  const collectIds = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) collectIds(item);
    else if (isItem(value))
      for (const [name, field] of Object.entries(value)) {
        if (typeof field === 'string' && /^[0-9a-f]{24}$/.test(field)) keep(ids, name, [field]);
        else collectIds(field);
      }
  };

  const idFor: Known['idFor'] = (field) => pick(ids.get(field) ?? []);
  return {
    idFor,
    learn: (path, answer) => {
      collectIds(answer);
      if (!isItem(answer)) return;
      const collection = path.split('/').findLast((part) => part && !part.startsWith('{')) ?? '';
      const items = Array.isArray(answer['results']) ? answer['results'].filter(isItem) : [];
      // The response to a create request is a record of the collection.
      if (!path.endsWith('}/')) keep(records, path, [...items, ...(typeof answer['id'] === 'string' ? [answer] : [])]);
      // Other records refer to this one by its collection's name, and to a user by their role.
      for (const { id, role } of items)
        for (const name of [singular(collection), role])
          if (typeof id === 'string' && typeof name === 'string') keep(ids, name, [id]);
    },
    fill: ({ path }, last) => {
      const parts = path.split('/').filter((part) => part !== '');
      const lastParameter = parts.findLastIndex((part) => part.startsWith('{'));
      let [collection, filled] = ['', ''];
      for (const [index, part] of parts.entries()) {
        const name = /^\{(\w+)\}$/.exec(part)?.[1];
        const record = name ? pick(records.get(`${collection}/`) ?? []) : undefined;
        const kind = singular(parts[index - 1] ?? '');
        const knownValue = name && (record?.[name] ?? record?.['id'] ?? idFor(name === 'id' ? kind : name));
        const value = last !== undefined && index === lastParameter ? last : (knownValue ?? (name ? null : part));
        if (typeof value !== 'string') return null;
        collection = `${collection}/${part}`;
        filled += `/${name ? encodeURIComponent(value) : value}`;
      }
      return path.endsWith('/') ? `${filled}/` : filled;
    },
  };
}
