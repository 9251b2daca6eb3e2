import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { feedDays, maxCalendarFeeds } from '../../../contract/calendarFeedLimits.ts';
import type {
  CalendarFeed,
  CalendarFeeds as Listed,
  CreatedCalendarFeed,
  NewCalendarFeed,
} from '../../../contract/calendarFeeds.ts';
import { isPartOf, maySignIn, readScope } from '../../../contract/permissions.ts';
import type { Services } from '../../services.ts';
import { limits } from '../../auth/limits.ts';
import { randomToken, tokenHash } from '../../auth/secrets.ts';
import { addressKey, charge } from '../../auth/throttle.ts';
import { bindTo } from '../../bindTo.ts';
import { addAuditEntry, write } from '../../collection/write.ts';
import { startOfDay } from '../../days.ts';
import { sessionOf } from '../../http/guard.ts';
import { mailLanguage } from '../../mail/mailLanguage.ts';
import { calendarFeed } from '../../notifications/calendarFile.ts';
import { ApiProblem } from '../../problem.ts';
import { qrSvg } from '../../qr.ts';
import { randomId } from '../../randomId.ts';
import { addDays, dayAt } from '../../schedule/wallTime.ts';
import { listShifts } from '../schedules/repository.ts';
import { feedEntries } from './feedEntries.ts';
import {
  deleteFeed,
  findFeed,
  insertFeed,
  interpretersOf,
  isDepartment,
  listFeeds,
  listReservations,
  storeFeedUse,
} from './repository.ts';

/** The calendars that other programs subscribe to. */
export type CalendarFeeds = {
  /** The feeds of the caller; of everybody for owners. */
  list: (request: FastifyRequest) => Promise<Listed>;
  /** @throws ApiProblem insufficient_user_authentication, forbidden, invalid, too_many_feeds, no_public_address */
  create: (request: FastifyRequest, form: NewCalendarFeed) => Promise<CreatedCalendarFeed>;
  /** @throws ApiProblem not_found */
  remove: (request: FastifyRequest, id: string) => Promise<void>;
  /**
   * The calendar of a secret with its ETag; `content` makes it, which is slow for many people.
   * @throws ApiProblem not_found, too_many_requests
   */
  open: (request: FastifyRequest, secret: string) => Promise<{ etag: string; content: () => string }>;
};

/** How many days rejected and cancelled entries stay after their end, so that programs learn of it. */
const calledOffDays = 7;

type Feed = NonNullable<Awaited<ReturnType<typeof findFeed>>>;
type Row = Awaited<ReturnType<typeof listFeeds>>[number];

const onWire = ({ created, used, ...row }: Row): CalendarFeed => ({
  ...row,
  created: created.toISOString(),
  used: used?.toISOString() ?? null,
});

/** Throws unless the caller may see what a feed is to cover. */
async function requireReadable(
  { database: { db }, deployment: { flags } }: Services,
  request: FastifyRequest,
  { covers, department }: NewCalendarFeed,
): Promise<void> {
  if (covers !== 'own' && readScope('calendar', sessionOf(request).person.role) !== 'all')
    throw new ApiProblem('forbidden');
  const isGiven = typeof department === 'string';
  if (isGiven !== (covers === 'department'))
    throw new ApiProblem('invalid', { errors: { department: [isGiven ? 'not_accepted' : 'required'] } });
  if (isGiven && !(isPartOf(flags, 'departments') && (await isDepartment(db, department))))
    throw new ApiProblem('invalid', { errors: { department: ['not_found'] } });
}

/** The ids of the interpreters whose entries a feed has; null: everybody's. It never has more than the person may see now. */
async function peopleOf(
  { database: { db }, deployment: { allowedRoles } }: Services,
  { covers, department_id, role, user_id }: Feed,
): Promise<string[] | null> {
  if (covers === 'own') return [user_id];
  const mine = maySignIn(role, allowedRoles) && readScope('calendar', role) !== 'all' ? [user_id] : null;
  if (department_id === null) return mine;
  const people = await interpretersOf(db, department_id);
  return mine === null ? people : people.filter((id) => mine.includes(id));
}

/** What a feed shows now, and since when. */
async function contentsOf(services: Services, feed: Feed, now: Date) {
  const {
    database: { db },
    deployment: { timeZone, flags },
  } = services;
  const { back, ahead } = feedDays[feed.covers];
  const today = dayAt(now, timeZone);
  const range = {
    from: startOfDay(addDays(today, -back), timeZone),
    to: startOfDay(addDays(today, ahead), timeZone),
  };
  const calledOffFrom = startOfDay(addDays(today, -calledOffDays), timeZone);
  const interpreters = await peopleOf(services, feed);
  if (interpreters?.length === 0) return { range, stamp: startOfDay(today, timeZone), shifts: [], reservations: [] };
  const shifts = await listShifts(db, range, {}, interpreters ?? undefined);
  return {
    range,
    stamp: startOfDay(today, timeZone),
    shifts: shifts.filter(({ state, ends }) => state !== 'disabled' || ends > calledOffFrom),
    reservations: isPartOf(flags, 'reservations')
      ? await listReservations(db, { ...range, interpreters, calledOffFrom })
      : [],
  };
}

async function list({ database: { db } }: Services, request: FastifyRequest): Promise<Listed> {
  const { id, role } = sessionOf(request).person;
  const all = readScope('calendar_feeds', role) === 'all';
  return { results: (await listFeeds(db, all ? null : id)).map(onWire) };
}

async function create(
  services: Services,
  request: FastifyRequest,
  form: NewCalendarFeed,
): Promise<CreatedCalendarFeed> {
  const {
    database: { db },
    clock,
    settings: { publicUrl },
  } = services;
  const now = clock();
  if (publicUrl === null) throw new ApiProblem('no_public_address');
  await requireReadable(services, request, form);
  const { person } = sessionOf(request);
  const { name, covers, department = null } = form;
  const [id, secret] = [randomId(), randomToken()];
  const caller = { request, now, act: 'add_calendar_feed' };
  await write(db, caller, async (trx) => {
    const feed = { id, name, covers, department_id: department, user_id: person.id, created: now };
    if (!(await insertFeed(trx, { ...feed, token_hash: tokenHash(secret) }, maxCalendarFeeds)))
      throw new ApiProblem('too_many_feeds');
    await addAuditEntry(trx, caller, { collection: 'calendar_feeds', id, after: { name, covers } });
  });
  const address = new URL(`calendars/${secret}.ics`, publicUrl).href;
  const record = (await listFeeds(db, person.id)).find((feed) => feed.id === id);
  if (!record) throw new ApiProblem('not_found');
  return { address, qr: qrSvg(address), record: onWire(record) };
}

async function remove(
  { database: { db }, clock, notify }: Services,
  request: FastifyRequest,
  id: string,
): Promise<void> {
  const { person } = sessionOf(request);
  const caller = { request, now: clock(), act: 'remove_calendar_feed' };
  const isAnybodys = readScope('calendar_feeds', person.role) === 'all';
  await write(db, caller, async (trx) => {
    const feed = await deleteFeed(trx, id, isAnybodys ? null : person.id);
    if (!feed) throw new ApiProblem('not_found');
    await addAuditEntry(trx, caller, { collection: 'calendar_feeds', id, after: { name: feed.name } });
    await notify(trx, person.id, [
      { about: 'account', what: 'calendar_feed_ended', name: feed.name, to: [feed.user_id] },
    ]);
  });
}

/** The feed of a secret. @throws ApiProblem not_found, too_many_requests */
async function admit(
  { database: { db }, deployment: { allowedRoles }, securityLog }: Services,
  request: FastifyRequest,
  secret: string,
  now: Date,
): Promise<Feed> {
  const feed = await findFeed(db, tokenHash(secret), now);
  if (!feed || !maySignIn(feed.role, allowedRoles)) {
    const refusal = new ApiProblem('not_found');
    securityLog.linkRefused(request, 'calendar_link', refusal);
    await charge(db, limits.throttles.calendarsRefusedPerAddress, addressKey(request.ip), now);
    throw refusal;
  }
  await charge(db, limits.throttles.calendarsPerFeed, feed.id, now);
  securityLog.calendarOpened(request, { person: feed.user_id, objectId: feed.id });
  if (feed.used === null || now.getTime() - feed.used.getTime() >= limits.sessionUse)
    await storeFeedUse(db, feed.id, now);
  return feed;
}

async function open(services: Services, request: FastifyRequest, secret: string) {
  const { deployment, clock } = services;
  const now = clock();
  const feed = await admit(services, request, secret, now);
  const language = mailLanguage(deployment, feed.language);
  const { range, stamp, ...rows } = await contentsOf(services, feed, now);
  const { name, role } = feed;
  const facts = JSON.stringify([deployment.version, name, role, language, stamp, rows]);
  return {
    etag: `W/"${hash('sha256', facts, 'base64url').slice(0, 22)}"`,
    content: () => {
      const entries = feedEntries(deployment, rows, { language, role, isOwn: feed.covers === 'own' });
      return calendarFeed(deployment, entries, { name, language, stamp, range });
    },
  };
}

/** @see CalendarFeeds */
export function createCalendarFeeds(services: Services): CalendarFeeds {
  const bound = bindTo(services);
  return { list: bound(list), create: bound(create), remove: bound(remove), open: bound(open) };
}
