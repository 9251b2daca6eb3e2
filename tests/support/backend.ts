import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { build } from '../../server/app.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import type { Flags } from '../../contract/flags.ts';
import { flagDefaults } from '../../contract/flags.ts';
import type { Role } from '../../contract/roles.ts';
import { argonPasswords } from '../../server/auth/passwords.ts';
import { openDatabase, type Database } from '../../server/db/database.ts';
import type { Deployment } from '../../server/deployment.ts';
import { type Mailer, smtpMailer } from '../../server/mail/mailer.ts';
import { startSink, type MailSink } from '../../server/mail/sink.ts';
import { randomId } from '../../server/randomId.ts';
import type { Settings } from '../../server/settings.ts';
import { manifestDefaults } from '../../tenants/inheritance.ts';
import { testFileKeys } from './fileKeys.ts';
import { createShared, hasPostgres } from './postgres.ts';
import { addSession, type SignedIn } from './session.ts';

export type { SignedIn };

/** Both databases, for slow suites that compare them; the embedded one alone without PostgreSQL. */
export const bothDatabases: Database['kind'][] = hasPostgres ? ['embedded', 'postgres'] : ['embedded'];

/** For suites that behave the same on both: PostgreSQL if it is installed, as it starts sooner and takes less memory. */
export const usualDatabase: Database['kind'] = hasPostgres ? 'postgres' : 'embedded';

/** The same, for the titles of their tests. */
export const anyDatabase: Database['kind'][] = [usualDatabase];

/** For suites in which both may behave differently: PostgreSQL in `npm test`, the embedded one in `npm run test:slow`. */
export const databaseKinds: Database['kind'][] = process.env.DATABASE_KIND === 'embedded' ? ['embedded'] : anyDatabase;

/** How often tests repeat a race. On the single connection of the embedded database each time has the same outcome. */
export const raceRounds = databaseKinds.includes('postgres') ? 5 : 1;

/** A deployment for tests. */
export const testDeployment: Deployment = {
  id: 'testland',
  brand: 'Brú & Co',
  country: 'IS',
  stage: false,
  timeZone: 'Europe/Vilnius',
  version: '1.2.3',
  languages: [
    { label: 'Íslenska', value: 'is', instance: 'ISL', direction: 'ltr' },
    { label: 'English', value: 'en', instance: 'ISL', direction: 'ltr' },
  ],
  flags: flagDefaults,
  allowedRoles: ['interpreter', 'manager', 'owner'],
  reservedQueuePriorities: [1],
  phoneCountry: 'IS',
  support: { email: 'help@testland.example', phone: null, url: null },
  recordings: { reason: false },
  retention: {
    recordings: 90,
    security_events: 365,
    audit: null,
    interpretations: null,
    reservations: null,
    absences: null,
    feedback: null,
  },
  securityContacts: ['mailto:help@testland.example'],
  singleSignOn: null,
  handBackHours: 24,
  leaveNeedsApproval: true,
  answerHours: 4,
  serviceLevelSeconds: 30,
  officeHours: null,
  workingTime: manifestDefaults.workingTime,
  holidays: null,
  sessions: { longest: 12 * 3_600_000, idle: null },
  colours: { accent: '#123456', onAccent: '#ffffff', text: '#111111', textMuted: '#555555', ground: '#f4f4f4' },
  logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 48"><path d="M0 0h120v48H0z" fill="#123456"/></svg>',
};

/** The time at the start of a test; it passes only on request. */
export const testStart = new Date('2024-05-01T07:00:00Z');

/** The password of everybody in tests. */
export const testPassword = 'Þögn er gull 2024';

/** Hashes of tests that are not about the strength of hashes. */
const leastWork = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The environment of a server test. `app()` acts like a separate process on the same database. */
export type TestBackend = {
  database: Database;
  sink: MailSink;
  /** Sends to the mail sink. */
  mailer: Mailer;
  /** Advances the time, in milliseconds. */
  pass: (milliseconds: number) => void;
  app: (
    changes?: Partial<Omit<Dependencies, 'settings'>> & { flags?: Partial<Flags>; options?: Partial<Settings> },
  ) => ReturnType<typeof build>;
  addUser: (values?: { role?: Role; email?: string } & Partial<NewUser>) => Promise<{ id: string; email: string }>;
  /** A new signed-in user, and the headers of their calls. */
  signedIn: (values?: Parameters<TestBackend['addUser']>[0]) => Promise<SignedIn>;
  /** Signs in an existing user. */
  openSession: (user: { id: string; email: string }) => Promise<SignedIn>;
  /** The six-digit code of the last mail to an address. */
  codeFor: (email: string) => string;
  /** Waits until every mail has left the outbox. */
  mailsAreSent: () => Promise<void>;
  /** Empties tables and mails, takes the apps back, and resets the clock. */
  reset: () => Promise<void>;
  /** Resets it for the next file of the worker. */
  close: () => Promise<void>;
};

type NewUser = {
  password_hash: string | null;
  first_name: string;
  last_name: string;
  approval_status: 'pending' | 'approved' | 'rejected';
  language: 'en' | 'lt' | 'es' | 'ee' | 'pt' | 'sk' | 'is' | null;
  suspended_at: Date | null;
  suspension_expires: Date | null;
  suspension_reason: string | null;
  created: Date;
  department_id: string | null;
  phone: string | null;
  social_registered: boolean;
};

/**
 * Deletes instead of truncating: TRUNCATE makes new files for every table, and few have rows. First waits for a running
 * merge of figures, which would insert its rows again after the deletion, and for jobs that still write: it holds no table
 * while it waits, as a job that needs that table would then wait, too.
 */
const emptyTables = `do $$
declare
  name text;
begin
  perform pg_advisory_xact_lock(hashtext('signboard.figures'));
  loop
    begin
      execute (
        select format('lock table %s in exclusive mode nowait', string_agg(quote_ident(tablename), ', '))
        from pg_tables where schemaname = current_schema()
      );
      exit;
    exception when lock_not_available then
      perform pg_sleep(0.01);
    end;
  end loop;
  set local session_replication_role = replica;
  for name in select tablename from pg_tables
    where schemaname = current_schema() and tablename not in ('schema_migrations', 'secrets')
  loop
    execute format('delete from %I', name);
  end loop;
end $$`;

/** Gives tables that were large new files: what was deleted in the others is too little to slow down the next file. */
const renewLargeTables = `do $$
declare
  name text;
begin
  for name in select relname from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'secrets' and pg_table_size(oid) > 200000
  loop
    execute format('truncate %I cascade', name);
  end loop;
end $$`;

/** An app in use by a test; `key` identifies its settings for reuse, null: it is closed. `isNew`: it was built for this test. */
type LentApp = { key: string | null; app: Awaited<ReturnType<typeof build>>; isNew: boolean };

const templates = join(import.meta.dirname, '../../.cache/databases');

async function openKind(kind: Database['kind']): Promise<Database> {
  return openDatabase(
    kind === 'embedded' ? { memory: true, templates } : { url: (await createShared({ migrated: true })).url },
  );
}

/**
 * The backends that no file uses. The files of a worker take them one after the other: a new database and its first statements
 * take longer than many a file.
 */
const unused: Record<Database['kind'], TestBackend[]> = { embedded: [], postgres: [] };

/** A migrated, empty database of a kind, and a mail sink; `close` gives them back. */
export async function startBackend(kind: Database['kind']): Promise<TestBackend> {
  return unused[kind].pop() ?? createBackend(kind);
}

/** The same with a database that no other file has used, for tests of what a new connection does. */
export async function createBackend(kind: Database['kind']): Promise<TestBackend> {
  const database = await openKind(kind);
  await database.migrate();
  const sink = await startSink();
  const smtp = smtpMailer(sink.urlOf('testland'), {
    name: testDeployment.brand,
    address: testDeployment.support.email,
  });
  const sending = new Set<Promise<void>>();
  const mailer: Mailer = {
    ...smtp,
    send: (mail) => {
      const sent = smtp.send(mail).finally(() => sending.delete(sent));
      sending.add(sent);
      return sent;
    },
  };
  const passwords = argonPasswords(leastWork);
  const password_hash = await passwords.hash(testPassword);
  const { db } = database;
  let now = testStart.getTime();
  // Building an app takes longer than most tests, so apps that differ by settings only are reused.
  const idle: LentApp[] = [];
  const closed = new Set<LentApp['app']>();
  let lent: LentApp[] = [];
  const takeBack = async () => {
    const open = lent.filter(({ app }) => !closed.has(app));
    // At its start an app deletes what has expired. If the clock was ahead then, that includes records of the next test.
    const startedLater = ({ isNew }: LentApp) => isNew && now > testStart.getTime();
    const ending = open.filter((lentApp) => lentApp.key === null || startedLater(lentApp));
    await Promise.all(ending.map(({ app }) => app.close()));
    idle.push(...open.filter((lentApp) => !ending.includes(lentApp)));
    lent = [];
  };
  const addUser: TestBackend['addUser'] = async (values = {}) => {
    const id = randomId();
    const email = values.email ?? `${id}@testland.example`;
    await db
      .insertInto('users')
      .values({
        id,
        password_hash,
        first_name: 'Sigríður',
        last_name: 'Jónsdóttir',
        role: 'owner',
        approval_status: 'approved',
        created: testStart,
        ...values,
        email,
      })
      .execute();
    return { id, email };
  };
  const openSession: TestBackend['openSession'] = async (user) => {
    const token = await addSession(db, user.id, { created: new Date(now), lifetime: testDeployment.sessions.longest });
    return { ...user, headers: { authorization: `Token ${token}` } };
  };
  const reset = async () => {
    await takeBack();
    now = testStart.getTime();
    await sql.raw(emptyTables).execute(db);
    // A mail that is still being sent would arrive in the next test.
    await Promise.allSettled(sending);
    sink.messages.length = 0;
  };
  const backend: TestBackend = {
    database,
    sink,
    mailer,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    mailsAreSent: async () => {
      const waiting = () => db.selectFrom('mail_outbox').select('id').execute();
      while ((await waiting()).length > 0) await sleep(5);
    },
    app: async ({ flags, options, deployment: given = testDeployment, ...deps } = {}) => {
      const isOwn = Object.keys(deps).length > 0;
      const key = isOwn ? null : JSON.stringify([given, flags, options]);
      const place = idle.findIndex((candidate) => key !== null && candidate.key === key);
      const [known] = place < 0 ? [] : idle.splice(place, 1);
      if (known) {
        lent.push({ ...known, isNew: false });
        return known.app;
      }
      const deployment = { ...given, flags: { ...given.flags, ...flags } };
      const clock = () => new Date(now);
      const app = await build(
        { deployment, database, mailer, passwords, clock, fileKeys: testFileKeys, ...deps },
        // People are told of decisions at once, except in tests of the undo; a busy machine is no slow mail server.
        { undoTime: 0, mailWait: 60_000, ...options },
      );
      app.addHook('onClose', async () => void closed.add(app));
      lent.push({ key, app, isNew: true });
      return app;
    },
    addUser,
    signedIn: async (values) => openSession(await addUser(values)),
    openSession,
    codeFor: (email) => {
      const mail = sink.messages.findLast(({ to }) => to.includes(email));
      const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0];
      if (!code) throw new Error(`No mail with a code has arrived for ${email}.`);
      return code;
    },
    reset,
    close: async () => {
      await reset();
      // An open app would take the work of the next file's.
      await Promise.all(idle.splice(0).map(({ app }) => app.close()));
      await sql.raw(renewLargeTables).execute(db);
      unused[kind].push(backend);
    },
  };
  return backend;
}
