import type { FastifyRequest } from 'fastify';
import type {
  NewPushDevice,
  Notification,
  NotificationMarks,
  NotificationNews,
  NotificationSettings,
  NotificationsPage,
  NotificationsQuery,
  PushDeviceChanges,
  PushDevices,
} from '../../../contract/notifications.ts';
import type { Services } from '../../services.ts';
import { deviceNameOf } from '../../auth/deviceName.ts';
import { bindTo } from '../../bindTo.ts';
import { write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { peopleWithoutEmails } from '../../notifications/inbox.ts';
import { pushKeysOf } from '../../notifications/pushKeys.ts';
import { isPrivateUrl } from '../../outgoing.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import {
  countUnread,
  isDeviceOn,
  listDevices,
  listInbox,
  listNews,
  markAsRead,
  resumeDevice,
  storeDevice,
  storeSettings,
  switchDevice,
} from './repository.ts';

/** How long something is news for a page that is open, in milliseconds: it may read it a little later. */
const newsFor = 60_000;

/** The notifications of the caller, and how they are sent. */
export type Notifications = {
  list: (request: FastifyRequest, query: NotificationsQuery) => Promise<NotificationsPage>;
  news: (request: FastifyRequest) => Promise<NotificationNews>;
  mark: (request: FastifyRequest, marks: NotificationMarks) => Promise<void>;
  settings: (request: FastifyRequest) => Promise<NotificationSettings>;
  change: (request: FastifyRequest, settings: NotificationSettings) => Promise<NotificationSettings>;
  devices: (request: FastifyRequest) => Promise<PushDevices>;
  /** @throws ApiProblem invalid */
  addDevice: (request: FastifyRequest, device: NewPushDevice) => Promise<PushDevices>;
  /** @throws ApiProblem not_found if the caller has not added this browser before */
  resumeDevice: (request: FastifyRequest, endpoint: string) => Promise<void>;
  /** @throws ApiProblem not_found */
  switchDevice: (request: FastifyRequest, id: string, changes: PushDeviceChanges) => Promise<PushDevices>;
};

type Row = Awaited<ReturnType<typeof listNews>>[number];

const onWire = ({ id, kind, title, path, created, read }: Row): Notification => ({
  id,
  kind,
  title,
  path,
  created: created.toISOString(),
  read: read !== null,
});

async function list({ database: { db } }: Services, request: FastifyRequest, query: NotificationsQuery) {
  const { person } = sessionOf(request);
  const { count, rows } = await listInbox(db, person.id, query);
  const groups = await countUnread(db, person.id);
  const unread = groups.reduce((sum, group) => sum + group.unread, 0);
  return { count, unread, groups, results: rows.map(onWire) };
}

async function news(
  { database: { db }, clock, deployment: { flags } }: Services,
  request: FastifyRequest,
): Promise<NotificationNews> {
  const { person, tokenHash } = sessionOf(request);
  if (flags.webPush && !(await isDeviceOn(db, tokenHash))) return { results: [] };
  const since = new Date(clock().getTime() - newsFor);
  return { results: (await listNews(db, person.id, since)).map(onWire) };
}

async function mark({ database: { db }, clock }: Services, request: FastifyRequest, marks: NotificationMarks) {
  if (marks.ids?.length === 0) return;
  const now = clock();
  await write(db, { request, now }, (trx) => markAsRead(trx, sessionOf(request).person.id, marks, now));
}

async function settings({ database: { db } }: Services, request: FastifyRequest): Promise<NotificationSettings> {
  const { id } = sessionOf(request).person;
  return { email: !(await peopleWithoutEmails(db, [id])).has(id) };
}

async function change({ database: { db }, clock }: Services, request: FastifyRequest, changed: NotificationSettings) {
  const now = clock();
  await write(db, { request, now }, (trx) => storeSettings(trx, sessionOf(request).person.id, changed, now));
  return changed;
}

async function devices({ database: { db }, clock, fileKeys }: Services, request: FastifyRequest): Promise<PushDevices> {
  const { person, tokenHash } = sessionOf(request);
  const now = clock();
  const { publicKey } = await pushKeysOf(db, fileKeys, now);
  const rows = await listDevices(db, person.id, now);
  return {
    key: publicKey,
    results: rows.map(({ id, created, enabled, session_hash, user_agent }) => ({
      id,
      ...deviceNameOf(user_agent),
      created: created.toISOString(),
      enabled,
      is_current: session_hash !== null && tokenHash.equals(session_hash),
    })),
  };
}

async function addDevice(services: Services, request: FastifyRequest, { endpoint, keys }: NewPushDevice) {
  const {
    database,
    clock,
    settings: { privateWebhooks },
  } = services;
  const { person, tokenHash } = sessionOf(request);
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  const isOpen = url !== null && (privateWebhooks || (url.protocol === 'https:' && !isPrivateUrl(url)));
  if (!isOpen) throw new ApiProblem('invalid', { errors: { endpoint: ['link_invalid'] } });
  const now = clock();
  await write(database.db, { request, now }, (trx) =>
    storeDevice(trx, {
      id: randomId(),
      user_id: person.id,
      session_hash: tokenHash,
      endpoint,
      ...keys,
      created: now,
      used: now,
    }),
  );
  return devices(services, request);
}

async function resume({ database: { db }, clock }: Services, request: FastifyRequest, endpoint: string) {
  const { person, tokenHash } = sessionOf(request);
  const now = clock();
  const isKnown = await write(db, { request, now }, (trx) =>
    resumeDevice(trx, { person: person.id, session: tokenHash, endpoint, now }),
  );
  if (!isKnown) throw new ApiProblem('not_found');
}

async function switchOwn(services: Services, request: FastifyRequest, id: string, { enabled }: PushDeviceChanges) {
  const { database, clock } = services;
  const isKnown = await write(database.db, { request, now: clock() }, (trx) =>
    switchDevice(trx, sessionOf(request).person.id, id, enabled),
  );
  if (!isKnown) throw new ApiProblem('not_found');
  return devices(services, request);
}

/** @see Notifications */
export function createNotifications(services: Services): Notifications {
  const bound = bindTo(services);
  return {
    list: bound(list),
    news: bound(news),
    mark: bound(mark),
    settings: bound(settings),
    change: bound(change),
    devices: bound(devices),
    addDevice: bound(addDevice),
    resumeDevice: bound(resume),
    switchDevice: bound(switchOwn),
  };
}
