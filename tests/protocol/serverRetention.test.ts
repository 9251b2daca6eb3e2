import { describe, expect, it } from '@jest/globals';
import type { RetentionPeriod } from '../../contract/retention.ts';
import type { RetentionKind, RetentionPeriods } from '../../contract/retentionKinds.ts';
import { createNotify } from '../../server/notifications/notifications.ts';
import { readPeriods } from '../../server/resources/retention/repository.ts';
import { runRetention } from '../../server/resources/retention/retention.ts';
import { randomId } from '../../server/randomId.ts';
import { defaultSettings } from '../../server/settings.ts';
import { databaseKinds, testDeployment, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { addInterpretation } from '../support/recordings.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const ago = (days: number) => new Date(testStart.getTime() - days * day);

describe.each(databaseKinds)('retention, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const deploymentOf = (periods: Partial<RetentionPeriods>) => ({
    ...testDeployment,
    retention: { ...testDeployment.retention, ...periods },
  });

  const runWith = (periods: Partial<RetentionPeriods>, now = testStart) => {
    const parts = { database: backend.database, deployment: deploymentOf(periods), clock: () => now };
    const notify = createNotify({ ...parts, settings: defaultSettings }, { put: async () => undefined });
    return runRetention({ ...parts, notify }, () => false);
  };

  /** The backend of a deployment with these periods, after a first run. */
  const open = async (periods: Partial<RetentionPeriods>, start = testStart) => {
    const deployment = deploymentOf(periods);
    const run = (now = start) => runWith(periods, now);
    await run();
    const app = await backend.app({ deployment });
    const calls = callsOf(app, await backend.signedIn());
    const read = async (name: RetentionKind): Promise<RetentionPeriod> =>
      (await calls.get('/retention/')).json().results.find((period: RetentionPeriod) => period.kind === name);
    const confirm = (name: RetentionKind, days: number) => calls.post(`/retention/${name}/confirm/`, { days });
    const isOver = async () => {
      const { results } = (await calls.get('/retention/')).json();
      const isDeleted = results.every(({ pending, due }: RetentionPeriod) => pending || !due);
      return isDeleted && (await calls.get('/audit/?collection=retention_periods&act=retention')).json().count > 0;
    };
    /** Runs it until all is deleted and in the audit log. The housekeeping of the backend may have begun the run. */
    const runToEnd = async () => {
      await run();
      while (!(await isOver())) await new Promise((again) => setTimeout(again, 20));
    };
    return { run, runToEnd, calls, read, confirm };
  };

  const requests = async () =>
    (await backend.database.db.selectFrom('interpretations').select('id').execute()).map(({ id }) => id);

  it('keeps everything that the manifest gives no period for', async () => {
    const old = await addInterpretation(backend.database.db, { created: ago(9000) });
    const { read } = await open({});
    expect(await read('interpretations')).toMatchObject({
      days: null,
      in_force: null,
      pending: false,
      count: 1,
      due: 0,
    });
    expect(await requests()).toEqual([old]);
  });

  it('shows what a shorter period would delete, and deletes nothing before an owner has confirmed it', async () => {
    const { db } = backend.database;
    const [old, recent] = [
      await addInterpretation(db, { created: ago(801) }),
      await addInterpretation(db, { created: ago(799) }),
    ];
    const { run, runToEnd, calls, read, confirm } = await open({ interpretations: 800 });
    expect(await read('interpretations')).toEqual({
      kind: 'interpretations',
      days: 800,
      in_force: null,
      pending: true,
      shortest: 731,
      count: 2,
      due: 1,
      held: 0,
      oldest: ago(801).toISOString(),
      last_run: null,
      can: { confirm: true },
    });
    await run();
    expect((await requests()).toSorted()).toEqual([old, recent].toSorted());
    expect((await confirm('interpretations', 800)).json()).toMatchObject({ in_force: 800, pending: false });
    await runToEnd();
    expect(await requests()).toEqual([recent]);
    expect((await read('interpretations')).last_run).toBe(testStart.toISOString());
    const { results } = (await calls.get('/audit/?collection=retention_periods')).json();
    const made = results.filter(({ act }: { act: string }) => act !== 'announce_retention');
    expect(made.map(({ act, record, after }: Record<string, unknown>) => [act, record, after])).toEqual([
      ['retention', '2024-05-01', { interpretations: 1 }],
      ['confirm_retention', 'interpretations', { days: 800 }],
    ]);
    // The values of what was deleted are not in the audit log.
    expect((await calls.get(`/audit/?record=${old}&act=delete`)).json().count).toBe(0);
  });

  describe('owners', () => {
    const dashboardUrl = 'https://dashboard.testland.example/';
    /** Starts a process with these periods, which does its housekeeping. */
    const start = async (periods: Partial<RetentionPeriods>) => {
      const app = await backend.app({
        deployment: deploymentOf(periods),
        options: { dashboardUrl, pollInterval: 200 },
      });
      await app.ready();
      return app;
    };
    /** Starts such a process, and stops it after its housekeeping. */
    const startAndStop = async (periods: Partial<RetentionPeriods>) => (await start(periods)).close();
    const mailsTo = async (email: string) => {
      await backend.mailsAreSent();
      return backend.sink.messages.filter(({ to }) => to.includes(email)).map(({ text }) => text);
    };
    const announced = async () =>
      backend.database.db
        .selectFrom('audit_entries')
        .select(['record_id', 'after'])
        .where('act', '=', 'announce_retention')
        .orderBy('id')
        .execute();

    it('get one e-mail each when shorter periods begin to wait for them, from any number of processes', async () => {
      const { db } = backend.database;
      const anna = await backend.addUser({ email: 'anna@testland.example', language: 'en' });
      const others = [
        await backend.addUser({ email: 'una@testland.example', language: 'is' }),
        await backend.addUser({ email: 'manager@testland.example', role: 'manager' }),
        await backend.addUser({ email: 'gone@testland.example', suspended_at: ago(1) }),
      ];
      const request = await addInterpretation(db, { created: ago(801) });
      await addInterpretation(db, { created: ago(900) });
      await db
        .insertInto('feedback')
        .values({ id: randomId(), interpretation_id: request, created: ago(790), rating: 5, waiting_seconds: 3 })
        .execute();
      const periods = { interpretations: 800, feedback: 750 };
      await Promise.all([start(periods), start(periods)]);
      const { subject, text } = await backend.sink.waitFor(({ to }) => to.includes(anna.email));
      expect(subject).toBe('Brú & Co: a shorter retention limit needs your confirmation');
      expect(text).toContain(
        [
          'Data: Interpretations\nLimit in force, in days: None\nNew limit, in days: 800',
          'To be deleted: 2\nOldest: 13-11-2021\n\n',
        ].join('\n'),
      );
      expect(text).toContain(
        'Data: Feedback\nLimit in force, in days: None\nNew limit, in days: 750\nTo be deleted: 1',
      );
      expect(text).toContain(`${dashboardUrl}dashboard/retention`);
      await startAndStop(periods);
      expect(await mailsTo(anna.email)).toHaveLength(1);
      backend.pass(day);
      await startAndStop(periods);
      expect(await mailsTo(anna.email)).toHaveLength(1);
      expect(await Promise.all(others.map(async ({ email }) => (await mailsTo(email)).length))).toEqual([1, 0, 0]);
      expect(await announced()).toEqual([
        { record_id: 'interpretations', after: { days: 800, due: 2 } },
        { record_id: 'feedback', after: { days: 750, due: 1 } },
      ]);
      expect(await requests()).toHaveLength(2);
    });

    it('get another e-mail for another period, but not from a process that still has the former manifest', async () => {
      await addInterpretation(backend.database.db, { created: ago(900) });
      const { email } = await backend.addUser({ language: 'en' });
      const limits = async () =>
        (await mailsTo(email)).map((text) => Number(/New limit, in days: (\d+)/.exec(text)?.[1]));
      const waitFor = async (days: number) => {
        await backend.sink.waitFor(({ text }) => text.includes(`New limit, in days: ${days}`));
        // If the time passed while the mail is being sent, another process would send it again.
        await backend.mailsAreSent();
      };
      await start({ interpretations: 800 });
      await waitFor(800);
      backend.pass(day);
      await start({ interpretations: 760 });
      await waitFor(760);
      await startAndStop({ interpretations: 800 });
      await startAndStop({ interpretations: 760 });
      expect(await limits()).toEqual([800, 760]);
      backend.pass(60 * minute);
      await startAndStop({});
      backend.sink.messages.length = 0;
      await start({ interpretations: 760 });
      await waitFor(760);
      expect(await limits()).toEqual([760]);
    });

    it('get another e-mail when the same period waits again after it was confirmed and made longer', async () => {
      await addInterpretation(backend.database.db, { created: ago(900) });
      const owner = await backend.signedIn({ language: 'en' });
      const app = await start({ interpretations: 770 });
      await backend.sink.waitFor(({ text }) => text.includes('Limit in force, in days: None'));
      const confirmed = await callsOf(app, owner).post('/retention/interpretations/confirm/', { days: 770 });
      expect(confirmed.statusCode).toBe(200);
      await startAndStop({ interpretations: 2000 });
      await start({ interpretations: 770 });
      await backend.sink.waitFor(({ text }) => text.includes('Limit in force, in days: 2,000'));
      expect(await mailsTo(owner.email)).toHaveLength(2);
    });
  });

  it('refuses to confirm a period that the caller has not seen, twice, or without a recent authentication', async () => {
    await addInterpretation(backend.database.db, { created: ago(900) });
    const { confirm, calls } = await open({ interpretations: 800 });
    expect((await confirm('interpretations', 731)).json()).toMatchObject({ status: 409, code: 'conflict' });
    expect((await confirm('feedback', 800)).json().code).toBe('conflict');
    expect((await calls.post('/retention/users/confirm/', { days: 800 })).statusCode).toBe(400);
    backend.pass(10 * minute);
    expect((await confirm('interpretations', 800)).json().code).toBe('insufficient_user_authentication');
    backend.pass(-10 * minute);
    expect((await confirm('interpretations', 800)).statusCode).toBe(200);
    expect((await confirm('interpretations', 800)).json().code).toBe('conflict');
    const manager = callsOf(await backend.app(), await backend.signedIn({ role: 'manager' }));
    expect((await manager.get('/retention/')).json().code).toBe('forbidden');
  });

  it('needs no confirmation for a period that takes nothing, or for a longer one; a shorter one later needs it', async () => {
    const { db } = backend.database;
    await addInterpretation(db, { created: ago(700) });
    const inForce = async (days: number) => {
      await runWith({ interpretations: days });
      return (await readPeriods(db)).get('interpretations')?.days;
    };
    expect([await inForce(800), await inForce(2000)]).toEqual([800, 2000]);
    // A year and a half later the request is older than 800 days, but not than 2000.
    backend.pass(500 * day);
    const { run, read } = await open({ interpretations: 800 }, new Date(testStart.getTime() + 500 * day));
    expect(await read('interpretations')).toMatchObject({ days: 800, in_force: 2000, pending: true, due: 1 });
    await run();
    expect(await requests()).toHaveLength(1);
  });

  it('deletes feedback and reservations after their periods, with what belongs to them', async () => {
    const { db } = backend.database;
    const [request, other] = [await addInterpretation(db), await addInterpretation(db)];
    const rating = { rating: 5, waiting_seconds: 3 };
    await db
      .insertInto('feedback')
      .values([
        { id: randomId(), interpretation_id: request, created: ago(900), ...rating },
        { id: randomId(), interpretation_id: other, created: ago(10), ...rating },
      ])
      .execute();
    const reservation = { name: 'Fundur', location_type: 'remote', created: ago(500) } as const;
    await db
      .insertInto('reservations')
      .values([
        { id: randomId(), starts: ago(400), ends: ago(399), ...reservation },
        { id: randomId(), starts: ago(300), ends: ago(299), ...reservation },
      ])
      .execute();
    const { runToEnd, confirm } = await open({ feedback: 800, reservations: 366 });
    await confirm('feedback', 800);
    await confirm('reservations', 366);
    await runToEnd();
    expect(
      (await db.selectFrom('feedback').select('interpretation_id').execute()).map((row) => row.interpretation_id),
    ).toEqual([other]);
    expect((await db.selectFrom('reservations').select('ends').execute()).map(({ ends }) => ends)).toEqual([ago(299)]);
  });

  it('deletes absences after their period, counted from their end, but none of a person with a legal hold', async () => {
    const { db } = backend.database;
    const [una, orri] = [
      await backend.addUser({ role: 'interpreter' }),
      await backend.addUser({ role: 'interpreter' }),
    ];
    const absence = (interpreter_id: string, days: number) => ({
      id: randomId(),
      interpreter_id,
      first_day: '2023-01-01',
      last_day: '2023-01-02',
      starts: ago(days + 1),
      ends: ago(days),
      absence_kind: 'illness' as const,
      state: 'approved' as const,
      created: ago(days + 2),
    });
    const recent = absence(una.id, 30);
    const held = absence(orri.id, 100);
    await db
      .insertInto('absences')
      .values([absence(una.id, 100), recent, held])
      .execute();
    await db
      .insertInto('legal_holds')
      .values({ id: randomId(), person_id: orri.id, reason: 'A case', created: ago(5), ends: ago(-30) })
      .execute();
    const { runToEnd, read, confirm } = await open({ absences: 90 });
    expect(await read('absences')).toMatchObject({ due: 1, held: 1 });
    await confirm('absences', 90);
    await runToEnd();
    const left = await db.selectFrom('absences').select('id').orderBy('ends').execute();
    expect(left).toEqual([{ id: held.id }, { id: recent.id }]);
  });

  it('erases old values of the audit log, with an entry for each', async () => {
    const { db } = backend.database;
    const entry = { act: 'update', collection: 'users', record_id: 'x', person_email: 'anna@testland.example' };
    const [old] = await db
      .insertInto('audit_entries')
      .values([
        { ...entry, at: ago(500), after: { phone: '+3545551234' } },
        { ...entry, at: ago(100), after: { phone: '+3545559999' } },
      ])
      .returning('id')
      .execute();
    const { runToEnd, read, confirm } = await open({ audit: 400 });
    expect(await read('audit')).toMatchObject({ pending: true, due: 1 });
    await confirm('audit', 400);
    await runToEnd();
    const left = await db
      .selectFrom('audit_entries')
      .select(['person_email', 'after'])
      .where('collection', '=', 'users')
      .where('record_id', '=', 'x')
      .orderBy('id')
      .execute();
    expect(left).toEqual([
      { person_email: null, after: null },
      { person_email: 'anna@testland.example', after: { phone: '+3545559999' } },
    ]);
    const erasures = await db
      .selectFrom('audit_entries')
      .select(['person_id', 'record_id'])
      .where('act', '=', 'erase')
      .execute();
    expect(erasures).toEqual([{ person_id: null, record_id: String(old?.id) }]);
  });

  it.each(['customer', 'interpreter'])('leaves rows of a %s that a legal hold keeps, and counts them', async (part) => {
    const { db } = backend.database;
    const isCustomer = part === 'customer';
    const role = isCustomer ? 'deaf' : 'interpreter';
    const [{ id: held }, { id: free }] = [await backend.addUser({ role }), await backend.addUser({ role })];
    const ids = new Map<string, string[]>();
    for (const person of [held, free]) {
      const owner = isCustomer ? { customer_id: person } : { interpreter_id: person };
      const [request, rated] = [
        await addInterpretation(db, { created: ago(900), ...owner }),
        await addInterpretation(db, owner),
      ];
      const [feedback, reservation] = [randomId(), randomId()];
      const rating = { rating: 5, waiting_seconds: 3, interpreter_id: isCustomer ? null : person };
      await db
        .insertInto('feedback')
        .values({ id: feedback, interpretation_id: rated, created: ago(900), ...rating })
        .execute();
      const time = { starts: ago(900), ends: ago(899), created: ago(901) };
      await db
        .insertInto('reservations')
        .values({
          ...{ id: reservation, name: 'Fundur', location_type: 'remote', ...time },
          customer_id: isCustomer ? person : null,
        })
        .execute();
      if (!isCustomer)
        await db
          .insertInto('reservation_interpreters')
          .values({ reservation_id: reservation, interpreter_id: person })
          .execute();
      ids.set(person, [request, feedback, reservation]);
    }
    const kinds = ['interpretations', 'feedback', 'reservations'] as const;
    const { runToEnd, read, confirm, calls } = await open({ interpretations: 800, feedback: 800, reservations: 800 });
    const ends = new Date(testStart.getTime() + 30 * day).toISOString();
    expect((await calls.post(`/privacy/people/${held}/holds/`, { reason: 'Court case 12', ends })).statusCode).toBe(
      201,
    );
    for (const name of kinds) expect(await read(name)).toMatchObject({ due: 1, held: 1 });
    for (const name of kinds) await confirm(name, 800);
    await runToEnd();
    const left = await Promise.all(kinds.map((name) => db.selectFrom(name).select('id').execute()));
    const known = [...ids.values()].flat();
    expect(left.flat().flatMap(({ id }) => (known.includes(id) ? id : []))).toEqual(ids.get(held));
  });

  it('runs once a day, in any number of processes', async () => {
    const { db } = backend.database;
    const { run } = await open({ interpretations: 800 });
    await addInterpretation(db, { created: ago(900) });
    await Promise.all([run(), run()]);
    expect(await requests()).toHaveLength(1);
    await run(new Date(testStart.getTime() + day));
    expect(await requests()).toHaveLength(0);
  });
});
