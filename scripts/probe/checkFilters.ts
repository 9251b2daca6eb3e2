import { checkAnswer, describe } from './checks.ts';
import type { Parameter } from './contract.ts';
import { type CheckContext, get, isPage, type ReadCall } from './context.ts';
import type { Answered } from './wire.ts';

/** Whether the backend refuses a value because the deployment does not offer it. */
function isNotOffered({ status, json }: Answered, name: string): boolean {
  const { errors } = (json ?? {}) as { errors?: Record<string, string[]> };
  return status === 400 && errors?.[name]?.includes('feature_off') === true;
}

/** Checks one value of a filter. Returns false when the filter does not work, so that no further value is tried. */
async function checkValue(
  context: CheckContext,
  call: ReadCall,
  { name, schema }: Parameter,
  value: unknown,
): Promise<boolean> {
  const isArray = schema.type === 'array';
  const drift = (kind: string, expected: string, found: string) => {
    const field = isArray ? `?${name}[]` : `?${name}`;
    const shownKind = isArray ? 'bracket arrays not read' : kind;
    context.notes.drift({ endpoint: call.operation.name, field, kind: shownKind, expected, found });
    return false;
  };
  const answer = await get(context, call, { [name]: isArray ? [value] : value });
  if (isNotOffered(answer, name)) return true;
  if (answer.status === 400) return drift('filter refused', `${String(value)} is accepted`, describe(answer));
  checkAnswer(context.notes, call.operation, answer);
  if (!isPage(answer.json)) return true;
  const other = answer.json.results.find((item) => typeof item[name] === 'string' && item[name] !== value);
  return other ? drift('filter ignored', `only ${String(value)}`, String(other[name])) : true;
}

/** Checks filters with a closed set of values: each value must be accepted, and the results must have it. */
export async function checkFilters(context: CheckContext, call: ReadCall): Promise<void> {
  const filters = call.operation.parameters.filter(
    (parameter) => parameter.in === 'query' && !parameter.required && parameter.name !== 'ordering',
  );
  for (const filter of filters) {
    const { schema } = filter;
    for (const value of (schema.type === 'array' ? schema.items?.enum : schema.enum) ?? [])
      if (!(await checkValue(context, call, filter, value))) break;
  }
}
