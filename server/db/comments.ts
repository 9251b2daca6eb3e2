import type { CallContext } from '../callContext.ts';

/** Percent-encoding leaves no slash, so a value can neither end the comment nor begin another one. */
const valueOf = (text: string): string => `'${encodeURIComponent(text).replaceAll("'", '%27')}'`;

/**
 * A comment that names the call or task in a statement, by the conventions of sqlcommenter. It stands in front:
 * `pg_stat_activity` cuts off long statements at their end.
 */
export function commentOf({ id, route, span }: CallContext): string {
  const facts = { request_id: id, route, ...(span ? { traceparent: span.traceparent } : {}) };
  return `/*${Object.entries(facts)
    .map(([key, text]) => `${key}=${valueOf(text)}`)
    .join(',')}*/ `;
}
