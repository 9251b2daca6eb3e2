import SCIMMY from 'scimmy';
import type { Restriction } from './repository.ts';
import { ScimError } from './scimError.ts';
import type { Json } from './wire.ts';

/** Attributes whose texts are compared with case (RFC 7643, `caseExact`). */
const exact = new Set(['id', 'externalid', 'value', '$ref']);

/** Lower-cases the texts of a resource, except those that are compared with case. */
function folded(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return exact.has(name.toLowerCase()) ? value : value.toLowerCase();
  if (Array.isArray(value)) return value.map((one) => folded(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, folded(one, name === 'emails' ? 'email' : key)]),
  );
}

const isExpression = (value: unknown): value is unknown[] => Array.isArray(value) && typeof value[0] === 'string';

/** Lower-cases the texts that a parsed filter compares with, in the same way. */
function foldedFilter(expression: unknown, name: string): unknown {
  if (isExpression(expression)) {
    const [last] = expression.slice(-1);
    const text = typeof last === 'string' && !exact.has(name.toLowerCase()) ? last.toLowerCase() : last;
    return expression.length > 1 ? [...expression.slice(0, -1), text] : expression;
  }
  if (Array.isArray(expression)) return expression.map((one) => foldedFilter(one, name));
  if (typeof expression !== 'object' || expression === null) return expression;
  return Object.fromEntries(
    Object.entries(expression).map(([key, one]) => [key, foldedFilter(one, name === 'emails' ? 'email' : key)]),
  );
}

/** A filter of a list. */
export type ListFilter = {
  /** What the database can look for; the filter is applied to the result, too. */
  restriction: Restriction;
  match: (resources: Json[]) => Json[];
};

/** Parses a filter (RFC 7644, 3.4.2.2); undefined: everything. @throws ScimError invalidFilter */
export function readFilter(text: string | undefined): ListFilter {
  if (text === undefined || text.trim() === '') return { restriction: {}, match: (resources) => resources };
  try {
    const parsed = new SCIMMY.Types.Filter(text);
    const alternatives = [...parsed] as Json[];
    const matcher = new SCIMMY.Types.Filter(alternatives.map((one) => foldedFilter(one, '') as Json));
    return {
      restriction: alternatives.length === 1 ? restrictionOf(alternatives[0] ?? {}) : {},
      match: (resources) => resources.filter((resource) => matcher.match([folded(resource) as Json]).length > 0),
    };
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'The filter cannot be read.';
    throw new ScimError(400, 'invalidFilter', detail, { cause: error });
  }
}

/** What one alternative of a filter requires of the columns that are indexed. */
function restrictionOf(expression: Json): Restriction {
  const wanted = (name: string): string | undefined => {
    const [, found] = Object.entries(expression).find(([key]) => key.toLowerCase() === name.toLowerCase()) ?? [];
    return isExpression(found) && found.length === 2 && found[0] === 'eq' && typeof found[1] === 'string'
      ? found[1]
      : undefined;
  };
  const [id, userName, externalId] = ['id', 'userName', 'externalId'].map(wanted);
  return {
    ...(id === undefined ? {} : { id }),
    ...(userName === undefined ? {} : { userName }),
    ...(externalId === undefined ? {} : { externalId }),
  };
}
