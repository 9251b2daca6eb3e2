import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { build } from '../../server/app.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { loadDeployment } from '../../server/loadDeployment.ts';
import type { Mail } from '../../server/mail/mailer.ts';
import { grayFilm } from '../../server/seed/media.ts';
import { type Calls, callsOf } from '../support/calls.ts';
import { docExamplesOfKind } from '../support/docExamples.ts';
import { testFileKeys } from '../support/fileKeys.ts';
import { platformOf } from '../support/platform.ts';
import { createShared, hasPostgres } from '../support/postgres.ts';

const repository = resolve(import.meta.dirname, '../..');

/** The examples of docs/ops/platform.md. */
const examples: { type: string; source: string; subject: string; data: { object?: string } }[] = docExamplesOfKind(
  'docs/ops/platform.md',
  'json',
).map((json) => JSON.parse(json));

/** The lines of a file. */
const linesOf = (file: string) => file.trim().split(/\r?\n/);

describe('a deployment that `npm run ops -- owner` has made, fed by a platform with the documented examples', () => {
  const now = new Date('2024-05-01T07:00:00Z');
  const mails: Mail[] = [];
  let database: Database;
  let drop: () => Promise<void>;
  let app: FastifyInstance;
  let owner: Calls;

  /** Where the command makes the database: on PostgreSQL if it is installed, because the embedded one takes long to make. */
  const newPlace = async () => {
    if (hasPostgres) return createShared({ migrated: false });
    const folder = mkdtempSync(join(tmpdir(), 'signboard-platform-'));
    return { folder, drop: async () => rmSync(folder, { recursive: true }) };
  };

  beforeAll(async () => {
    const place = await newPlace();
    ({ drop } = place);
    const databasePlace = 'url' in place ? { DATABASE_URL: place.url } : { DATA_DIR: place.folder };
    const output = execFileSync(
      process.execPath,
      ['server/owner.ts', '--email', 'anna@example.is', '--first-name', 'Anna', '--last-name', 'Jónsdóttir'],
      { cwd: repository, encoding: 'utf8', env: { PATH: process.env['PATH'], TENANT: 'iceland', ...databasePlace } },
    );
    database = await openDatabase(place);
    const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
    const deployment = await loadDeployment('iceland');
    app = await build({ deployment, database, mailer, fileKeys: testFileKeys, clock: () => now });
    const post = async (url: string, body: object) => (await app.inject({ method: 'POST', url, body })).json();
    const password = /^Password: (\S+)$/m.exec(output)?.[1];
    const { otpToken } = await post('/auth/login/', { email: 'anna@example.is', password });
    const code = /^\d{6}$/m.exec(mails[0]?.text ?? '')?.[0];
    const { token, user } = await post('/auth/otp/', { otpToken, code });
    owner = callsOf(app, { ...user, headers: { authorization: `Token ${token}` } });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    await drop();
  });

  it('shows on every screen what the platform has sent', async () => {
    const read = async (url: string) => (await owner.get(url)).json();
    expect(await read('/overview/')).toMatchObject({ requests: 0, online_interpreters: 0, average_feedback: null });
    await owner.post('/users/', {
      email: 'una@example.org',
      first_name: 'Una',
      last_name: 'Ósk',
      role: 'interpreter',
      invite: false,
    });
    const account = await owner.post('/service_accounts/', { name: 'Video', scopes: ['platform'], days: 30 });
    const platform = platformOf(app, account.json().secret);

    const types = new Set(examples.map(({ type }) => type));
    const { paths } = (await app.inject('/openapi.json')).json();
    const { content } = paths['/platform/events/'].post.requestBody;
    expect(content['application/cloudevents-batch+json'].example).toEqual(examples);
    expect(types.size).toBe(13);

    const asked = examples.find(({ type }) => type === 'signboard.request.created')!;
    const waiting = { ...asked, id: 'asked again', subject: 'request-205', time: '2024-05-01T06:50:00Z' };
    for (const event of [...examples, waiting]) {
      const { status, result } = await platform.send(event);
      const isEarly = event.type === 'signboard.request.abandoned';
      expect([event.type, status, result?.status]).toEqual([event.type, 200, isEarly ? 'waiting' : 'accepted']);
    }
    const stored = examples.find(({ data }) => data.object !== undefined)!;
    const upload = await platform.upload(stored.source, stored.data.object ?? '', grayFilm(7));
    expect(upload.statusCode).toBe(204);

    expect(await read('/overview/')).toMatchObject({
      requests: 2,
      answered: 1,
      registered_users: 3,
      online_interpreters: 1,
      average_feedback: 5,
      feedback_count: 1,
      average_waiting: 12,
    });
    const halfHours: { requests: number }[] = (await read('/overview/day/')).half_hours;
    expect(halfHours.map(({ requests }) => requests).filter((count) => count > 0)).toEqual([2]);
    const online = await read('/interpretations/?channel[]=online&ordering=created');
    expect(online.results).toMatchObject([
      {
        outcome: 'answered',
        customer_name: 'Jón Helgason',
        interpreter_name: 'Una Ósk',
        partner_name: 'Health centre',
      },
      { outcome: 'abandoned', customer_name: 'Jón Helgason', interpreter_name: null, duration_seconds: null },
    ]);
    expect((await read('/interpretations/?channel[]=live')).count).toBe(0);
    expect((await read('/interpretations/?outcome[]=abandoned')).count).toBe(1);
    const url = `/interpretations/${online.results[0].id}/`;
    while ((await read(url)).recording !== 'ready') await sleep(20);
    expect(await read(url)).toMatchObject({
      note: 'Prefers to sign slowly',
      closure_note: 'Another visit in June',
      waiting_seconds: 12,
      duration_seconds: 648,
      recordings: [{ state: 'ready', duration_seconds: 7 }],
      feedback: { rating: 5 },
    });
    expect((await read('/feedback/')).results).toMatchObject([
      {
        rating: 5,
        notes: 'Very clear',
        interpreter_name: 'Una Ósk',
        customer_name: 'Jón Helgason',
        waiting_seconds: 12,
      },
    ]);
    expect((await read('/users/?role[]=deaf')).results).toMatchObject([
      { email: 'jon@example.org', phone: '+3545812345' },
    ]);
    expect((await read('/partners/')).results).toMatchObject([
      { name: 'Health centre', website: 'https://health.example' },
    ]);
    expect((await read('/versions/')).results).toMatchObject([{ platform: 'android', version: '5.2.0' }]);
    const figures = await owner.get('/statistics/?from_day=2024-05-01&to_day=2024-05-01&interval=days&output=objects');
    expect(figures.json()).toMatchObject({ totals: { requests: 2, answered: 1, abandoned: 1, feedback_count: 1 } });
    const report = await owner.get('/report/?from_day=2024-05-01&to_day=2024-05-01&output=csv');
    expect(linesOf(report.body).filter((line) => line.includes('Jón Helgason'))).toHaveLength(2);
    const audit = await read('/audit/?search=Video&collection=users');
    expect(audit.results).toMatchObject([{ act: 'create', person_email: 'Video', record_name: 'Jón Helgason' }]);
  });
});
