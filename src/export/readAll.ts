import { pageSize } from '../../contract/bounds.ts';
import type { Page } from '#api/collection.ts';

/**
 * Every record of a list, a page of the largest size after the other (decision 162). A record that moves to a later page
 * meanwhile is answered once. Stops by the signal, and throws what `read` throws.
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
