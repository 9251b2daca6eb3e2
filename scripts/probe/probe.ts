import { collectionsOf, type Collection } from './collections.ts';
import { checkAnswer, checkProblem, describe, type Notes, type ProbeReport } from './checks.ts';
import type { Operation } from './contract.ts';
import { startKnowing } from './known.ts';
import { sample, sourceOf } from './sample.ts';
import { queryText, type Answered, type Wire } from './wire.ts';
import { probeWriting } from './writing.ts';

const nobodysId = 'f'.repeat(24);

type Item = Record<string, unknown>;
type Page = { count: number; results: Item[] };

/** The value that a record is ordered or filtered by; undefined where it does not stand in the record. */
const valueOf = (item: Item | undefined, field: string): unknown => item?.[field];

const isListed = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && Array.isArray((value as Page).results);

/**
 * Holds a backend against the contract. Without `write` only GET is called; with it, records of the probe's own are made,
 * changed and deleted.
 */
export async function probe(
  operations: Operation[],
  wire: Wire,
  { write, now, key, only, isSignedIn }: { write: boolean; now: Date; key: string; only: string; isSignedIn: boolean },
): Promise<ProbeReport> {
  const report: ProbeReport = { checked: [], skipped: [], drifts: [] };
  const said = new Set<string>();
  const notes: Notes = {
    drift: (drift) => {
      const line = [drift.endpoint, drift.field, drift.kind, drift.expected].join('|');
      if (!said.has(line)) report.drifts.push(drift);
      said.add(line);
    },
    skip: (endpoint, why) => report.skipped.push({ endpoint, why }),
  };
  const known = startKnowing((values) => values[0]);
  const source = sourceOf(key, now, known.idFor);

  const requiredQuery = ({ parameters }: Operation): Record<string, unknown> =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === 'query' && (parameter.required || parameter.example !== undefined))
        .map(({ name, schema, example }) => [name, example ?? sample(schema, name, source)]),
    );

  const isOff = ({ status, json }: Answered) =>
    status === 404 && (json as { code?: string } | undefined)?.code === 'feature_off';

  const probeGet = async (operation: Operation): Promise<void> => {
    const path = known.fill(operation);
    if (path === null) return notes.skip(operation.name, 'no record is known to ask for');
    const query = requiredQuery(operation);
    if (!operation.isPublic) {
      const anonymous = await wire('GET', `${path}${queryText(query)}`, { anonymous: true });
      if (isOff(anonymous)) return notes.skip(operation.name, 'its feature is off');
      checkProblem(notes, operation.name, anonymous, { what: 'a call without a token', statuses: [401] });
      if (!isSignedIn) return notes.skip(operation.name, 'it needs a token');
    }
    const answer = await wire('GET', `${path}${queryText(query)}`);
    if (isOff(answer)) return notes.skip(operation.name, 'its feature is off');
    if (answer.status === 403) {
      checkProblem(notes, operation.name, answer, { what: 'somebody who may not', statuses: [403] });
      return notes.skip(operation.name, 'not for the person of the token');
    }
    report.checked.push(operation.name);
    const isGood = checkAnswer(notes, operation, answer);
    known.learn(operation.path, answer.json);
    if (operation.path.includes('{')) await probeMissing(operation, query);
    if (isGood && isListed(answer.json) && operation.parameters.some(({ name }) => name === 'page'))
      await probeList(operation, path, query);
    if (isGood) await probeFilters(operation, path, query, answer.json);
  };

  const probeMissing = async (operation: Operation, query: Record<string, unknown>): Promise<void> => {
    for (const id of [nobodysId, 'x']) {
      const path = known.fill(operation, id);
      if (path === null) continue;
      const answer = await wire('GET', `${path}${queryText(query)}`);
      checkProblem(notes, operation.name, answer, { what: 'an id that is not there', statuses: [404] });
    }
  };

  const listed = async (operation: Operation, path: string, query: Record<string, unknown>): Promise<Page | null> => {
    const answer = await wire('GET', `${path}${queryText(query)}`);
    return checkAnswer(notes, operation, answer) && isListed(answer.json) ? answer.json : null;
  };

  const probeList = async (operation: Operation, path: string, query: Record<string, unknown>): Promise<void> => {
    const endpoint = operation.name;
    const get = (more: Record<string, unknown>) => listed(operation, path, { ...query, ...more });
    const first = await get({ page: 1, page_size: 1 });
    const second = await get({ page: 2, page_size: 1 });
    const pagination = (field: string, expected: string, found: string) =>
      notes.drift({ endpoint, field, kind: 'pagination not honoured', expected, found });
    if (first && first.results.length > 1)
      pagination('?page_size', 'at most 1 record', `${first.results.length} records`);
    else if (first && second) {
      if (first.count > 1 && second.results.length === 0) pagination('?page', 'a second page', 'no records');
      else if (first.count > 1 && JSON.stringify(first.results) === JSON.stringify(second.results))
        pagination('?page', 'another record on page 2', 'the record of page 1');
    }
    const far = await get({ page: 100_000 });
    if (far && far.results.length > 0)
      pagination('?page', 'no records beyond the last page', `${far.results.length} records`);
    for (const [what, value] of [
      ['page', 0],
      ['page_size', 101],
      ['ordering', 'nothing_of_this_name'],
      ['nothing_of_this_name', 'x'],
    ] as const) {
      const answer = await wire('GET', `${path}${queryText({ ...query, [what]: value })}`);
      checkProblem(notes, endpoint, answer, { what: `?${what}=${value}`, statuses: [400] });
    }
    await probeOrdering(operation, path, query);
  };

  const probeOrdering = async (operation: Operation, path: string, query: Record<string, unknown>): Promise<void> => {
    const parameter = operation.parameters.find(({ name }) => name === 'ordering');
    const orderings = (parameter?.schema.enum ?? []).filter((one): one is string => typeof one === 'string');
    for (const field of orderings.filter((one) => !one.startsWith('-'))) {
      const up = await listed(operation, path, { ...query, page_size: 100, ordering: field });
      const down = await listed(operation, path, { ...query, page_size: 100, ordering: `-${field}` });
      if (!up || !down || up.results.length < 2) continue;
      const values = (page: Page) => page.results.map((item) => JSON.stringify(valueOf(item, field)));
      const isWhole = up.count === up.results.length && up.count === down.results.length;
      const [one, other] = [values(up), values(down)];
      const isReverse = one.join() === other.toReversed().join();
      const isAlike = new Set(one).size === 1 && new Set(other).size === 1;
      // Of a part of the list only its ends can be compared: the same records first both ways is no order.
      const isIgnored = isWhole
        ? !isReverse
        : !isAlike && one.join() === other.join() && JSON.stringify(up.results) === JSON.stringify(down.results);
      if (isIgnored)
        notes.drift({
          endpoint: operation.name,
          field: `?ordering=${field}`,
          kind: 'ordering ignored',
          expected: 'the other way round with -',
          found: 'not so',
        });
    }
  };

  /** Closed sets only: each value of them must be taken, and what is answered must have it. */
  const probeFilters = async (
    operation: Operation,
    path: string,
    query: Record<string, unknown>,
    all: unknown,
  ): Promise<void> => {
    const filters = operation.parameters.filter(
      (one) => one.in === 'query' && !one.required && one.name !== 'ordering',
    );
    for (const { name, schema } of filters) {
      const isArray = schema.type === 'array';
      const values = (isArray ? schema.items?.enum : schema.enum) ?? [];
      for (const value of values) {
        const answer = await wire('GET', `${path}${queryText({ ...query, [name]: isArray ? [value] : value })}`);
        const field = isArray ? `?${name}[]` : `?${name}`;
        if (answer.status === 400) {
          const kind = isArray ? 'bracket arrays not read' : 'filter refused';
          notes.drift({
            endpoint: operation.name,
            field,
            kind,
            expected: `${String(value)} is taken`,
            found: describe(answer),
          });
          break;
        }
        checkAnswer(notes, operation, answer);
        if (!isListed(answer.json) || !isListed(all)) continue;
        const stray = answer.json.results.find(
          (item) => typeof valueOf(item, name) === 'string' && valueOf(item, name) !== value,
        );
        if (stray) {
          const kind = isArray ? 'bracket arrays not read' : 'filter ignored';
          notes.drift({
            endpoint: operation.name,
            field,
            kind,
            expected: `only ${String(value)}`,
            found: String(valueOf(stray, name)),
          });
          break;
        }
      }
    }
  };

  if (isSignedIn && (await wire('GET', '/auth/me/')).status === 401)
    throw new TypeError('The backend does not take this token.');
  const wanted = operations.filter(({ path }) => path.startsWith(`/${only}`));
  // Lists first: they say which records there are. Then the shorter paths, whose records the longer ones are about.
  const reading = wanted
    .filter(({ method }) => method === 'GET')
    .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length);
  for (const operation of reading) await probeGet(operation);

  const unknown = await wire('GET', '/there_is_nothing_here/');
  checkProblem(notes, 'GET /there_is_nothing_here/', unknown, { what: 'a path that is not there', statuses: [404] });

  const collections: Collection[] = collectionsOf(wanted);
  if (write)
    for (const collection of collections)
      await probeWriting(collection, { wire, notes, source, checked: report.checked });
  const looked = new Set(report.checked);
  for (const { name, method } of wanted.filter((one) => one.method !== 'GET'))
    if (!looked.has(name))
      notes.skip(name, write ? 'not part of making and deleting a record' : `${method} is called with --write only`);
  return { ...report, skipped: [...new Map(report.skipped.map((one) => [one.endpoint, one])).values()] };
}
