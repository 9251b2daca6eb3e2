import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { writeEmptyBase } from '../../scripts/affected/buildRevision.ts';
import { expectAccessible } from '../support/browser.ts';
import { BuildRoot } from '../support/buildRoot.ts';
import { freePort } from '../support/freePort.ts';
import { type ServedTenant, serveTenant } from '../support/nginx.ts';
import { type Registry, startRegistry } from '../support/registry.ts';

const repository = resolve(import.meta.dirname, '../..');
const token = 'the-token-of-the-operators';

test.describe.configure({ mode: 'serial' });

let root: BuildRoot;
let registry: Registry;
let folder: string;
let front: Server;
let url: string;
let backend: Server;
let pages: ServedTenant[] = [];
/** Ports of the running pages by deployment; the front cuts connections to all others. */
const live = new Map<string, number>();
/** What the backends say to operators. */
const condition = {
  version: '5.0.0',
  database: { status: 'ok', milliseconds: 3 },
  outbox: { waiting: 2, failing: 1, oldest: '2026-01-01T00:00:00Z' },
  jobs: { waiting: 0, running: 1, failed: 0, oldest: null },
};

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...{ NODE_OPTIONS: '', DOCKER_CONFIG: registry.signedIn, SIGNBOARD_REGISTRY: `${registry.host}/team` },
  HEALTH_TOKEN: token,
});

/** A command of the project on the small checkout. */
function run(script: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    const command = [join(repository, 'scripts', script), ...args, '--root', root.folder];
    execFile(process.execPath, command, { env: environment(), maxBuffer: 1 << 26 }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

type Row = {
  id: string;
  overall: { state: string; words: string };
  live: Record<string, { state: string; words: string; differing?: { path: string; why: string }[] }>;
};

async function readRows(...args: string[]): Promise<Record<string, Row>> {
  const { out, err } = await run('fleet.ts', '--json', '--no-affected', '--url', url, ...args);
  if (!out) throw new Error(err);
  return Object.fromEntries((JSON.parse(out) as Row[]).map((row) => [row.id, row]));
}

/** Serves a copy of a built deployment with the nginx of the image. */
async function serveCopy(id: string, change?: (bundle: string) => void): Promise<void> {
  const copy = join(folder, 'live', id);
  cpSync(root.path('dist', id), copy, { recursive: true, dereference: true });
  change?.(copy);
  const port = await freePort();
  const backendUrl = `http://localhost:${(backend.address() as { port: number }).port}/`;
  pages.push(await serveTenant({ dist: join(folder, 'live'), id, port, backendUrl }));
  live.set(id, port);
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signboard-fleet-'));
  root = new BuildRoot(['brazil', 'iceland', 'lithuania', 'slovakia']);
  writeFileSync(root.path('.gitignore'), 'node_modules\ndist\n.cache\n');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.is', ...args], { cwd: root.folder });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'Begin');
  registry = await startRegistry();
  const base = writeEmptyBase(join(folder, 'base'));
  for (const id of ['brazil', 'iceland', 'lithuania']) {
    const { code, err } = await run('ship.ts', id, '--base', base);
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  }
  git('commit', '--quiet', '--no-gpg-sign', '--allow-empty', '--message', 'One more commit');

  backend = createServer(({ url: path, headers }, answer) => {
    const isOperator = headers.authorization === `Bearer ${token}`;
    if (path === '/readyz/') answer.end('{"status":"ok"}');
    else if (path === '/condition/' && isOperator) answer.end(JSON.stringify(condition));
    else answer.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  front = createServer((call, answer) => {
    const port = live.get((call.headers.host ?? '').split('.')[0] ?? '');
    if (port === undefined) {
      call.socket.destroy();
      return;
    }
    const { method, headers, url: path } = call;
    call.pipe(
      request({ host: '127.0.0.1', port, method, path, headers }, (from) => {
        answer.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(answer);
      }),
    );
  });
  const port = await freePort();
  front.listen(port, '127.0.0.1');
  url = `http://{id}.localhost:${port}`;

  await serveCopy('iceland');
  await serveCopy('brazil', (bundle) => {
    const script = readdirSync(join(bundle, 'assets')).find((name) => name.endsWith('.js')) ?? '';
    for (const name of [script, `${script}.br`, `${script}.gz`]) rmSync(join(bundle, 'assets', name), { force: true });
    writeFileSync(join(bundle, 'assets', script), '"Somebody else wrote this.";');
  });
});

test.afterAll(async () => {
  await Promise.all(pages.map(({ stop }) => stop()));
  for (const server of [front, backend]) server?.close();
  await registry?.stop();
  root?.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('every deployment is judged by what its address serves and what the registry says', async () => {
  const rows = await readRows('--bytes', 'all');
  expect(Object.fromEntries(Object.values(rows).map(({ id, overall }) => [id, overall.state]))).toEqual({
    brazil: 'bytes',
    iceland: 'attention',
    lithuania: 'down',
    slovakia: 'empty',
  });
  const { brazil, iceland, lithuania } = rows;
  expect(brazil?.live['bytes']?.differing).toEqual([
    { path: expect.stringMatching(/^assets\/.+\.js$/), why: 'other bytes' },
  ]);
  expect(iceland?.live).toMatchObject({
    bytes: {
      state: 'good',
      words: expect.stringMatching(/^(\d+) of \1 files compared, all as shipped$/),
      differing: [],
    },
    headers: { state: 'good', words: expect.stringMatching(/^\d+ security headers as shipped$/) },
    certificate: { state: 'unknown', words: 'this machine, without TLS' },
    api: { state: 'good', words: 'answers and is ready' },
    database: { state: 'good', words: 'answers in 3 ms' },
    outbox: {
      state: 'warning',
      words: expect.stringMatching(/^2 mails waiting, 1 failed at least once, the oldest for \d+ minutes$/),
    },
    jobs: { state: 'good', words: '0 waiting, 1 running' },
  });
  expect(iceland).toMatchObject({ behind: 1 });
  expect(lithuania?.overall.words).toBe('The page: the connection was cut.');
});

test('another header, another page and a missing file are found', async () => {
  const bundle = join(folder, 'live/iceland');
  const page = readFileSync(join(bundle, 'index.html'), 'utf8');
  for (const name of ['index.html.br', 'index.html.gz', 'manifest.webmanifest'])
    rmSync(join(bundle, name), { force: true });
  for (const name of ['manifest.webmanifest.br', 'manifest.webmanifest.gz'])
    rmSync(join(bundle, name), { force: true });
  writeFileSync(join(bundle, 'index.html'), `${page}<!-- more -->`);
  const { iceland } = await readRows('iceland');
  expect(iceland?.overall.state).toBe('bytes');
  expect(iceland?.live['bytes']?.differing).toEqual([
    { path: 'index.html', why: 'other bytes' },
    { path: 'manifest.webmanifest', why: 'the server answers 404' },
  ]);
  cpSync(root.path('dist/iceland'), bundle, { recursive: true, dereference: true, force: true });
  expect((await readRows('iceland'))['iceland']?.overall.state).toBe('attention');
});

const row = (page: Page, brand: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: brand }) });

test('the page shows the fleet, filters it, and names the command that ships a selection', async ({ browser }) => {
  const server: ChildProcess = spawn(
    process.execPath,
    [
      ...[join(repository, 'scripts/fleet.ts'), '--root', root.folder, '--url', url, '--port', '0'],
      ...['--refresh', '5', '--no-affected', '--bytes', 'all'],
    ],
    { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const address = await new Promise<string>((done) =>
      server.stdout?.on('data', (text: Buffer) => {
        const found = /http:\S+/.exec(text.toString())?.[0];
        if (found) done(found);
      }),
    );
    const context = await browser.newContext({ colorScheme: 'light' });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(address);
    await expect(row(page, 'Táknljós')).toContainText('Needs attention');
    await expect(page.getByText('4 of 4 shown')).toBeVisible();
    await expectAccessible(page, 'the fleet');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'the fleet in the dark', { ofAppearance: true });
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, 'the fleet on a phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });

    // The most urgent first.
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('checkbox') })
        .first(),
    ).toContainText('lithuania');
    await page.getByRole('button', { name: 'Down' }).click();
    await expect(page.getByText('1 of 4 shown')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Down' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Down' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('taknljos');
    await expect(page.getByText('1 of 4 shown')).toBeVisible();
    await row(page, 'Táknljós').getByText('Details').click();
    const facts = row(page, 'Táknljós').getByRole('group');
    await expect(facts.getByText('2 mails waiting, 1 failed at least once')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select Táknljós' }).check();
    await expect(page.getByRole('region', { name: 'Selection' }).locator('code')).toHaveText('npm run ship -- iceland');

    // The next reading changes the row, and keeps search, selection, details and focus.
    Object.assign(condition, { outbox: { waiting: 0, failing: 0, oldest: null } });
    await expect(row(page, 'Táknljós')).toContainText('In order');
    await expect(page.getByText('1 of 4 shown')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('taknljos');
    await expect(page.getByRole('checkbox', { name: 'Select Táknljós' })).toBeChecked();
    await expect(facts.getByText('answers in 3 ms')).toBeVisible();
    await page.reload();
    await expect(page.getByText('1 of 4 shown')).toBeVisible();
    expect(complaints).toEqual([]);
    await context.close();
  } finally {
    server.kill();
  }
});

test('the page as a file needs no server, and its policy allows its own script only', async ({ page }) => {
  const file = join(folder, 'fleet.html');
  const { code, err } = await run('fleet.ts', '--html', file, '--no-affected', '--url', url);
  expect({ code, err }).toEqual({ code: 1, err: `Written: ${file}\n` });
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(`file://${file}`);
  await page.getByRole('searchbox', { name: 'Search' }).fill('never shipped');
  await expect(page.getByText('1 of 4 shown')).toBeVisible();
  expect(complaints).toEqual([]);
  expect(readFileSync(file, 'utf8')).not.toMatch(/(src|href)="(?!data:|http:\/\/\w+\.localhost)/);
});
