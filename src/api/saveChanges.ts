import type { Collection } from './collection.ts';
import { get } from './http.ts';
import { ApiError } from './problem.ts';

/**
 * Sends changes to a record. If somebody else has changed it meanwhile, `decide` receives their version and answers: `mine`
 * sends the changes again on top of it, `theirs` drops them, `neither` throws the 412. Returns the changed record; null for
 * `theirs`.
 */
export async function saveChanges<Item extends { id: string; etag: string }, Changes>(
  { one, update }: Pick<Collection<Item, never, Changes>, 'one' | 'update'>,
  record: Item,
  changes: Changes,
  decide: (theirs: Item) => Promise<'mine' | 'theirs' | 'neither'>,
): Promise<Item | null> {
  for (let from = record; ;) {
    try {
      return await update(from.id, from.etag, changes);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error;
      from = await get<Item>(one(from.id)[0]);
      const choice = await decide(from);
      if (choice === 'neither') throw error;
      if (choice === 'theirs') return null;
    }
  }
}
