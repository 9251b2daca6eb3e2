import type { FastifyRequest } from 'fastify';
import {
  channelsFor,
  isFixed,
  kindsFor,
  notificationChannels,
  type StoredChoices,
} from '../../../contract/notificationKinds.ts';
import type { Flags } from '../../../contract/flags.ts';
import type {
  NewPushDevice,
  Notification,
  NotificationMarks,
  NotificationNews,
  NotificationSettings,
  NotificationSettingsChanges,
  NotificationsPage,
  NotificationsQuery,
  PushDevices,
} from '../../../contract/notifications.ts';
import type { AppParts } from '../../appParts.ts';
import { deviceNameOf } from '../../auth/deviceName.ts';
import { etagOf, requireMatch } from '../../collection/etag.ts';
import { write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { noSettings, type Settings, settingsOf } from '../../notifications/inbox.ts';
import { pushKeysOf } from '../../notifications/pushKeys.ts';
import { isPrivateUrl } from '../../outgoing.ts';
import type { Person } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import {
  countUnread,
  deleteDevice,
  listDevices,
  listInbox,
  listNews,
  markNotifications,
  resumeDevice,
  storeDevice,
  storeSettings,
} from './repository.ts';

/** How long something is news for a page that is open, in milliseconds: it may read it a little later. */
const newsFor = 60_000;

/** The notifications of the caller, and how they are sent. */
export type Notifications = {
  list: (request: FastifyRequest, query: NotificationsQuery) => Promise<NotificationsPage>;
  news: (request: FastifyRequest) => Promise<NotificationNews>;
  mark: (request: FastifyRequest, marks: NotificationMarks) => Promise<void>;
  settings: (request: FastifyRequest) => Promise<NotificationSettings>;
  /** @throws ApiProblem precondition_required, precondition_failed, invalid */
  change: (request: FastifyRequest, changes: NotificationSettingsChanges) => Promise<NotificationSettings>;
  devices: (request: FastifyRequest) => Promise<PushDevices>;
  /** @throws ApiProblem invalid */
  addDevice: (request: FastifyRequest, device: NewPushDevice) => Promise<PushDevices>;
  /** @throws ApiProblem not_found if the caller has not added this browser before */
  resumeDevice: (request: FastifyRequest, endpoint: string) => Promise<void>;
  /** @throws ApiProblem not_found */
  removeDevice: (request: FastifyRequest, id: string) => Promise<void>;
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

const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

function settingsOnWire(
  { role }: Person,
  { choices, quiet, digest, version }: Settings,
  flags: Flags,
): NotificationSettings {
  return {
    etag: etagOf(version),
    kinds: kindsFor(role, flags).map((kind) => ({
      kind,
      channels: channelsFor(kind, role, choices),
      fixed: notificationChannels.filter((channel) => isFixed(kind, channel)),
    })),
    quiet,
    digest,
  };
}

/** What differs from the defaults of a role. */
function differing(
  { role }: Person,
  kinds: NotificationSettingsChanges['kinds'],
  stored: StoredChoices,
): StoredChoices {
  const choices: StoredChoices = { ...stored };
  for (const { kind, channels } of kinds ?? []) {
    const usual = channelsFor(kind, role, {});
    choices[kind] = Object.fromEntries(
      notificationChannels.flatMap((name) => (channels[name] === usual[name] ? [] : [[name, channels[name]]])),
    );
  }
  return choices;
}

/**
 * @param options.mayBePrivate whether push services may have addresses in private networks, and without TLS
 * @see Notifications
 */
export function createNotifications(
  { database: { db }, clock, fileKeys, deployment: { flags } }: AppParts,
  { mayBePrivate }: { mayBePrivate: boolean },
): Notifications {
  const ownSettings = async ({ id }: Person) => (await settingsOf(db, [id])).get(id) ?? noSettings;

  const devices: Notifications['devices'] = async (request) => {
    const { person, tokenHash } = sessionOf(request);
    const now = clock();
    const { publicKey } = await pushKeysOf(db, fileKeys, now);
    const rows = await listDevices(db, person.id, now);
    return {
      key: publicKey,
      results: rows.map(({ id, created, session_hash, user_agent }) => ({
        id,
        ...deviceNameOf(user_agent),
        created: created.toISOString(),
        is_current: session_hash !== null && tokenHash.equals(session_hash),
      })),
    };
  };

  return {
    list: async (request, query) => {
      const { person } = sessionOf(request);
      const { count, rows } = await listInbox(db, person.id, query);
      return { count, unread: await countUnread(db, person.id), results: rows.map(onWire) };
    },

    news: async (request) => {
      const since = new Date(clock().getTime() - newsFor);
      return { results: (await listNews(db, sessionOf(request).person.id, since)).map(onWire) };
    },

    mark: async (request, { ids, as }) => {
      if (ids?.length === 0) return;
      const now = clock();
      await write(db, { request, now }, (trx) =>
        markNotifications(trx, sessionOf(request).person.id, { ids, as, now }),
      );
    },

    settings: async (request) => {
      const { person } = sessionOf(request);
      return settingsOnWire(person, await ownSettings(person), flags);
    },

    change: async (request, { kinds, quiet, digest }) => {
      const { person } = sessionOf(request);
      const before = await ownSettings(person);
      requireMatch(request, before.version);
      if (quiet && !isZone(quiet.zone)) throw new ApiProblem('invalid', { errors: { quiet: ['not_accepted'] } });
      if (quiet && quiet.from === quiet.to) throw new ApiProblem('invalid', { errors: { quiet: ['check_dates'] } });
      const after: Settings = {
        choices: differing(person, kinds, before.choices),
        quiet: quiet === undefined ? before.quiet : quiet,
        digest: digest ?? before.digest,
        version: before.version,
      };
      const now = clock();
      const isStored = await write(db, { request, now }, (trx) => storeSettings(trx, person.id, after, now));
      if (!isStored) throw new ApiProblem('precondition_failed');
      return settingsOnWire(person, { ...after, version: after.version + 1 }, flags);
    },

    devices,

    addDevice: async (request, { endpoint, keys }) => {
      const { person, tokenHash } = sessionOf(request);
      const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
      const isOpen = url !== null && (mayBePrivate || (url.protocol === 'https:' && !isPrivateUrl(url)));
      if (!isOpen) throw new ApiProblem('invalid', { errors: { endpoint: ['link_invalid'] } });
      const now = clock();
      await write(db, { request, now }, (trx) =>
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
      return devices(request);
    },

    resumeDevice: async (request, endpoint) => {
      const { person, tokenHash } = sessionOf(request);
      const now = clock();
      const isKnown = await write(db, { request, now }, (trx) =>
        resumeDevice(trx, { person: person.id, session: tokenHash, endpoint, now }),
      );
      if (!isKnown) throw new ApiProblem('not_found');
    },

    removeDevice: async (request, id) => {
      const isDeleted = await write(db, { request, now: clock() }, (trx) =>
        deleteDevice(trx, sessionOf(request).person.id, id),
      );
      if (!isDeleted) throw new ApiProblem('not_found');
    },
  };
}
