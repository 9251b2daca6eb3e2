import type { Collection } from './collections.ts';
import { checkAnswer, checkProblem, type Notes } from './checks.ts';
import { sample, type Source } from './sample.ts';
import type { Wire } from './wire.ts';

const failed = 400;

/** Makes a record of the probe's own, reads, changes and deletes it. What was made is deleted whatever else went wrong. */
export async function probeWriting(
  { create, read, remove, update }: Collection,
  { wire, notes, source, checked }: { wire: Wire; notes: Notes; source: Source; checked: string[] },
): Promise<void> {
  const body = sample(create.body?.schema ?? {}, '', { ...source, optional: 0 });
  const key = { 'idempotency-key': `probe-${source.random.id()}` };
  const made = await wire('POST', create.path, { body, headers: key });
  if (made.status >= failed) {
    checkProblem(notes, create.name, made, { what: 'a record', statuses: [400, 403, 404, 409] });
    return notes.skip(
      create.name,
      `nothing could be made: ${String((made.json as { code?: string } | undefined)?.code)}`,
    );
  }
  checked.push(create.name);
  checkAnswer(notes, create, made);
  const id = (made.json as { id?: unknown } | null)?.id;
  if (typeof id !== 'string') return;
  const path = read.path.replace('{id}', encodeURIComponent(id));
  try {
    const again = await wire('POST', create.path, { body, headers: key });
    const other = (again.json as { id?: unknown } | null)?.id;
    if (other !== id) {
      notes.drift({
        endpoint: create.name,
        field: 'header Idempotency-Key',
        kind: 'key ignored',
        expected: 'the record that was made first',
        found: `${again.status}`,
      });
      if (typeof other === 'string') await wire('DELETE', path.replace(id, other));
    }
    const strange = await wire('POST', create.path, { body: { nothing_of_this_name: 1 } });
    checkProblem(notes, create.name, strange, { what: 'a body without its fields', statuses: [400] });
    checkAnswer(notes, read, await wire('GET', path));
    if (update) {
      checked.push(update.name);
      // What is there already is no change, and must be taken.
      const [name] = Object.keys(update.body?.schema.properties ?? {}).filter((one) => one in (body as object));
      const same = name ? { [name]: (body as Record<string, unknown>)[name] } : {};
      const blind = await wire('PATCH', path, { body: same });
      checkProblem(notes, update.name, blind, { what: 'a change without If-Match', statuses: [428] });
      const stale = await wire('PATCH', path, { body: same, headers: { 'if-match': '"of-another-time"' } });
      checkProblem(notes, update.name, stale, { what: 'a stale If-Match', statuses: [412] });
      const etag = made.headers.get('etag') ?? String((made.json as { etag?: unknown }).etag);
      checkAnswer(notes, update, await wire('PATCH', path, { body: same, headers: { 'if-match': etag } }));
    }
  } finally {
    checked.push(remove.name);
    checkAnswer(notes, remove, await wire('DELETE', path));
  }
  checkProblem(notes, read.name, await wire('GET', path), { what: 'a record that was deleted', statuses: [404] });
}
