import { checkAnswer, type Notes } from './checks.ts';
import type { Operation } from './contract.ts';
import type { Known } from './known.ts';
import type { Source } from './sample.ts';
import { queryText, type Answered, type Wire } from './wire.ts';

/** What the parts of a contract check share. */
export type CheckContext = { wire: Wire; notes: Notes; known: Known; source: Source; isSignedIn: boolean };

/** An operation with the path and the required query parameters that it is called with. */
export type ReadCall = { operation: Operation; path: string; query: Record<string, unknown> };

export type Item = Record<string, unknown>;
export type Page = { count: number; results: Item[] };

/** Whether a body is a page of a list. */
export const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && Array.isArray((value as Page).results);

/** Sends the GET request of a call, with more query parameters if given. */
export function get({ wire }: CheckContext, { path, query }: ReadCall, more: object = {}): Promise<Answered> {
  return wire('GET', `${path}${queryText({ ...query, ...more })}`);
}

/** The page that a call returns; null, with the differences noted, when the response does not match the contract. */
export async function getPage(context: CheckContext, call: ReadCall, more: object): Promise<Page | null> {
  const answer = await get(context, call, more);
  return checkAnswer(context.notes, call.operation, answer) && isPage(answer.json) ? answer.json : null;
}
