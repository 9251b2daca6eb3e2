import { createHash } from 'node:crypto';
import type { PlatformData } from '../../../contract/platformEvents.ts';
import type { Trx } from '../../collection/write.ts';
import { addFacts, type CheckedEvent, type Fact, type Facts } from './facts.ts';
import { erasures, findSubjects, type Subject, type SubjectKey, type SubjectKind } from './repository.ts';

/** A subject that new events are about, with the facts that it had before them. */
export type News = { subject: Subject; former: Facts; events: readonly CheckedEvent[] };

/** Subjects that were looked at, and those among them with a new record. */
export type Written = { touched: Subject[]; arrived: Subject[] };

/** The id of a record that is made from events: derived from source, kind and external id, so repeated events give the same id. */
export function recordIdOf(source: string, kind: string, externalId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([source, kind, externalId]))
    .digest('hex')
    .slice(0, 24);
}

/** The subject that an event is about. Versions have none: they need no facts. */
export function keyOf({ type, source, subject, interpreter }: CheckedEvent): SubjectKey | null {
  const [, about] = type.split('.');
  if (about === 'version') return null;
  if (about === 'interpreter') return { source, kind: 'interpreter', external_id: interpreter ?? subject };
  const kind: SubjectKind = about === 'customer' || about === 'partner' ? about : 'request';
  return { source, kind, external_id: subject };
}

/** A subject as one text, for maps. */
export const textOf = ({ source, kind, external_id }: SubjectKey) => JSON.stringify([source, kind, external_id]);

const newSubject = (key: SubjectKey): Subject => ({
  ...key,
  record_id: null,
  customer: null,
  partner: null,
  facts: {},
  waiting: false,
});

/** The data of the fact about a customer or a partner that its record does not have yet. */
export function newData<Type extends 'signboard.customer.changed' | 'signboard.partner.changed'>(
  { facts }: Subject,
  type: Type,
): (PlatformData<Type> & { since: string }) | null {
  const { data } = facts[type.replace('signboard.', '')] ?? {};
  return data ? { ...(data as PlatformData<Type>), since: facts['since']?.at ?? '' } : null;
}

/** When something was first heard of: the creation of a customer or a partner. */
function withSince(subject: Subject, events: readonly CheckedEvent[]): Record<string, Fact> {
  const facts = { ...addFacts(subject.facts, events) };
  if (subject.kind !== 'customer' && subject.kind !== 'partner') return facts;
  const [first] = [subject.facts['since']?.at, ...events.map(({ at }) => at)]
    .filter((at) => at !== undefined)
    .toSorted();
  return first === undefined ? facts : { ...facts, since: { at: first, id: '' } };
}

/** The subjects of events, each with the facts of its events added. What was said of a person before their erasure counts no more. */
export async function readNews(trx: Trx, events: readonly CheckedEvent[]): Promise<News[]> {
  const all = events.flatMap((event) => {
    const key = keyOf(event);
    return key ? [{ key, event, name: textOf(key) }] : [];
  });
  const erased = new Map<string, Date>();
  for (const { erased: at, ...subject } of await erasures(
    trx,
    all.map(({ key }) => key),
  ))
    erased.set(textOf(subject), at);
  const keyed = all.filter(({ name, event }) => {
    const at = erased.get(name);
    return at === undefined || new Date(event.at) > at;
  });
  const keys = new Map(keyed.map(({ name, key }) => [name, key]));
  const groups = Map.groupBy(keyed, ({ name }) => name);
  const found = await findSubjects(trx, [...keys.values()]);
  const known = new Map(found.map((subject) => [textOf(subject), subject]));
  return [...keys].map(([name, key]) => {
    const before = known.get(name) ?? newSubject(key);
    const news = (groups.get(name) ?? []).map(({ event }) => event);
    return { subject: { ...before, facts: withSince(before, news) }, former: before.facts, events: news };
  });
}
