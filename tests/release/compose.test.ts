import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { parse } from 'yaml';
import { openDatabase } from '../../server/db/database.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { freePort } from '../support/freePort.ts';
import { serverCommand, serverSettings, writeServerFolder } from '../support/serverFolder.ts';
import { makeMemoryGroup } from '../support/memoryLimit.ts';
import { createShared, hasPostgres } from '../support/postgres.ts';
import { addSignedIn } from '../support/session.ts';

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

describe('compose.yml', () => {
  const settings = {
    TENANT: 'iceland',
    API_VERSION: '4.2.3',
    POSTGRES_PASSWORD: 'a-password',
    SMTP_URL: 'smtp://mail.example.is:587',
    FILES_KEY: testFilesKey,
  };

  /** The resolved configuration: `docker-compose config`. */
  async function configure(environment: Record<string, string>): Promise<string> {
    const file = join(repository, 'docker/compose.yml');
    const { stdout } = await run('docker-compose', ['-f', file, 'config'], {
      env: { PATH: process.env['PATH'], ...environment },
    });
    return stdout;
  }

  it('describes one deployment, selected by TENANT: page, backend, database', async () => {
    const output = await configure(settings);
    expect(output).toContain('image: signboard-iceland:local');
    expect(output).toContain('image: signboard-iceland-api:4.2.3');
    expect(output).toContain('DATABASE_URL: postgresql://signboard:a-password@database:5432/signboard');
    expect(output).toContain('BACKEND_URL: http://localhost:8000/');
    expect(output.match(/^ {2}\w+:$/gm)?.map((line) => line.trim().slice(0, -1))).toEqual(
      expect.arrayContaining(['api', 'database', 'web']),
    );
    // All three services.
    expect(output.match(/read_only: true/g)).toHaveLength(3);
    expect(output.match(/no-new-privileges:true/g)).toHaveLength(3);
    expect(output.match(/cap_drop:\n\s+- ALL/g)).toHaveLength(3);
  });

  it.each(['TENANT', 'API_VERSION', 'POSTGRES_PASSWORD', 'SMTP_URL', 'FILES_KEY'])(
    'requires %s, which has no default',
    async (name) => {
      const others = Object.fromEntries(Object.entries(settings).filter(([setting]) => setting !== name));
      await expect(configure(others)).rejects.toThrow(/Missing mandatory value/);
    },
  );

  it('uses the base image of the Dockerfile', () => {
    const [, base = ''] = /^ARG BASE=(\S+)$/m.exec(read('docker/Dockerfile')) ?? [];
    expect(base).toMatch(/@sha256:[0-9a-f]{64}$/);
    expect(read('docker/compose.yml')).toContain(`\${WEB_BASE:-${base}}`);
  });
});

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
