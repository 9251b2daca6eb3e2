import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxBusyCalendars } from '../../../contract/busyCalendarLimits.ts';
import type {
  BusyCalendar,
  BusyCalendars as Listed,
  BusyTimes,
  NewBusyCalendar,
} from '../../../contract/busyCalendars.ts';
import type { AppParts } from '../../appParts.ts';
import { limits } from '../../auth/limits.ts';
import { charge } from '../../auth/throttle.ts';
import { addAuditEntry, write } from '../../collection/write.ts';
import { seal } from '../../files/seal.ts';
import { sessionOf } from '../../http/guard.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { CalendarError } from './periods.ts';
import { nextReading, readBusyCalendars, readCalendar } from './reading.ts';
import {
  countBusyCalendars,
  deleteBusyCalendar,
  insertBusyCalendar,
  listBusyCalendars,
  listBusyTimes,
  storeTimes,
} from './repository.ts';

/** The calendars that people have elsewhere, at whose times they are away. */
export type BusyCalendars = {
  /** Those of the caller. */
  list: (request: FastifyRequest) => Promise<Listed>;
  /** Reads the calendar at once. @throws ApiProblem invalid, too_many_busy_calendars, too_many_requests */
  create: (request: FastifyRequest, form: NewBusyCalendar) => Promise<BusyCalendar>;
  /** @throws ApiProblem not_found */
  remove: (request: FastifyRequest, id: string) => Promise<void>;
  /** The times of some people, or of everybody (undefined). */
  times: (range: { from: Date; to: Date; people: readonly string[] | undefined }) => Promise<BusyTimes>;
};

type Row = Awaited<ReturnType<typeof listBusyCalendars>>[number];

const onWire = ({ created, read, failing_since, ...row }: Row): BusyCalendar => ({
  ...row,
  created: created.toISOString(),
  read: read.toISOString(),
  failing_since: failing_since?.toISOString() ?? null,
});

/** The address as it is called: calendar programs write `webcal` instead of `https`. @throws CalendarError calendar_not_https */
function addressOf(entered: string): URL {
  const text = entered.trim().replace(/^webcals?:/i, 'https:');
  if (!URL.canParse(text)) throw new CalendarError('calendar_not_https');
  return new URL(text);
}

/**
 * @param mayBePrivate whether calendars may have addresses in private networks, and without TLS
 * @param isSending whether this process reads the calendars again that are due
 * @see BusyCalendars
 */
export function createBusyCalendars(
  app: FastifyInstance,
  parts: AppParts,
  { notify, mayBePrivate, isSending }: { notify: Notify; mayBePrivate: boolean; isSending: boolean },
): BusyCalendars {
  const {
    database: { db },
    clock,
    fileKeys,
    deployment: { timeZone },
  } = parts;
  if (isSending) readBusyCalendars(app, parts, { notify, mayBePrivate });

  const readEntered = async (entered: string, now: Date) => {
    try {
      const address = addressOf(entered);
      return { address, ...(await readCalendar(address, { etag: null, now, timeZone, mayBePrivate })) };
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      throw new ApiProblem('invalid', { errors: { address: [error.code] } }, { cause: error });
    }
  };

  return {
    list: async (request) => ({
      results: (await listBusyCalendars(db, sessionOf(request).person.id)).map(onWire),
    }),

    create: async (request, { name, address: entered, kind }) => {
      const { person } = sessionOf(request);
      if ((await countBusyCalendars(db, person.id)) >= maxBusyCalendars)
        throw new ApiProblem('too_many_busy_calendars');
      await charge(db, limits.throttles.busyCalendarsPerAccount, person.id, clock());
      const { address, etag, periods } = await readEntered(entered, clock());
      const [id, now] = [randomId(), clock()];
      const { key, wrapped } = fileKeys.create(id);
      const calendar = { id, user_id: person.id, name, kind, host: address.host, created: now };
      const caller = { request, now, act: 'add_busy_calendar' };
      await write(db, caller, async (trx) => {
        if ((await countBusyCalendars(trx, person.id, { lock: true })) >= maxBusyCalendars)
          throw new ApiProblem('too_many_busy_calendars');
        await insertBusyCalendar(trx, {
          ...{ ...calendar, ...wrapped, etag, due: nextReading(now), read: now, computed: now },
          sealed_address: seal(key, Buffer.from(address.href), id),
        });
        await storeTimes(trx, calendar, periods ?? []);
        await addAuditEntry(trx, caller, { collection: 'busy_calendars', id, after: { name, kind } });
      });
      return onWire({ ...calendar, read: now, failure: null, failing_since: null });
    },

    remove: async (request, id) => {
      const caller = { request, now: clock(), act: 'remove_busy_calendar' };
      await write(db, caller, async (trx) => {
        const name = await deleteBusyCalendar(trx, id, sessionOf(request).person.id);
        if (name === undefined) throw new ApiProblem('not_found');
        await addAuditEntry(trx, caller, { collection: 'busy_calendars', id, after: { name } });
      });
    },

    times: async (range) => {
      const rows = await listBusyTimes(db, range);
      return {
        results: rows.map(({ person, kind, starts, ends }) => ({
          ...{ interpreter: person, kind },
          ...{ from: starts.toISOString(), to: ends.toISOString() },
        })),
      };
    },
  };
}
