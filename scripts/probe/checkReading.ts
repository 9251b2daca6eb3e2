import { checkAnswer, checkProblem } from './checks.ts';
import { checkFilters } from './checkFilters.ts';
import { checkList } from './checkLists.ts';
import { type CheckContext, get, isPage, type ReadCall } from './context.ts';
import type { Operation } from './contract.ts';
import { sample } from './sample.ts';
import { queryText, type Answered } from './wire.ts';

/** An id in the right format that no record has. */
const unusedId = 'f'.repeat(24);

const isFeatureOff = ({ status, json }: Answered) =>
  status === 404 && (json as { code?: string } | undefined)?.code === 'feature_off';

function requiredQuery({ source }: CheckContext, { parameters }: Operation): Record<string, unknown> {
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'query' && (parameter.required || parameter.example !== undefined))
      .map(({ name, schema, example }) => [name, example ?? sample(schema, name, source)]),
  );
}

async function checkUnknownIds({ wire, notes, known }: CheckContext, { operation, query }: ReadCall): Promise<void> {
  for (const id of [unusedId, 'x']) {
    const path = known.fill(operation, id);
    if (path === null) continue;
    const answer = await wire('GET', `${path}${queryText(query)}`);
    checkProblem(notes, operation.name, answer, { what: 'an unknown id', statuses: [404] });
  }
}

/**
 * Checks a GET operation: response, missing token, unknown ids, and for lists pagination, ordering and filters.
 * Returns whether the operation was checked; else the reason is noted.
 */
export async function checkReading(context: CheckContext, operation: Operation): Promise<boolean> {
  const { wire, notes, known, isSignedIn } = context;
  const skip = (reason: string): false => {
    notes.skip(operation.name, reason);
    return false;
  };
  const path = known.fill(operation);
  if (path === null) return skip('no record is known');
  const call = { operation, path, query: requiredQuery(context, operation) };
  if (!operation.isPublic) {
    const anonymous = await wire('GET', `${path}${queryText(call.query)}`, { anonymous: true });
    if (isFeatureOff(anonymous)) return skip('the feature is off');
    checkProblem(notes, operation.name, anonymous, { what: 'a call without a token', statuses: [401] });
    if (!isSignedIn) return skip('a token is needed');
  }
  const answer = await get(context, call);
  if (isFeatureOff(answer)) return skip('the feature is off');
  if (answer.status === 403) {
    checkProblem(notes, operation.name, answer, { what: 'a user without permission', statuses: [403] });
    return skip('the user of the token has no permission');
  }
  if (answer.status === 409 && operation.path.includes('{')) {
    checkProblem(notes, operation.name, answer, { what: 'a record in another state', statuses: [409] });
    return skip('the state of the record does not allow it');
  }
  const isValid = checkAnswer(notes, operation, answer);
  known.learn(operation.path, answer.json);
  if (operation.path.includes('{')) await checkUnknownIds(context, call);
  if (!isValid) return true;
  const isList = isPage(answer.json);
  if (isList && operation.parameters.some(({ name }) => name === 'page')) await checkList(context, call);
  await checkFilters(context, call);
  return true;
}
