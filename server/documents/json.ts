import { slicesOf, type Table } from './document.ts';

/** An object whose last field is a streamed list. */
export async function* jsonWithList(
  head: Record<string, unknown>,
  name: string,
  slices: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
  let comma = '';
  for await (const slice of slices) {
    if (slice.length === 0) continue;
    yield comma + slice.map((item) => JSON.stringify(item)).join();
    comma = ',';
  }
  yield ']}';
}

/** A table as JSON (Q14, `rows`), written in parts. */
export function writeRows(table: Table): AsyncGenerator<string> {
  const { title, facts, totals, columns } = table;
  return jsonWithList({ title, facts, totals, columns }, 'rows', slicesOf(table));
}
