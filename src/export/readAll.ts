import { pageSize } from '../../contract/bounds.ts';
import type { Page } from '#api/collection.ts';

/**
 * All records of a list, read in pages of the maximum size. A record that moves to a later page meanwhile is
 * returned once. Stops at the abort signal, and throws what `read` throws.
 */
export async function* readAll<Item extends { id: string | number }>(
  read: (page: number, size: number) => Promise<Page<Item>>,
): AsyncGenerator<{ items: Item[]; count: number }> {
  const seen = new Set<string | number>();
  for (let page = 1; ; page += 1) {
    const { count, results } = await read(page, pageSize.max);
    const items = results.filter(({ id }) => !seen.has(id));
    for (const { id } of items) seen.add(id);
    yield { items, count };
    if (results.length < pageSize.max) return;
  }
}
