import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { debianBase } from '../../scripts/base/debianBase.ts';
import type { HeaderFile } from '../../scripts/build/headers.ts';
import { type DockerEngine, startDocker } from '../support/docker.ts';
import { serveTenant } from '../support/nginx.ts';
import { BuildRoot } from '../support/buildRoot.ts';

const repository = resolve(import.meta.dirname, '../..');
const cache = join(repository, '.cache');
const run = promisify(execFile);
const backendUrl = 'https://api.example.is/v1';

let root: BuildRoot;
let engine: DockerEngine;

/** A response as received, not decompressed. */
type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((done, failed) => {
    const call = request({ host: '127.0.0.1', port, path, headers, method, agent: false }, (response) => {
      buffer(response).then(
        (body) => done({ status: response.statusCode ?? 0, headers: response.headers, body }),
        failed,
      );
    });
    call.once('error', failed);
    call.end();
  });
}

/** Each server of the same site, on a port. */
const ways: {
  way: string;
  port: number;
  start: () => Promise<{ stop: () => Promise<void>; log: () => string | Promise<string> }>;
}[] = [
  {
    way: 'local nginx with the configuration of the image',
    port: 18_110,
    start: () => serveTenant({ dist: root.path('dist'), id: 'iceland', port: 18_110, backendUrl }),
  },
  {
    way: 'the image that is written without Docker',
    port: 18_111,
    start: () => engine.runImage({ image: `signboard-iceland:${version()}`, port: 18_111, backendUrl }),
  },
  {
    way: 'the image of docker build',
    port: 18_112,
    start: () => engine.runImage({ image: 'signboard-iceland:built', port: 18_112, backendUrl }),
  },
];

const version = (): string => JSON.parse(root.read('iceland', 'version.json')).version;

/** Runs one of the project's commands. */
async function command(script: string, ...args: string[]): Promise<void> {
  await run(process.execPath, [join(repository, script), ...args], {
    env: { ...process.env, ...engine.environment, NODE_OPTIONS: '' },
  });
}

/** Loads the image, and a base for `docker build`; then builds from a context like that of the repository. */
async function prepareImages(): Promise<void> {
  const base = await debianBase(cache);
  const folders = ['--root', root.folder, '--out', root.path('dist')];
  await command('scripts/build-tenants.ts', ...folders, '--image=load', '--base', base);
  await command('scripts/base/main.ts', '--load', '--cache', cache);
  for (const part of ['docker', '.dockerignore']) root.copy(part);
  const { version: VERSION, commit, digest } = JSON.parse(root.read('iceland', 'version.json'));
  const settings = {
    BASE: 'signboard-base:debian-12',
    TENANT: 'iceland',
    VERSION,
    REVISION: commit,
    BUNDLE_DIGEST: digest,
  };
  await engine.docker(
    'build',
    '--network=host',
    '--file',
    root.path('docker/Dockerfile'),
    '--tag',
    'signboard-iceland:built',
    ...Object.entries(settings).map(([name, value]) => `--build-arg=${name}=${value}`),
    root.folder,
  );
}

beforeAll(async () => {
  root = new BuildRoot(['iceland']);
  engine = await startDocker();
  await prepareImages();
});

afterAll(async () => {
  await engine.stop();
  root.remove();
});

describe.each(ways)('$way', ({ port, start }) => {
  let site: Awaited<ReturnType<typeof start>>;
  let headerFile: HeaderFile;
  let script: string;

  beforeAll(async () => {
    site = await start();
    headerFile = JSON.parse(root.read('iceland', '.meta/headers.json'));
    script = root.files('iceland').find((path) => /^assets\/app\..*\.js$/.test(path)) ?? '';
    expect(script).not.toBe('');
  });
  afterAll(() => site.stop());

  const browser = { 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' };
  const html = 'text/html; charset=utf-8';
  const plain = 'text/plain; charset=utf-8';
  const forEver = 'public, max-age=31536000, immutable';

  it.each([
    ['the page', '/', 200, 'no-cache', html, browser],
    ['the page by its file name', '/index.html', 200, 'no-cache', html, browser],
    ['the page for a path of the app', '/dashboard/users?page=2', 200, 'no-cache', html, browser],
    ['the page for a client without headers', '/dashboard', 200, 'no-cache', html, {}],
    ['the page for a client that accepts anything', '/dashboard', 200, 'no-cache', html, { accept: '*/*' }],
    ['no page to a script that requests data', '/dashboard', 404, 'no-store', plain, { 'sec-fetch-mode': 'cors' }],
    ['no page for JSON', '/dashboard', 404, 'no-store', plain, { accept: 'application/json' }],
    ['a script', ':script', 200, forEver, 'text/javascript; charset=utf-8', {}],
    ['the version', '/version.json', 200, 'no-store', 'application/json; charset=utf-8', {}],
    ['the configuration', '/config.json', 200, 'no-store', 'application/json; charset=utf-8', {}],
    ['the web manifest', '/manifest.webmanifest', 200, 'no-cache', 'application/manifest+json; charset=utf-8', {}],
    ['the licences', '/licences.txt', 200, 'no-cache', 'text/plain; charset=utf-8', {}],
    ['health', '/healthz', 200, 'no-cache', plain, {}],
    ['readiness', '/readyz', 200, 'no-cache', plain, {}],
    ['a missing script', '/assets/gone.js', 404, 'no-store', plain, browser],
    ['a missing asset without an extension', '/assets/gone', 404, 'no-store', plain, browser],
    ['the folder of assets', '/assets/', 404, 'no-store', plain, browser],
    ['a missing file', '/robots.txt', 404, 'no-store', plain, browser],
    ['files for servers only', '/.meta/headers.conf', 404, 'no-store', plain, browser],
    ['the same, encoded', '/%2emeta/headers.conf', 404, 'no-store', plain, browser],
    ['the same, with a detour', '/assets/..%2f.meta/headers.conf', 404, 'no-store', plain, browser],
    ['a compressed variant by its own name', ':script.br', 404, 'no-store', plain, browser],
    ['the compressed page by its own name', '/index.html.gz', 404, 'no-store', plain, browser],
    ['a path traversal', '/../../etc/passwd', 400, 'no-store', html, browser],
    ['an encoded path traversal', '/assets/..%2f..%2f..%2fetc/passwd', 400, 'no-store', html, browser],
    ['a null byte', '/index.html%00.js', 400, 'no-store', html, browser],
  ])('answers %s: %s is %i, %s', async (_what, path, status, cacheControl, type, headers) => {
    const answer = await ask(port, path.replace(':script', `/${script}`), headers);
    expect([answer.status, answer.headers['cache-control'], answer.headers['content-type']]).toEqual([
      status,
      cacheControl,
      type,
    ]);
    expectEveryHeader(answer);
  });

  /** Checks that every header of the build is sent once, whatever the response. */
  function expectEveryHeader({ headers }: Answer): void {
    const expected = { ...headerFile.headers, 'Content-Security-Policy': policy() };
    for (const [name, value] of Object.entries(expected)) expect(headers[name.toLowerCase()]).toBe(value);
    expect(headers['server']).toBe('nginx');
    expect(headers['last-modified']).toBeUndefined();
  }

  const policy = (): string => headerFile.csp.replaceAll('{{API}}', 'https://api.example.is');

  it('writes config.json and the policy with the address given at the start', async () => {
    const { body, headers } = await ask(port, '/config.json');
    expect(JSON.parse(body.toString())).toEqual({ BACKEND_URL: 'https://api.example.is/v1/' });
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.example.is;");
  });

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ])('sends the precompressed bytes to a client that accepts %s', async (accepted, encoding, unpack) => {
    for (const path of [script, 'index.html']) {
      const { headers, body } = await ask(port, `/${path}`, { 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['vary']).toBe('Accept-Encoding');
      expect(unpack(body)).toEqual(readFileSync(root.path('dist/iceland', path)));
    }
    const { headers } = await ask(port, `/${script}`, { 'accept-encoding': accepted, via: '1.1 proxy' });
    expect(headers['content-encoding']).toBe(encoding);
  });

  it('sends who looks for security.txt to the backend, which writes it', async () => {
    const answer = await ask(port, '/.well-known/security.txt');
    expect([answer.status, answer.headers['location']]).toEqual([
      302,
      'https://api.example.is/v1/.well-known/security.txt',
    ]);
    expectEveryHeader(answer);
    expect((await ask(port, '/.well-known/passwd')).status).toBe(404);
  });

  it('returns 304 for immutable files, with every header', async () => {
    const { headers } = await ask(port, `/${script}`);
    const again = await ask(port, `/${script}`, { 'if-none-match': String(headers['etag']) });
    expect(again.status).toBe(304);
    expect(again.headers['cache-control']).toBe(forEver);
    expectEveryHeader(again);
  });

  it('returns 304 for the page only with the ETag of its content and its backend, with every header', async () => {
    const { headers } = await ask(port, '/dashboard', { ...browser, 'accept-encoding': 'br' });
    const etag = String(headers['etag']);
    expect(etag).toMatch(/^W\/"[0-9a-f]{24}@https:\/\/api\.example\.is"$/);
    for (const given of [etag, `"old", ${etag}`, `${etag},"old"`]) {
      const again = await ask(port, '/auth/login?next=%2F', { ...browser, 'if-none-match': given });
      expect([given, again.status, again.body.length]).toEqual([given, 304, 0]);
      expect([again.headers['etag'], again.headers['cache-control']]).toEqual([etag, 'no-cache']);
      expectEveryHeader(again);
    }
    const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();
    for (const given of [etag.slice(2), etag.replace('api.', 'api2.'), etag.replace('"', '"0'), '""']) {
      const again = await ask(port, '/', { ...browser, 'if-none-match': given, 'if-modified-since': tomorrow });
      expect([given, again.status]).toEqual([given, 200]);
    }
    const posted = await ask(port, '/', { ...browser, 'if-none-match': etag }, 'POST');
    expect(posted.status).toBe(405);
  });

  it('has no validator on other files that may change, so that an old one is never confirmed', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();
    const { headers } = await ask(port, '/');
    for (const path of ['/version.json', '/manifest.webmanifest', '/config.json']) {
      const first = await ask(port, path);
      expect(first.headers['etag']).toBeUndefined();
      const again = await ask(port, path, {
        'if-modified-since': tomorrow,
        'if-none-match': String(headers['etag']),
      });
      expect(again.status).toBe(200);
    }
  });

  it('refuses other methods with 405 and every header', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await ask(port, '/dashboard', browser, method);
      expect([method, answer.status, answer.headers['cache-control']]).toEqual([method, 405, 'no-store']);
      expectEveryHeader(answer);
    }
    const head = await ask(port, '/', browser, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
  });

  it('answers and logs with the request id of a proxy, and with one of its own in place of an unsafe one', async () => {
    const given = await ask(port, '/dashboard', { ...browser, 'x-request-id': 'edge-2024.05_01' });
    expect(given.headers['x-request-id']).toBe('edge-2024.05_01');
    for (const unsafe of ['short', 'a b{"level":50}', 'x'.repeat(65)])
      expect((await ask(port, '/nowhere.js', { 'x-request-id': unsafe })).headers['x-request-id']).toMatch(
        /^[0-9a-f]{32}$/,
      );
    expect(await site.log()).toContain('"request_id":"edge-2024.05_01"');
  });

  it('logs requests as JSON, without the query', async () => {
    await ask(port, '/auth/reset-password?token=a-secret', browser);
    const log = await site.log();
    const line = log.split('\n').find((text) => text.includes('/auth/reset-password')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ method: 'GET', path: '/auth/reset-password', status: 200 });
    expect(log).not.toContain('a-secret');
  });
});

describe.each([
  ['written without Docker', () => `signboard-iceland:${version()}`],
  ['made by docker build', () => 'signboard-iceland:built'],
])('the image %s', (_how, image) => {
  it('runs without root, with a health check, labels and a graceful stop', async () => {
    const config = JSON.parse(await engine.docker('inspect', '--format={{json .Config}}', image()));
    const { version: number, commit, digest } = JSON.parse(root.read('iceland', 'version.json'));
    expect(config).toMatchObject({
      User: '101:101',
      ExposedPorts: { '8080/tcp': {} },
      Entrypoint: ['/usr/share/signboard/entrypoint.sh'],
      Cmd: ['serve'],
      StopSignal: 'SIGQUIT',
      Healthcheck: {
        Test: ['CMD', '/usr/share/signboard/healthcheck.sh'],
        Interval: 10e9,
        Timeout: 3e9,
        StartPeriod: 5e9,
        Retries: 3,
      },
      Labels: {
        'dev.signboard.tenant': 'iceland',
        'dev.signboard.bundle-digest': digest,
        'org.opencontainers.image.title': 'signboard-iceland',
        'org.opencontainers.image.version': number,
        'org.opencontainers.image.revision': commit,
      },
    });
  });

  it('reports itself healthy', async () => {
    const { container, stop } = await engine.runImage({ image: image(), port: 18_113, backendUrl });
    await expect(engine.docker('exec', container, '/usr/share/signboard/healthcheck.sh')).resolves.toBe('');
    await stop();
  });

  it('is not ready once it drains, serves until it stops, and finishes the current response', async () => {
    const { container, restart, stop } = await engine.runImage({ image: image(), port: 18_113, backendUrl });
    const statuses = async () =>
      Promise.all(['/readyz', '/healthz', '/'].map(async (path) => (await ask(18_113, path)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    await engine.docker('exec', container, '/usr/share/signboard/entrypoint.sh', 'drain', '0');
    expect(await statuses()).toEqual([503, 200, 200]);
    await restart();
    await expect(engine.docker('exec', container, '/usr/share/signboard/healthcheck.sh')).resolves.toBe('');
    expect(await statuses()).toEqual([200, 200, 200]);
    await stop();
  });

  it('contains the bundle without files for servers only', async () => {
    const id = await engine.docker('create', image());
    const folder = mkdtempSync(join(tmpdir(), 'signboard-copy-'));
    await engine.docker('cp', `${id}:/usr/share/signboard/www`, folder);
    const held = readdirSync(join(folder, 'www'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'www').length + 1));
    expect(held.sort()).toEqual(root.files('iceland').filter((path) => !path.startsWith('.meta/')));
    await engine.docker('rm', id);
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['nothing', '', 'BACKEND_URL is not set'],
    ['a line break', 'https://api.example.is\nadd_header X y', 'BACKEND_URL contains a line break'],
    ['a second directive', 'https://api.example.is;', 'BACKEND_URL contains a semicolon'],
    ['a password', 'https://user:secret@api.example.is/', 'BACKEND_URL contains a user or a password'],
  ])('refuses to start on %s, with one line', async (_what, value, message) => {
    const { code, said } = await engine.runToEnd(image(), { BACKEND_URL: value });
    expect(code).toBe(64);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain(message);
    expect(said).not.toContain('secret');
  });
});

describe('an image on a base without brotli', () => {
  it('serves the gzip variants to clients that prefer brotli', async () => {
    const context = mkdtempSync(join(tmpdir(), 'signboard-plain-'));
    // An empty module file simulates a base without the module.
    const lines = [
      'FROM signboard-base:debian-12 AS base',
      'FROM scratch',
      'COPY --from=base /bin /bin',
      'COPY --from=base /etc /etc',
      'COPY --from=base /lib /lib',
      'COPY --from=base /lib64 /lib64',
      'COPY --from=base /usr/sbin /usr/sbin',
      'COPY --from=base /usr/lib/x86_64-linux-gnu /usr/lib/x86_64-linux-gnu',
      'ENV PATH=/usr/sbin:/bin',
      'COPY --from=signboard-iceland:built /usr/share/signboard /usr/share/signboard',
      'USER 101:101',
      'ENTRYPOINT ["/usr/share/signboard/entrypoint.sh"]',
    ];
    writeFileSync(join(context, 'Dockerfile'), `${lines.join('\n')}\n`);
    await engine.docker('build', '--network=host', '--tag', 'signboard-plain', context);
    rmSync(context, { recursive: true });
    const site = await engine.runImage({ image: 'signboard-plain', port: 18_114, backendUrl });
    const { headers, body } = await ask(18_114, '/', { 'accept-encoding': 'br, gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(body)).toEqual(readFileSync(root.path('dist/iceland/index.html')));
    await site.stop();
  });
});
