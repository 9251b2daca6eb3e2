import type { FastifyInstance } from 'fastify';
import type { AppParts } from '../../appParts.ts';
import { asTask } from '../../callContext.ts';
import { write } from '../../collection/write.ts';
import { startOfDay } from '../../days.ts';
import { unseal } from '../../files/seal.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { nextAttempt, type Retries } from '../../queue/lease.ts';
import { createWorkerPool } from '../../queue/workerPool.ts';
import { addDays, dayAt } from '../../schedule/wallTime.ts';
import { download } from './download.ts';
import { expand } from './expansion.ts';
import { CalendarError, type Period } from './periods.ts';
import { claimCalendar, type ClaimedCalendar, endReading, storeTimes } from './repository.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The days before and after today whose times are kept. */
const keptDays = { back: 1, ahead: 400 };

/** How often a calendar is read, in milliseconds; up to a fifth less, so that not all are read at the same moment. */
const interval = 30 * minute;
const jitter = 0.2;
/** Pauses after failures: 30 minutes, an hour, two hours, four hours … */
const retries = { first: interval, longest: 4 * hour, jitter } as const satisfies Retries;
/** The lease of a calendar: longer than a download and its computation, which may wait for others. */
const lease = 5 * minute;
/** The interval at which every process looks for calendars, in milliseconds. */
const pollInterval = 30_000;
/** How many calendars a process downloads at the same time. */
const maxConcurrent = 2;
/** The owner of a calendar gets a message after the backend failed to read it for this long. */
const silentFailure = day;
/** How long an ETag avoids computing the times of an unchanged calendar anew. */
const computedFor = day;

/** When a calendar is read next after a success. */
export const nextReading = (now: Date) => new Date(now.getTime() + interval * (1 - jitter * Math.random()));

/** The range whose times are kept, in whole days of the deployment. */
export function keptRange(now: Date, timeZone: string): Period {
  const today = dayAt(now, timeZone);
  return {
    from: startOfDay(addDays(today, -keptDays.back), timeZone).getTime(),
    to: startOfDay(addDays(today, keptDays.ahead + 1), timeZone).getTime(),
  };
}

/** What a calendar says now: its times, null if it has not changed. */
export type Reading = { etag: string | null; periods: Period[] | null };

/** Reads a calendar from its address. @throws CalendarError */
export async function readCalendar(
  address: URL,
  { etag, now, timeZone, mayBePrivate }: { etag: string | null; now: Date; timeZone: string; mayBePrivate: boolean },
): Promise<Reading> {
  const { bytes, etag: latest } = await download(address, { etag, mayBePrivate });
  return { etag: latest, periods: bytes && (await expand(bytes, keptRange(now, timeZone), timeZone)) };
}

/**
 * Reads every busy calendar again and again. Starts and stops with the app; several processes may do so.
 * @param mayBePrivate whether calendars may have addresses in private networks
 */
export function readBusyCalendars(
  app: FastifyInstance,
  { database: { db }, clock, fileKeys, deployment: { timeZone }, tracer }: AppParts,
  { notify, mayBePrivate }: { notify: Notify; mayBePrivate: boolean },
): void {
  const inWrite = <Result>(act: Parameters<typeof write<Result>>[2]) =>
    write(db, { request: { id: 'worker', session: null }, now: clock(), act: 'read_busy_calendar' }, act);

  const addressOf = ({ id, sealed_address, key_id, data_key }: ClaimedCalendar): URL => {
    const key = fileKeys.unwrap(id, { key_id, data_key: Buffer.from(data_key) });
    return new URL(unseal(key, Buffer.from(sealed_address), id).toString());
  };

  const succeed = (calendar: ClaimedCalendar, { etag, periods }: Reading) =>
    inWrite(async (trx) => {
      const now = clock();
      const isOurs = await endReading(trx, calendar, {
        ...{ due: nextReading(now), tries: 0, read: now, etag, failure: null, failing_since: null, is_told: false },
        ...(periods && { computed: now }),
      });
      if (isOurs && periods) await storeTimes(trx, calendar, periods);
    });

  const fail = (calendar: ClaimedCalendar, { code }: CalendarError) =>
    inWrite(async (trx) => {
      const now = clock();
      const since = calendar.failing_since ?? now;
      const isNews = !calendar.is_told && now.getTime() - since.getTime() >= silentFailure;
      const due = nextAttempt(retries, { tries: calendar.tries, now }) ?? nextReading(now);
      const changes = { due, failure: code, failing_since: since, is_told: calendar.is_told || isNews };
      if (!(await endReading(trx, calendar, changes)) || !isNews) return;
      const { name, user_id } = calendar;
      await notify(trx, null, [{ about: 'account', what: 'busy_calendar_failing', name, to: [user_id] }]);
    });

  const perform = async (calendar: ClaimedCalendar): Promise<void> => {
    const now = clock();
    // The range of the times moves with every day, so an unchanged calendar is computed once a day, too.
    const etag = now.getTime() - calendar.computed.getTime() < computedFor ? calendar.etag : null;
    const reading = await readCalendar(addressOf(calendar), { etag, now, timeZone, mayBePrivate }).catch(
      (error: unknown) => {
        if (error instanceof CalendarError) return error;
        throw error;
      },
    );
    await (reading instanceof CalendarError ? fail(calendar, reading) : succeed(calendar, reading));
  };

  const pool = createWorkerPool<ClaimedCalendar>(maxConcurrent, {
    take: async (most) => {
      const taken: ClaimedCalendar[] = [];
      while (taken.length < most) {
        const calendar = await claimCalendar(db, { now: clock(), lease });
        if (!calendar) break;
        taken.push(calendar);
      }
      return taken;
    },
    perform: (calendar) =>
      asTask(tracer, { route: 'busy-calendar', id: `calendar-${calendar.id}` }, () => perform(calendar)),
    onError: (error, { id }) =>
      app.log.warn({ err: error, calendar: id }, 'the outcome of a busy calendar was not stored'),
  });
  const look = () =>
    void pool
      .fill()
      .catch((error: unknown) => app.log.warn({ err: error }, 'due busy calendars cannot be read; retrying'));
  const timer = setInterval(look, pollInterval).unref();
  app.addHook('onReady', async () => look());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await pool.stop();
  });
}
