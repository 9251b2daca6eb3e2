import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { EventResult, PlatformData } from '../../../contract/platformEvents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Trx, withoutAudit, write } from '../../collection/write.ts';
import { isLostRace } from '../../db/constraints.ts';
import { serviceOf } from '../../http/guard.ts';
import { startJob } from '../../jobs/queue.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { randomId } from '../../randomId.ts';
import { processRecording } from '../recordings/processing.ts';
import {
  addFacts,
  type CheckedEvent,
  type Fact,
  type Facts,
  patchOf,
  type RequestPatch,
  timesOf,
  withoutData,
} from './facts.ts';
import { objectInBucket } from './bucketRecordings.ts';
import { tellOfRequests } from './requestNews.ts';
import { nameOf, readEvent, type Rejection } from './readEvents.ts';
import {
  claimObjects,
  waitingForBucket,
  type CustomerRow,
  findByEmail,
  findInterpreters,
  findSubjects,
  insertCustomers,
  insertEvents,
  insertPartners,
  insertRequests,
  linkedRecords,
  linkRequests,
  lockPlatform,
  type PartnerRow,
  type RecordingRow,
  type RatingRow,
  type RequestRow,
  saveRatings,
  saveRecordings,
  saveSubjects,
  saveVersions,
  type Subject,
  type SubjectKey,
  type SubjectKind,
  takenSlugs,
  updateCustomers,
  updatePartners,
  updateRequests,
  waitingCustomers,
  writeFirstTimes,
  writePresence,
} from './repository.ts';

type IngestDependencies = Pick<Dependencies, 'deployment' | 'database' | 'clock' | 'recordingsBucket'> & {
  worker: { wake: () => void };
  notify: Notify;
};

const isRejection = (read: CheckedEvent | Rejection): read is Rejection => 'pointer' in read;

/** The id of a record that is made from events: derived from source, kind and external id, so repeated events give the same id. */
function recordIdOf(source: string, kind: string, externalId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([source, kind, externalId]))
    .digest('hex')
    .slice(0, 24);
}

/** The subject that an event is about. Versions have none: they need no facts. */
function keyOf({ type, source, subject, interpreter }: CheckedEvent): SubjectKey | null {
  const [, about] = type.split('.');
  if (about === 'version') return null;
  if (about === 'interpreter') return { source, kind: 'interpreter', external_id: interpreter ?? subject };
  const kind: SubjectKind = about === 'customer' || about === 'partner' ? about : 'request';
  return { source, kind, external_id: subject };
}

const textOf = ({ source, kind, external_id }: SubjectKey) => JSON.stringify([source, kind, external_id]);

const newSubject = (key: SubjectKey): Subject => ({
  ...key,
  record_id: null,
  customer: null,
  partner: null,
  facts: {},
  waiting: false,
});

/** The data of the fact about a customer or a partner that its record does not have yet. */
function newData<Type extends 'signboard.customer.changed' | 'signboard.partner.changed'>(
  { facts }: Subject,
  type: Type,
): (PlatformData<Type> & { since: string }) | null {
  const { data } = facts[type.replace('signboard.', '')] ?? {};
  return data ? { ...(data as PlatformData<Type>), since: facts['since']?.at ?? '' } : null;
}

/** Replaces the e-mail addresses of interpreters by their ids. Unknown ones are rejected, and so are customers with the address of staff. */
async function resolvePeople(
  trx: Trx,
  events: readonly (CheckedEvent | Rejection)[],
): Promise<(CheckedEvent | Rejection)[]> {
  const plain = (email: string) => email.normalize('NFKC').toLowerCase();
  const valid = events.filter((event): event is CheckedEvent => !isRejection(event));
  const interpreters = await findInterpreters(trx, [
    ...new Set(valid.flatMap((event) => (event.interpreter === null ? [] : plain(event.interpreter)))),
  ]);
  const emails = valid.flatMap((event) => (event.type === 'signboard.customer.changed' ? event.data.email : []));
  const taken = await findByEmail(trx, [...new Set(emails)]);
  return events.map((event) => {
    if (isRejection(event)) return event;
    if (event.type === 'signboard.customer.changed' && taken.get(event.data.email)?.isCustomer === false)
      return { code: 'email_taken', pointer: '/data/email' };
    if (event.interpreter === null) return event;
    const id = interpreters.get(plain(event.interpreter));
    const pointer = event.type === 'signboard.interpreter.presence' ? '/subject' : '/data/interpreter';
    return id === undefined ? { code: 'interpreter_unknown', pointer } : { ...event, interpreter: id };
  });
}

/** Subjects that were looked at, and those among them with a new record. */
type Written = { touched: Subject[]; arrived: Subject[] };

/** Adds and changes customers; those whose address another customer still has wait. */
async function writeCustomers(trx: Trx, changed: readonly Subject[]): Promise<Written> {
  const type = 'signboard.customer.changed';
  const known = new Map(changed.map((subject) => [textOf(subject), subject]));
  for (const subject of await waitingCustomers(trx, [...new Set(changed.map(({ source }) => source))]))
    if (!known.has(textOf(subject))) known.set(textOf(subject), subject);
  let open = [...known.values()].flatMap((subject) => {
    const data = newData(subject, type);
    return data ? [{ subject, data }] : [];
  });
  const holders = await findByEmail(
    trx,
    open.map(({ data }) => data.email),
  );
  const linked = await linkedRecords(
    trx,
    [...holders.values()].map(({ id }) => id),
  );
  const added: CustomerRow[] = [];
  const moved: CustomerRow[] = [];
  const others: CustomerRow[] = [];
  const arrived: Subject[] = [];
  // An address is free once its holder moves to another one: repeat until nothing changes.
  for (let before = Infinity; open.length < before;) {
    before = open.length;
    open = open.filter(({ subject, data }) => {
      const holder = holders.get(data.email);
      const isFree = holder === undefined || holder.id === subject.record_id;
      const isUnlinked = subject.record_id === null && holder?.isCustomer === true && !linked.has(holder.id);
      if (!isFree && !isUnlinked) return true;
      const id = subject.record_id ?? holder?.id ?? randomId();
      const { phone = null, language = null, ...same } = data;
      const row = { ...same, id, phone, language };
      if (holder) others.push(row);
      else if (subject.record_id === null) added.push(row);
      else {
        for (const [email, { id: other }] of holders) if (other === id) holders.delete(email);
        moved.push(row);
      }
      holders.set(data.email, { id, isCustomer: true });
      linked.add(id);
      if (subject.record_id === null) arrived.push(subject);
      Object.assign(subject, { record_id: id, facts: withoutData(subject.facts), waiting: false });
      return false;
    });
  }
  for (const { subject } of open) subject.waiting = true;
  // One after another, because an address is free only after its holder has moved.
  for (const row of moved) await updateCustomers(trx, [row]);
  await updateCustomers(trx, others);
  await insertCustomers(trx, added);
  return { touched: [...known.values()], arrived };
}

/** Adds and changes partners. */
async function writePartners(trx: Trx, changed: readonly Subject[]): Promise<Written> {
  const open = changed.flatMap((subject) => {
    const data = newData(subject, 'signboard.partner.changed');
    return data ? [{ subject, data }] : [];
  });
  const taken = await takenSlugs(
    trx,
    open.flatMap(({ data }) => data.slug ?? []),
  );
  const [added, others]: [(PartnerRow & { slug: string })[], PartnerRow[]] = [[], []];
  const arrived: Subject[] = [];
  for (const { subject, data } of open) {
    const { slug, contact_email = null, phone = null, website = null, address = null, name, since } = data;
    const row = { name, contact_email, phone, website, address, since, id: subject.record_id ?? randomId() };
    if (subject.record_id === null) {
      const own = `partner-${recordIdOf(subject.source, 'partner', subject.external_id)}`;
      const chosen = slug === undefined || taken.has(slug) ? own : slug;
      taken.add(chosen);
      added.push({ ...row, slug: chosen });
      arrived.push(subject);
    } else others.push({ ...row, slug: null });
    Object.assign(subject, { record_id: row.id, facts: withoutData(subject.facts) });
  }
  await updatePartners(trx, others);
  await insertPartners(trx, added);
  return { touched: [...changed], arrived };
}

type Links = { customer_id: string | null; partner_id: string | null };

function requestRow(id: string, { times, asked, closure }: RequestPatch, links: Links): RequestRow {
  const { interpreter, ...moments } = times;
  const row = {
    id,
    ...moments,
    interpreter_id: interpreter,
    sets_asked: asked !== undefined,
    sets_closure: closure !== undefined,
  };
  const { customer: _customer, partner: _partner, ...columns } = asked ?? {};
  const defaults = { location_type: 'remote', service_kind: 'interpretation', kind: 'immediate' };
  return {
    ...row,
    ...(asked ? { ...defaults, ...columns, ...links } : {}),
    closure_note: closure?.closure_note ?? null,
  };
}

/** Whether a patch changes the row of a request, not only its rating or its recordings. */
const changesRequest = ({ times, asked, closure }: RequestPatch, former: Facts = {}): boolean =>
  asked !== undefined || closure !== undefined || !isDeepStrictEqual(times, timesOf(former));

/**
 * Adds and changes requests with their ratings and recordings, from subjects whose facts have changed.
 * @returns the ids of recordings with a named object
 */
async function writeRequests(
  trx: Trx,
  { deployment }: IngestDependencies,
  { changed, former, now }: { changed: readonly Subject[]; former: ReadonlyMap<string, Facts>; now: Date },
): Promise<string[]> {
  const open = changed.flatMap((subject) => {
    const patch = patchOf(subject.facts);
    return patch ? [{ subject, patch, id: recordIdOf(subject.source, 'request', subject.external_id) }] : [];
  });
  for (const {
    subject,
    patch: { asked },
  } of open)
    if (asked) Object.assign(subject, { customer: asked.customer ?? null, partner: asked.partner ?? null });
  const keys = open.flatMap(({ subject: { source, customer, partner } }) => [
    ...(customer === null ? [] : [{ source, kind: 'customer' as const, external_id: customer }]),
    ...(partner === null ? [] : [{ source, kind: 'partner' as const, external_id: partner }]),
  ]);
  const unique = [...new Map(keys.map((key) => [textOf(key), key])).values()];
  const records = new Map((await findSubjects(trx, unique)).map((found) => [textOf(found), found.record_id]));
  const linkOf = (source: string, kind: SubjectKind, external_id: string | null) =>
    external_id === null ? null : (records.get(textOf({ source, kind, external_id })) ?? null);

  const [added, others, ratings, recordings]: [RequestRow[], RequestRow[], RatingRow[], RecordingRow[]] = [
    [],
    [],
    [],
    [],
  ];
  for (const { subject, patch, id } of open) {
    const { source, customer, partner } = subject;
    const links = { customer_id: linkOf(source, 'customer', customer), partner_id: linkOf(source, 'partner', partner) };
    const row = requestRow(id, patch, links);
    if (subject.record_id === null) added.push(row);
    else if (changesRequest(patch, former.get(textOf(subject)))) others.push(row);
    if (patch.rating) {
      const { video_quality = null, interpreter_quality = null, notes = null, ...rating } = patch.rating;
      ratings.push({
        ...rating,
        id: recordIdOf(source, 'rating', subject.external_id),
        request: id,
        video_quality,
        interpreter_quality,
        notes,
      });
    }
    for (const { recording, ...made } of patch.recordings)
      recordings.push({ ...made, source, request: id, id: recordIdOf(source, 'recording', recording) });
    Object.assign(subject, { record_id: id, facts: withoutData(subject.facts) });
  }
  await insertRequests(trx, added);
  await updateRequests(trx, others);
  await saveRatings(trx, ratings);
  await saveRecordings(trx, recordings, deployment.retention.recordings, now);
  return recordings.flatMap(({ id, object }) => (object === null ? [] : [id]));
}

const firstTimes = (subjects: readonly Subject[]) =>
  subjects.flatMap(({ record_id: id, facts: { since } }) => (id !== null && since ? [{ id, since: since.at }] : []));

/** Writes what follows from facts that have changed. Only changes of customers and partners are in the audit log (decision 358). */
async function writeRecords(
  trx: Trx,
  deps: IngestDependencies,
  { subjects, former, now }: { subjects: readonly Subject[]; former: ReadonlyMap<string, Facts>; now: Date },
): Promise<boolean> {
  const of = (kind: SubjectKind) => subjects.filter((subject) => subject.kind === kind);
  const none: Written = { touched: [], arrived: [] };
  const customers = of('customer').length > 0 ? await writeCustomers(trx, of('customer')) : none;
  const partners = of('partner').length > 0 ? await writePartners(trx, of('partner')) : none;
  let hasWork = false;
  await withoutAudit(trx, async () => {
    await saveSubjects(trx, [...customers.touched, ...partners.touched], now);
    await writeFirstTimes(trx, 'users', firstTimes(customers.touched));
    await writeFirstTimes(trx, 'partners', firstTimes(partners.touched));
    const named = await writeRequests(trx, deps, { changed: of('request'), former, now });
    for (const subject of of('interpreter')) subject.record_id = subject.external_id;
    await saveSubjects(trx, [...of('request'), ...of('interpreter')], now);
    await linkRequests(trx, [...customers.arrived, ...partners.arrived]);
    await writePresence(
      trx,
      of('interpreter').map(({ external_id }) => external_id),
    );
    hasWork = of('request').length > 0 && (await startProcessing(trx, now, named));
  });
  return hasWork;
}

/**
 * Starts the processing of recordings whose bytes have arrived, and of those among `named` whose bytes are in a bucket.
 * @returns whether there are some.
 */
export async function startProcessing(trx: Trx, now: Date, named: readonly string[] = []): Promise<boolean> {
  const inBucket = named.length > 0 ? await waitingForBucket(trx, named) : [];
  const ids = [...(await claimObjects(trx)), ...inBucket];
  if (ids.length > 0) await startJob(trx, { kind: 'process_recordings', taskKind: processRecording, now }, ids);
  return ids.length > 0;
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

/** Refuses an object that is in no configured bucket. */
function refuseOtherBuckets(
  { recordingsBucket }: IngestDependencies,
  event: CheckedEvent | Rejection,
): CheckedEvent | Rejection {
  if (isRejection(event) || event.type !== 'signboard.recording.stored') return event;
  const isKnown = objectInBucket(recordingsBucket, event.data.object) !== undefined;
  return isKnown ? event : { code: 'invalid', pointer: '/data/object' };
}

/**
 * Takes in a batch of events of a platform in one transaction. The records are the same whatever the order of events, and however
 * often they come (decision 357).
 */
export async function ingest(
  deps: IngestDependencies,
  request: FastifyRequest,
  given: readonly unknown[],
): Promise<EventResult[]> {
  const now = deps.clock();
  const service = serviceOf(request);
  const read = given.map((event) => refuseOtherBuckets(deps, readEvent(event, deps.deployment, now)));
  if (read.every(isRejection)) return read.map((rejection, index) => rejected(rejection, given[index]));
  const caller = { request, now, actor: service.name };
  let hasWork = false;
  const take = async (trx: Trx) => {
    await lockPlatform(trx);
    const events = await resolvePeople(trx, read);
    const unique = new Map<string, CheckedEvent>();
    const isRepeated = events.map((event) => {
      if (isRejection(event)) return false;
      const name = JSON.stringify([event.source, event.id]);
      if (unique.has(name)) return true;
      unique.set(name, event);
      return false;
    });
    const inserted = await insertEvents(trx, [...unique.values()], { received: now, account: service.id });
    const fresh = new Set(inserted.map(({ source, event_id }) => JSON.stringify([source, event_id])));
    const isFresh = ({ source, id }: CheckedEvent) => fresh.has(JSON.stringify([source, id]));

    const bySubject = new Map<string, { key: SubjectKey; events: CheckedEvent[] }>();
    const versions: { platform: string; version: string; released: string }[] = [];
    for (const event of unique.values()) {
      if (!isFresh(event)) continue;
      const key = keyOf(event);
      if (event.type === 'signboard.version.published')
        versions.push({ platform: event.subject, version: event.data.version, released: event.at });
      if (!key) continue;
      const group = bySubject.get(textOf(key)) ?? { key, events: [] };
      group.events.push(event);
      bySubject.set(textOf(key), group);
    }
    const groups = [...bySubject.values()];
    const known = new Map(
      (
        await findSubjects(
          trx,
          groups.map(({ key }) => key),
        )
      ).map((one) => [textOf(one), one]),
    );
    const subjects = groups.map(({ key, events: news }) => {
      const subject = known.get(textOf(key)) ?? newSubject(key);
      return { ...subject, facts: withSince(subject, news) };
    });
    const former = new Map([...known].map(([name, { facts }]) => [name, facts]));
    hasWork = await writeRecords(trx, deps, { subjects, former, now });
    const requests = subjects.flatMap(({ kind, record_id, facts }, index) =>
      kind === 'request' && record_id !== null ? [{ id: record_id, facts, events: groups[index]?.events ?? [] }] : [],
    );
    await tellOfRequests(trx, deps, { requests, now });
    await saveVersions(trx, versions);

    const waiting = new Set(
      subjects.filter(({ record_id, waiting: waits }) => record_id === null || waits).map(textOf),
    );
    return events.map((event, index): EventResult => {
      if (isRejection(event)) return rejected(event, given[index]);
      const { source, id } = event;
      if (isRepeated[index] || !isFresh(event)) return { source, id, status: 'duplicate' };
      const key = keyOf(event);
      return { source, id, status: key && waiting.has(textOf(key)) ? 'waiting' : 'accepted' };
    });
  };
  // Somebody may register with the address of a customer, or take the slug of a partner, at the same moment.
  const results = await write(deps.database.db, caller, take, isLostRace);
  if (hasWork) deps.worker.wake();
  return results;
}

function rejected({ code, pointer }: Rejection, event: unknown): EventResult {
  return { ...nameOf(event), status: 'rejected', code, pointer };
}
