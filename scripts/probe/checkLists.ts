import { checkProblem } from './checks.ts';
import { type CheckContext, get, getPage, type Page, type ReadCall } from './context.ts';

/** Checks pages, page sizes and the refusal of unknown or invalid parameters. */
async function checkPagination(context: CheckContext, call: ReadCall): Promise<void> {
  const endpoint = call.operation.name;
  const drift = (field: string, expected: string, found: string) =>
    context.notes.drift({ endpoint, field, kind: 'pagination not honoured', expected, found });
  const first = await getPage(context, call, { page: 1, page_size: 1 });
  const second = await getPage(context, call, { page: 2, page_size: 1 });
  if (first && first.results.length > 1) drift('?page_size', 'at most 1 record', `${first.results.length} records`);
  else if (first && second && first.count > 1) {
    if (second.results.length === 0) drift('?page', 'a second page', 'no records');
    else if (JSON.stringify(first.results) === JSON.stringify(second.results))
      drift('?page', 'another record on page 2', 'the record of page 1');
  }
  const beyond = await getPage(context, call, { page: 100_000 });
  if (beyond && beyond.results.length > 0)
    drift('?page', 'no records beyond the last page', `${beyond.results.length} records`);
  for (const [name, value] of [
    ['page', 0],
    ['page_size', 101],
    ['ordering', 'nothing_of_this_name'],
    ['nothing_of_this_name', 'x'],
  ] as const) {
    const answer = await get(context, call, { [name]: value });
    checkProblem(context.notes, endpoint, answer, { what: `?${name}=${value}`, statuses: [400] });
  }
}

/** Whether two pages, ordered by a field up and down, show that the ordering was ignored. */
function isOrderingIgnored(up: Page, down: Page, field: string): boolean {
  const values = (page: Page) => page.results.map((item) => JSON.stringify(item[field]));
  const [ascending, descending] = [values(up), values(down)];
  const isComplete = up.count === up.results.length && up.count === down.results.length;
  if (isComplete) return ascending.join() !== descending.toReversed().join();
  // Of longer lists only the first pages are known: equal records in both directions show that the order is ignored.
  const isConstant = new Set(ascending).size === 1 && new Set(descending).size === 1;
  return (
    !isConstant && ascending.join() === descending.join() && JSON.stringify(up.results) === JSON.stringify(down.results)
  );
}

async function checkOrdering(context: CheckContext, call: ReadCall): Promise<void> {
  const parameter = call.operation.parameters.find(({ name }) => name === 'ordering');
  const orderings = (parameter?.schema.enum ?? []).filter((value): value is string => typeof value === 'string');
  for (const field of orderings.filter((ordering) => !ordering.startsWith('-'))) {
    const up = await getPage(context, call, { page_size: 100, ordering: field });
    const down = await getPage(context, call, { page_size: 100, ordering: `-${field}` });
    if (!up || !down || up.results.length < 2 || !isOrderingIgnored(up, down, field)) continue;
    context.notes.drift({
      endpoint: call.operation.name,
      field: `?ordering=${field}`,
      kind: 'ordering ignored',
      expected: 'the reverse order with -',
      found: 'another order',
    });
  }
}

/** Checks pagination and ordering of a list. */
export async function checkList(context: CheckContext, call: ReadCall): Promise<void> {
  await checkPagination(context, call);
  await checkOrdering(context, call);
}
