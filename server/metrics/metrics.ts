import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type * as prom from 'prom-client';
import { type EventStatus, eventStatuses } from '../../contract/platformNames.ts';
import type { SecurityEventName } from '../../contract/securityEventNames.ts';
import type { Database } from '../db/database.ts';
import { queuesOf } from '../resources/health/condition.ts';

/** A call that was answered. `route` is the pattern of its path, so that ids make no series of their own. */
export type AnsweredCall = { method: string; route: string; status: number; seconds: number };

/** The figures of one process for Prometheus. */
export type Metrics = {
  countCall: (call: AnsweredCall) => void;
  /** Counts a security event, also one that the log has already because it repeats. */
  countSecurityEvent: (event: SecurityEventName) => void;
  /** Counts an event of the video platform by what became of it. */
  countPlatformEvent: (status: EventStatus) => void;
  /** Tells how many event streams are open now. */
  setOpenStreams: (streams: number) => void;
  /** All figures in the text format, those of the database as they are now. */
  read: () => Promise<{ type: string; text: string }>;
};

/** What the figures are about. */
export type Measured = {
  database: Database;
  clock: () => Date;
  /** The folder of embedded data; null: the data are on a database server. */
  dataFolder: string | null;
  /** Whether the place of files takes new ones, as far as is known. */
  canWriteFiles: () => boolean;
  build: { tenant: string; version: string; commit: string };
};

/** Bounds of the durations, in seconds: a list takes hundredths of a second, a report some seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

async function bytesOfFolder(folder: string): Promise<{ size: number; free: number }> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { size: bsize * blocks, free: bsize * bavail };
}

async function countsOf({ db }: Database, now: Date): Promise<{ sessions: number; files: number }> {
  const { rows } = await sql<{ sessions: number; files: number }>`
    select (select count(*) from sessions where expires > ${now}::timestamptz)::int sessions,
      pg_total_relation_size('file_chunks')::float8 files`.execute(db);
  return rows[0] ?? { sessions: 0, files: 0 };
}

/** What waits to be sent. `oldest`: since when the first of it has been due. */
type Queue = { queue: string; waiting: number; oldest: Date | null };

/** The queues to other systems and people, besides the outbox. Webhooks that are disabled wait for nothing. */
async function outgoingOf({ db }: Database, now: Date): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select 'webhooks' as queue, count(*)::int as waiting, min(due) as oldest from webhook_deliveries delivery
      where state = 'waiting' and exists (select from webhooks where webhooks.id = delivery.webhook_id and enabled)
    union all
    select 'push_messages', count(*)::int, min(due) from push_messages where until > ${now}::timestamptz`.execute(db);
  return rows;
}

/** Adds a gauge of this product. */
type AddGauge = <Label extends string = never>(
  name: string,
  help: string,
  labels?: readonly Label[],
) => prom.Gauge<Label>;

const secondsSince = (since: string | Date | null, now: Date): number =>
  since === null ? 0 : Math.max(0, (now.getTime() - new Date(since).getTime()) / 1000);

/** What this process counts itself. */
function addCounters({ Counter, Histogram }: typeof prom, registers: prom.Registry[]) {
  const calls = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until an answer was sent completely',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const events = new Counter({
    name: 'signboard_security_events_total',
    help: 'Security events of this process, by name: sign_in_refused, access_refused, …',
    labelNames: ['event'],
    registers,
  });
  // Exists from the start, so that the first refusal is an increase.
  events.inc({ event: 'sign_in_refused' }, 0);
  const platformEvents = new Counter({
    name: 'signboard_platform_events_total',
    help: 'Events of the video platform that this process received, by status: accepted, waiting, duplicate, rejected',
    labelNames: ['status'],
    registers,
  });
  for (const status of eventStatuses) platformEvents.inc({ status }, 0);
  return { calls, events, platformEvents };
}

/** The connections to the database. Returns how to read them anew. */
function addConnections(gauge: AddGauge, database: Database): () => void {
  const connections = gauge('database_connections', 'Connections of this process to the database', ['state']);
  const mostConnections = gauge('database_connections_max', 'Maximum number of connections of this process');
  const waiters = gauge('database_connection_waiters', 'Statements of this process that wait for a connection');
  return () => {
    const pool = database.connections();
    if (!pool) return;
    connections.set({ state: 'idle' }, pool.idle);
    connections.set({ state: 'busy' }, pool.open - pool.idle);
    mostConnections.set(pool.most);
    waiters.set(pool.waiting);
  };
}

/** What the database holds. */
function addStored(gauge: AddGauge, database: Database): { read: (now: Date) => Promise<void>; forget: () => void } {
  const stored = {
    mails: gauge('mails_waiting', 'Mails in the outbox'),
    failingMails: gauge('mails_failing', 'Mails in the outbox that were refused at least once'),
    mailAge: gauge('mails_oldest_age_seconds', 'Age of the oldest mail in the outbox'),
    waitingTasks: gauge('tasks_waiting', 'Background tasks that wait'),
    runningTasks: gauge('tasks_running', 'Background tasks that run'),
    failedTasks: gauge('tasks_failed', 'Background tasks that failed for good in the last day'),
    taskAge: gauge('tasks_oldest_age_seconds', 'How long the first waiting background task has been due'),
    sessions: gauge('sessions', 'Sessions that have not expired'),
    files: gauge('files_bytes', 'Room that files take in the database'),
  } satisfies Record<string, prom.Gauge>;
  const waiting = gauge(
    'outgoing_waiting',
    'What waits to be sent to other systems and people, and calendars that are due',
    ['queue'],
  );
  const waitingAge = gauge('outgoing_oldest_age_seconds', 'How long the first of them has been due', ['queue']);
  return {
    read: async (now) => {
      const { outbox, jobs } = await queuesOf(database.db, now);
      const { sessions, files } = await countsOf(database, now);
      stored.mails.set(outbox?.waiting ?? 0);
      stored.failingMails.set(outbox?.failing ?? 0);
      stored.mailAge.set(secondsSince(outbox?.oldest ?? null, now));
      stored.waitingTasks.set(jobs?.waiting ?? 0);
      stored.runningTasks.set(jobs?.running ?? 0);
      stored.failedTasks.set(jobs?.failed ?? 0);
      stored.taskAge.set(secondsSince(jobs?.oldest ?? null, now));
      stored.sessions.set(sessions);
      stored.files.set(files);
      for (const { queue, waiting: count, oldest } of await outgoingOf(database, now)) {
        waiting.set({ queue }, count);
        waitingAge.set({ queue }, secondsSince(oldest, now));
      }
    },
    forget: () => {
      for (const storedGauge of Object.values(stored)) storedGauge.remove({});
      for (const mailGauge of [waiting, waitingAge]) mailGauge.reset();
    },
  };
}

/** The room for embedded data. Returns how to read it anew. */
function addFolder(gauge: AddGauge, folder: string | null): () => Promise<void> {
  if (folder === null) return async () => undefined;
  const size = gauge('data_folder_size_bytes', 'Size of the file system with the data folder');
  const free = gauge('data_folder_free_bytes', 'Free room in the file system with the data folder');
  return async () => {
    const room = await bytesOfFolder(folder).catch(() => null);
    size.set(room?.size ?? 0);
    free.set(room?.free ?? 0);
  };
}

/** Creates the figures. The library is loaded only here, because few processes need it. */
export async function createMetrics({ database, clock, dataFolder, canWriteFiles, build }: Measured): Promise<Metrics> {
  const library = await import('prom-client');
  const register = new library.Registry();
  library.collectDefaultMetrics({ register });
  const registers = [register];
  const gauge: AddGauge = (name, help, labels = []) =>
    new library.Gauge({ name: `signboard_${name}`, help, labelNames: labels, registers });

  const { calls, events, platformEvents } = addCounters(library, registers);
  const streams = gauge('streams', 'Event streams of this process that are open');
  const filesWritable = gauge('files_writable', 'Whether files can be stored, as far as this process knows: 1 or 0');
  gauge('build_info', 'Always 1; deployment, version and commit are in the labels', [
    'tenant',
    'version',
    'commit',
  ]).set(build, 1);
  const databaseUp = gauge('database_up', 'Whether the database answers and can be written: 1 or 0');
  const readConnections = addConnections(gauge, database);
  const stored = addStored(gauge, database);
  const readFolder = addFolder(gauge, dataFolder);

  const refresh = async () => {
    readConnections();
    await readFolder();
    filesWritable.set(canWriteFiles() ? 1 : 0);
    try {
      await database.ping();
      await stored.read(clock());
      databaseUp.set(1);
    } catch {
      databaseUp.set(0);
      // Old figures would look like current ones.
      stored.forget();
    }
  };

  return {
    countCall: ({ method, route, status, seconds }) => calls.observe({ method, route, status }, seconds),
    countSecurityEvent: (event) => events.inc({ event }),
    countPlatformEvent: (status) => platformEvents.inc({ status }),
    setOpenStreams: (open) => streams.set(open),
    read: async () => {
      await refresh();
      return { type: register.contentType, text: await register.metrics() };
    },
  };
}
