import { Code } from './Code.ts';

/** The number of characters shown. */
const shown = 8;

/** The beginning of an id; the whole id in a tooltip. */
export function ShortId({ id }: { id: string }) {
  return <Code title={id}>{id.length > shown ? `${id.slice(0, shown)}…` : id}</Code>;
}
