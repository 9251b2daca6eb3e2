import { Code } from './Code.ts';

/** How much of an id tells records apart at a glance. */
const shown = 8;

/** An id in a list: its beginning, and all of it for whoever points at it. */
export function ShortId({ id }: { id: string }) {
  return <Code title={id}>{id.length > shown ? `${id.slice(0, shown)}…` : id}</Code>;
}
