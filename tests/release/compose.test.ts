import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { parse, stringify } from 'yaml';
import { openDatabase } from '../../server/db/database.ts';
import { docExample } from '../support/docExamples.ts';
import { type DockerEngine, startDocker } from '../support/docker.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { freePort } from '../support/freePort.ts';
import { serverCommand, serverSettings, writeServerFolder } from '../support/serverFolder.ts';
import { makeMemoryGroup } from '../support/memoryLimit.ts';
import { createShared, hasPostgres } from '../support/postgres.ts';
import { addSignedIn } from '../support/session.ts';

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, '../..');
/** What a service of compose.yml needs to run without a bridge. */
type Service = { networks?: unknown; ports?: unknown; expose?: unknown; network_mode?: string };
type ComposeFile = { services: Record<string, Service & Record<string, unknown>>; networks?: unknown };

/** PostgreSQL of this machine as an image that has the settings of the official one which compose.yml uses. */
async function makeDatabaseImage(folder: string, environment: Record<string, string>): Promise<void> {
  const entry = [
    '#!/bin/sh',
    'set -eu',
    'bin=/usr/lib/postgresql/15/bin data=/var/lib/postgresql/data',
    'if [ ! -s $data/PG_VERSION ]; then',
    '  $bin/initdb -D $data -U "$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-host=scram-sha-256 -E UTF8 --locale=C',
    '  echo "create database $POSTGRES_DB" | $bin/postgres --single -D $data postgres',
    'fi',
    'exec $bin/postgres -D $data -k /tmp -c listen_addresses=127.0.0.1',
  ].join('\n');
  const build = `
    set -eu
    programs="/usr/lib/postgresql/15/bin/initdb /usr/lib/postgresql/15/bin/postgres /usr/lib/postgresql/15/bin/pg_isready /bin/sh"
    libraries=$(ldd $programs | grep -o '/[^ ]*' | grep -v ':$' | sort -u)
    data="/usr/lib/postgresql/15/lib /usr/share/postgresql/15 /usr/share/zoneinfo /etc/passwd"
    mkdir -p root/tmp root/var/lib/postgresql/data root/run/postgresql
    tar -C / -ch --exclude=bitcode --exclude='llvmjit*' $programs $libraries $data 2> tar.log | tar -C root -x
    cp entry root/entry
    chmod 1777 root/tmp
    chown -R postgres root/var/lib/postgresql
    tar -C root -c . | docker import --change 'ENTRYPOINT ["/entry"]' --change "USER $(id -u postgres)" \
      --change 'ENV PATH=/usr/lib/postgresql/15/bin' - signboard-test-postgres`;
  writeFileSync(join(folder, 'entry'), entry, { mode: 0o755 });
  await run('sh', ['-c', build], { cwd: folder, env: { ...process.env, ...environment } });
}

(hasPostgres ? describe : describe.skip)('the commands that run a whole deployment on one machine', () => {
  let engine: DockerEngine;
  let folder: string;
  let settings: NodeJS.ProcessEnv;
  let ports: { web: number; api: number; mailbox: number };

  /** A line of the documentation, as the compose of this machine spells it, in the folder with the adapted file. */
  const line = (words: string): string => {
    const text = docExample('docs/ops/backend.md', words);
    const from = text.indexOf('TENANT=');
    return text.slice(from).replace('docker compose', 'docker-compose').replace('exec api', 'exec -T api');
  };

  beforeAll(async () => {
    engine = await startDocker();
    folder = mkdtempSync(join(tmpdir(), 'signboard-compose-'));
    await makeDatabaseImage(folder, engine.environment);
    await run(
      process.execPath,
      [
        join(repository, 'scripts/build-tenants.ts'),
        'iceland',
        '--image=load',
        '--no-compress',
        '--out',
        join(folder, 'dist'),
      ],
      { env: { ...process.env, ...engine.environment, NODE_OPTIONS: '' }, maxBuffer: 1 << 26 },
    );
    const [web, api, mailbox, smtp, database, metrics] = await Promise.all(Array.from({ length: 6 }, freePort));
    ports = { web: web ?? 0, api: api ?? 0, mailbox: mailbox ?? 0 };
    // There is no bridge here: every service has the network of this machine, on free ports.
    const text = readFileSync(join(repository, 'docker/compose.yml'), 'utf8')
      .replace('@database:5432', `@127.0.0.1:${database}`)
      .replace('mailbox:2525', `127.0.0.1:${smtp}`)
      .replace('- ..:', `- ${repository}:`);
    const { networks: _, ...file } = parse(text, { merge: true }) as ComposeFile;
    const changedEnvironment: Record<string, Record<string, string>> = {
      web: { SIGNBOARD_PORT: String(web) },
      api: { PORT: String(api) },
      database: { PGPORT: String(database), PGHOST: '127.0.0.1' },
      mailbox: { PORT: String(mailbox), SMTP_PORT: String(smtp) },
    };
    const services = Object.entries(file.services).map(
      ([name, { networks, ports: _ports, expose: _exposed, ...service }]) => [
        name,
        {
          ...service,
          ...(networks !== undefined && { network_mode: 'host' }),
          environment: { ...(service['environment'] as object), ...changedEnvironment[name] },
        },
      ],
    );
    mkdirSync(join(folder, 'docker'));
    writeFileSync(
      join(folder, 'docker/compose.yml'),
      stringify({ version: '3.8', ...file, services: Object.fromEntries(services) }),
    );
    settings = {
      PATH: process.env['PATH'],
      ...engine.environment,
      DATABASE_IMAGE: 'signboard-test-postgres',
      METRICS_PORT: String(metrics),
      WEB_URL: `http://localhost:${web}`,
      BACKEND_URL: `http://localhost:${api}/`,
    };
  });
  afterAll(async () => {
    await engine.stop();
    rmSync(folder, { recursive: true });
  });

  it('give a page, a backend with a first owner, and a mailbox with the code that signs them in, with TENANT alone', async () => {
    const up = run('sh', ['-c', line('--image=load\nTENANT=')], { cwd: folder, env: settings, maxBuffer: 1 << 26 });
    // A deployment that does not come up rejects with what compose printed; one that does ends with the engine.
    let failure: unknown = null;
    up.catch((error: unknown) => (failure = error));
    const isServed = async () =>
      (await fetch(`http://127.0.0.1:${ports.web}/version.json`).catch(() => null))?.ok ?? false;
    while (!(await isServed())) {
      if (failure) throw failure;
      await wait(200);
    }
    const { stdout } = await run('sh', ['-c', line('compose.yml exec api')], { cwd: folder, env: settings });
    const [, password] = /^Password: (\S+)$/m.exec(stdout) ?? [];

    const api = `http://127.0.0.1:${ports.api}`;
    const call = async (path: string, body: object) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await answer.json()) as Record<string, string>;
    };
    const { otpToken } = await call('/auth/login/', { email: 'anna@example.is', password });
    const mails = await fetch(`http://127.0.0.1:${ports.mailbox}/messages.json`);
    const [mail] = (await mails.json()) as { to: string[]; code: string }[];
    expect(mail?.to).toEqual(['anna@example.is']);
    expect(await call('/auth/otp/', { otpToken, code: mail?.code })).toMatchObject({ user: { role: 'owner' } });
  });
});

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

describe('the server of the API image', () => {
  let folder: string;
  /** The content of /app in the image. */
  let image: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'signboard-api-')));
    image = join(folder, 'image');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('survives six large concurrent pictures within the memory limit of the chart', async () => {
    const { api } = parse(read('docker/chart/values.yaml')) as { api: { resources: { limits: { memory: string } } } };
    const [, megabytes = ''] = /^(\d+)Mi$/.exec(api.resources.limits.memory) ?? [];
    expect(megabytes).toBe('512');
    const group = makeMemoryGroup(Number(megabytes) * 1024 * 1024);
    if (!group || !hasPostgres) {
      console.warn('Skipped: this machine has no PostgreSQL, or does not allow memory limits.');
      return;
    }
    await writeServerFolder('iceland', image);
    const { url: databaseUrl, drop } = await createShared({ migrated: true });
    const database = await openDatabase({ url: databaseUrl });
    const { headers } = await addSignedIn(database.db, 'manager');
    await database.close();
    const port = await freePort();
    // Its child processes are in the same control group.
    const server = spawn(
      '/bin/sh',
      ['-c', 'echo $$ > "$0" && exec "$@"', group.joinPath, process.execPath, ...serverCommand],
      {
        cwd: image,
        stdio: 'ignore',
        env: {
          ...serverSettings,
          TENANT: 'iceland',
          SMTP_URL: 'smtp://127.0.0.1:2525',
          DATABASE_URL: databaseUrl,
          FILES_KEY: testFilesKey,
          PORT: String(port),
          STOP_DELAY_SECONDS: '0',
        },
      },
    );
    const ended = new Promise<void>((done) => {
      server.once('exit', () => done());
    });
    const url = `http://127.0.0.1:${port}`;
    const isReady = async () => (await fetch(`${url}/readyz/`).catch(() => null))?.ok ?? false;
    while (server.exitCode === null && !(await isReady())) await wait(100);

    const progressive = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#336699' } })
        .jpeg({ progressive: true, quality: 30 })
        .toBuffer();
    const sendSix = async (bytes: Buffer) => {
      const send = async () => {
        const form = new FormData();
        form.append('file', new Blob([Uint8Array.from(bytes)]), 'picture.jpg');
        const answer = await fetch(`${url}/files/?purpose=reservation`, { method: 'POST', headers, body: form });
        const { code } = (await answer.json()) as { code?: string };
        return code ?? answer.status;
      };
      return [...new Set(await Promise.all(Array.from({ length: 6 }, send)))];
    };
    // The largest accepted picture, and one of 562 KB that needed 476 MB.
    const drawn = await sendSix(await progressive(7000, 4700));
    const refused = await sendSix(await progressive(7280, 5460));
    const outcome = {
      drawn,
      refused,
      isReady: await isReady(),
      hasEnded: server.exitCode !== null,
      killed: group.killed(),
    };
    server.kill('SIGTERM');
    await ended;
    group.remove();
    await drop();
    expect(outcome).toEqual({
      drawn: [201],
      refused: ['image_too_large'],
      isReady: true,
      hasEnded: false,
      killed: 0,
    });
  });
});
