import type { Collection } from './collections.ts';
import { checkAnswer, checkProblem } from './checks.ts';
import type { CheckContext } from './context.ts';
import type { Operation } from './contract.ts';
import { sample } from './sample.ts';
import type { Answered } from './wire.ts';

const idOf = ({ json }: Answered): unknown => (json as { id?: unknown } | null | undefined)?.id;

/** Sends a create request again with the same Idempotency-Key, which must return the first record. */
async function checkIdempotency(
  { wire, notes }: CheckContext,
  { create }: Collection,
  { body, headers, path, id }: { body: unknown; headers: Record<string, string>; path: string; id: string },
): Promise<void> {
  const repeated = await wire('POST', create.path, { body, headers });
  const otherId = idOf(repeated);
  if (otherId === id) return;
  notes.drift({
    endpoint: create.name,
    field: 'header Idempotency-Key',
    kind: 'key ignored',
    expected: 'the record that was created first',
    found: `${repeated.status}`,
  });
  if (typeof otherId === 'string') await wire('DELETE', path.replace(id, otherId));
}

/** Changes a record without, with a stale and with the current version. */
async function checkUpdate(
  { wire, notes }: CheckContext,
  update: Operation,
  { body, created, path }: { body: unknown; created: Answered; path: string },
): Promise<void> {
  // A field with its present value is a valid change that leaves the record as it is.
  const [name] = Object.keys(update.body?.schema.properties ?? {}).filter((field) => field in (body as object));
  const change = name ? { [name]: (body as Record<string, unknown>)[name] } : {};
  const withoutVersion = await wire('PATCH', path, { body: change });
  checkProblem(notes, update.name, withoutVersion, { what: 'a change without If-Match', statuses: [428] });
  const stale = await wire('PATCH', path, { body: change, headers: { 'if-match': '"of-another-time"' } });
  checkProblem(notes, update.name, stale, { what: 'a stale If-Match', statuses: [412] });
  const etag = created.headers.get('etag') ?? String((created.json as { etag?: unknown }).etag);
  checkAnswer(notes, update, await wire('PATCH', path, { body: change, headers: { 'if-match': etag } }));
}

/** Creates, reads, changes and deletes a test record. The record is deleted even if a check fails. Adds the operations to `checked`. */
export async function checkWriting(context: CheckContext, collection: Collection, checked: string[]): Promise<void> {
  const { wire, notes, source } = context;
  const { create, read, remove, update } = collection;
  const body = sample(create.body?.schema ?? {}, '', { ...source, optional: 0 });
  const headers = { 'idempotency-key': `probe-${source.random.id()}` };
  const created = await wire('POST', create.path, { body, headers });
  if (created.status >= 400) {
    checkProblem(notes, create.name, created, { what: 'a record', statuses: [400, 403, 404, 409] });
    const code = String((created.json as { code?: string } | undefined)?.code);
    return notes.skip(create.name, `no record could be created: ${code}`);
  }
  checked.push(create.name);
  checkAnswer(notes, create, created);
  const id = idOf(created);
  if (typeof id !== 'string') return;
  const path = read.path.replace('{id}', encodeURIComponent(id));
  try {
    await checkIdempotency(context, collection, { body, headers, path, id });
    const invalid = await wire('POST', create.path, { body: { nothing_of_this_name: 1 } });
    checkProblem(notes, create.name, invalid, { what: 'a body without its fields', statuses: [400] });
    checkAnswer(notes, read, await wire('GET', path));
    if (update) {
      checked.push(update.name);
      await checkUpdate(context, update, { body, created, path });
    }
  } finally {
    checked.push(remove.name);
    checkAnswer(notes, remove, await wire('DELETE', path));
  }
  checkProblem(notes, read.name, await wire('GET', path), { what: 'a deleted record', statuses: [404] });
}
