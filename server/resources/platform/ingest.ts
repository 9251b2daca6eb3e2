import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { EventResult } from '../../../contract/platformEvents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Trx, withoutAudit, write } from '../../collection/write.ts';
import { isLostRace } from '../../db/constraints.ts';
import { serviceOf } from '../../http/guard.ts';
import { startJob } from '../../jobs/queue.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { randomId } from '../../randomId.ts';
import { processRecording } from '../recordings/processing.ts';
import { writeCustomers } from './customers.ts';
import { type CheckedEvent, type Facts, patchOf, type RequestPatch, timesOf, withoutData } from './facts.ts';
import { objectInBucket } from './bucketRecordings.ts';
import { tellOfRequests } from './requestNews.ts';
import { nameOf, readEvent, type Rejection } from './readEvents.ts';
import {
  claimObjects,
  waitingForBucket,
  findByEmail,
  findInterpreters,
  findSubjects,
  insertEvents,
  insertPartners,
  insertRequests,
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
  type SubjectKind,
  takenSlugs,
  updatePartners,
  updateRequests,
  writeFirstTimes,
  writePresence,
} from './repository.ts';
import { keyOf, newData, type News, readNews, recordIdOf, textOf, type Written } from './subjects.ts';

type Read = CheckedEvent | Rejection;

type IngestDependencies = Pick<Dependencies, 'deployment' | 'database' | 'clock' | 'recordingsBucket'> & {
  worker: { wake: () => void };
  notify: Notify;
};

const isRejection = (read: Read): read is Rejection => 'pointer' in read;

/** Replaces the e-mail addresses of interpreters by their ids. Unknown ones are rejected, and so are customers with the address of staff. */
async function resolvePeople(trx: Trx, events: readonly Read[]): Promise<Read[]> {
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
      const derivedSlug = `partner-${recordIdOf(subject.source, 'partner', subject.external_id)}`;
      const chosen = slug === undefined || taken.has(slug) ? derivedSlug : slug;
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
const changesRequest = ({ times, asked, closure }: RequestPatch, former: Facts): boolean =>
  asked !== undefined || closure !== undefined || !isDeepStrictEqual(times, timesOf(former));

/**
 * Adds and changes requests with their ratings and recordings, from subjects whose facts have changed.
 * @returns the ids of recordings with a named object
 */
async function writeRequests(
  trx: Trx,
  { deployment }: IngestDependencies,
  news: readonly News[],
  now: Date,
): Promise<string[]> {
  const open = news.flatMap(({ subject, former }) => {
    const patch = subject.kind === 'request' ? patchOf(subject.facts) : null;
    return patch ? [{ subject, former, patch, id: recordIdOf(subject.source, 'request', subject.external_id) }] : [];
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
  for (const { subject, former, patch, id } of open) {
    const { source, customer, partner } = subject;
    const links = { customer_id: linkOf(source, 'customer', customer), partner_id: linkOf(source, 'partner', partner) };
    const row = requestRow(id, patch, links);
    if (subject.record_id === null) added.push(row);
    else if (changesRequest(patch, former)) others.push(row);
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
async function writeRecords(trx: Trx, deps: IngestDependencies, news: readonly News[], now: Date): Promise<boolean> {
  const of = (kind: SubjectKind) => news.flatMap(({ subject }) => (subject.kind === kind ? subject : []));
  const none: Written = { touched: [], arrived: [] };
  const customers = of('customer').length > 0 ? await writeCustomers(trx, of('customer')) : none;
  const partners = of('partner').length > 0 ? await writePartners(trx, of('partner')) : none;
  let hasWork = false;
  await withoutAudit(trx, async () => {
    await saveSubjects(trx, [...customers.touched, ...partners.touched], now);
    await writeFirstTimes(trx, 'users', firstTimes(customers.touched));
    await writeFirstTimes(trx, 'partners', firstTimes(partners.touched));
    const named = await writeRequests(trx, deps, news, now);
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

/** Refuses an object that is in no configured bucket. */
function refuseOtherBuckets({ recordingsBucket }: IngestDependencies, event: Read): Read {
  if (isRejection(event) || event.type !== 'signboard.recording.stored') return event;
  const isKnown = objectInBucket(recordingsBucket, event.data.object) !== undefined;
  return isKnown ? event : { code: 'invalid', pointer: '/data/object' };
}

const nameIn = ({ source, id }: CheckedEvent) => JSON.stringify([source, id]);

/** Records that events have arrived. Returns the new ones; those that came before or come twice are not among them. */
async function keepNew(
  trx: Trx,
  events: readonly Read[],
  arrival: { received: Date; account: string },
): Promise<Set<CheckedEvent>> {
  const unique = new Map<string, CheckedEvent>();
  for (const event of events) if (!isRejection(event) && !unique.has(nameIn(event))) unique.set(nameIn(event), event);
  const inserted = await insertEvents(trx, [...unique.values()], arrival);
  const names = new Set(inserted.map(({ source, event_id }) => JSON.stringify([source, event_id])));
  return new Set([...unique].flatMap(([name, event]) => (names.has(name) ? event : [])));
}

const versionsIn = (events: readonly CheckedEvent[]) =>
  events.flatMap((event) =>
    event.type === 'signboard.version.published'
      ? [{ platform: event.subject, version: event.data.version, released: event.at }]
      : [],
  );

/** Writes a batch. Returns the result of each event, and whether recordings wait for their processing. */
async function takeIn(
  trx: Trx,
  deps: IngestDependencies,
  { read, given, account, now }: { read: Read[]; given: readonly unknown[]; account: string; now: Date },
): Promise<{ results: EventResult[]; hasWork: boolean }> {
  await lockPlatform(trx);
  const events = await resolvePeople(trx, read);
  const fresh = await keepNew(trx, events, { received: now, account });
  const news = await readNews(trx, [...fresh]);
  const hasWork = await writeRecords(trx, deps, news, now);
  const requests = news.flatMap(({ subject: { kind, record_id: id, facts }, events: about }) =>
    kind === 'request' && id !== null ? [{ id, facts, events: about }] : [],
  );
  await tellOfRequests(trx, deps, { requests, now });
  await saveVersions(trx, versionsIn([...fresh]));

  const waiting = new Set(
    news.flatMap(({ subject }) => (subject.record_id === null || subject.waiting ? textOf(subject) : [])),
  );
  const results = events.map((event, index): EventResult => {
    if (isRejection(event)) return rejected(event, given[index]);
    const { source, id } = event;
    if (!fresh.has(event)) return { source, id, status: 'duplicate' };
    const key = keyOf(event);
    return { source, id, status: key && waiting.has(textOf(key)) ? 'waiting' : 'accepted' };
  });
  return { results, hasWork };
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
  const { id: account, name: actor } = serviceOf(request);
  const read = given.map((event) => refuseOtherBuckets(deps, readEvent(event, deps.deployment, now)));
  if (read.every(isRejection)) return read.map((rejection, index) => rejected(rejection, given[index]));
  const take = (trx: Trx) => takeIn(trx, deps, { read, given, account, now });
  // Somebody may register with the address of a customer, or take the slug of a partner, at the same moment.
  const { results, hasWork } = await write(deps.database.db, { request, now, actor }, take, isLostRace);
  if (hasWork) deps.worker.wake();
  return results;
}

function rejected({ code, pointer }: Rejection, event: unknown): EventResult {
  return { ...nameOf(event), status: 'rejected', code, pointer };
}
