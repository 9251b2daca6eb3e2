import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, type Locator, type Page, test } from 'playwright/test';
import { currentOf } from '../../scripts/ship/current.ts';
import { appendIntent, readLedger } from '../../scripts/ship/ledger.ts';
import type { Plan } from '../../scripts/ship/rolloutPlan.ts';
import { type MailSink, startSink } from '../../server/mail/sink.ts';
import { codeField, createDatabase, expectAccessible, expectOverview, giveCredentials } from '../support/browser.ts';
import { mailedCode } from '../support/deployment.ts';
import { type DockerEngine, startDocker } from '../support/docker.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { followCurrent, type Machine } from '../support/followCurrent.ts';
import { type LiveServers, startLiveServers } from '../support/liveServers.ts';
import { type Registry, startRegistry } from '../support/registry.ts';
import { commandEnvironment, copyRepository, type RepositoryCopy } from '../support/repositoryCopy.ts';
import { tenantIds } from '../../tenants/tenantIds.ts';

/**
 * The whole path of a release, in a clean clone: five deployments are shipped in waves, one runs in containers, a broken release goes
 * back, and the fleet page shows their states. Each deployment is built, so there are no more than the path needs.
 */
test.describe.configure({ mode: 'serial' });

const repository = resolve(import.meta.dirname, '../..');
const token = 'the-token-of-the-operators';

/** The deployments with their waves, versions, and the versions of the second release. */
const fleet: Record<string, [ring: string, first: string, second: string]> = {
  australia: ['rest', '4.2.0', '4.2.1'],
  canadavri: ['rest', '4.0.6', '4.0.7'],
  iceland: ['first', '4.2.3', '4.2.4'],
  lithuania: ['first', '4.2.8', '4.2.9'],
  stage: ['stage', '4.9.0', '4.9.1'],
};
const ids = Object.keys(fleet);

let copy: RepositoryCopy;
let registry: Registry;
let engine: DockerEngine;
let live: LiveServers;
let mails: MailSink;
let machine: Machine;

const place = () => ({ host: registry.host, path: 'team' });

/** `npm run <name> -- <args>` in the clone. */
function command(name: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const all = ['run', '--silent', name, '--', ...args];
  return new Promise((done) => {
    execFile('npm', all, { cwd: copy.folder, env: environment(), maxBuffer: 1 << 26 }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

const environment = (): NodeJS.ProcessEnv => ({
  ...commandEnvironment(),
  DOCKER_CONFIG: registry.signedIn,
  SIGNBOARD_REGISTRY: `${registry.host}/team`,
  HEALTH_TOKEN: token,
});

async function commit(message: string): Promise<void> {
  const identity = ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.is'];
  await copy.run('git', 'add', '--all');
  await copy.run('git', ...identity, 'commit', '--quiet', '--no-gpg-sign', '--message', message);
}

/** Ships every deployment that changed, in waves. */
const shipAll = (...more: string[]) =>
  command('ship', '--affected', '--approve', '--url', live.url, '--wait', '600', '--watch', '2', ...more);

/** The versions of page and API to which `current` points, by deployment. */
async function current(): Promise<Record<string, string>> {
  const all = ids.map(async (id) => {
    const { page, api } = await currentOf({ id, ...place() });
    return [id, `${page?.version} ${api?.version}`];
  });
  return Object.fromEntries(await Promise.all(all)) as Record<string, string>;
}

/** The address of a deployment, or of the API of one. */
const at = (name: string, path = ''): string => `${live.url.replace('{id}', name)}${path}`;

test.beforeAll(async () => {
  [copy, registry, engine, mails] = await Promise.all([
    copyRepository('signboard-fleet'),
    startRegistry(),
    startDocker(),
    startSink(),
  ]);
  // The packages of Debian and npm, and what was compressed, are the same for every checkout.
  mkdirSync(join(copy.folder, '.cache'));
  for (const name of ['base', 'npm', 'layers', 'compressed']) {
    mkdirSync(join(repository, '.cache', name), { recursive: true });
    symlinkSync(join(repository, '.cache', name), join(copy.folder, '.cache', name));
  }
  // A stage is in the wave of stages, whether or not its manifest says so.
  copy.edit('tenants/stage/manifest.json', (text) => text.replace('  "ring": "stage",\n', ''));
  for (const id of tenantIds(join(copy.folder, 'tenants')))
    if (!ids.includes(id)) rmSync(join(copy.folder, 'tenants', id), { recursive: true });
  await commit('Begin');
  [process.env['REGISTRY_USER'], process.env['REGISTRY_PASSWORD']] = ['shipper', 'correct horse'];
  live = await startLiveServers(place());
  const databaseUrl = await createDatabase('fleet');
  // The server of the tests listens on a socket only, in a folder that other users may not enter.
  const socket = new URLSearchParams(databaseUrl.split('?')[1]).get('host') ?? '';
  chmodSync(socket, 0o711);
  const settings = { DATABASE_URL: databaseUrl, SMTP_URL: mails.url, FILES_KEY: testFilesKey, HEALTH_TOKEN: token };
  const api = { environment: { ...settings, CORS_ORIGINS: at('iceland').replace(/\/$/, '') }, folder: socket };
  machine = followCurrent({ engine, registry, live, id: 'iceland', api });
});

test.afterAll(async () => {
  await machine?.stop();
  await Promise.all([live?.stop(), registry?.stop(), engine?.stop(), mails?.stop()]);
  copy?.remove();
});

test('five deployments are shipped in waves, each with its page and its API', async () => {
  const plan = JSON.parse((await command('ship', '--affected', '--plan', '--json')).out) as Plan;
  expect(plan.waves.map(({ ring, tenants }) => [ring, tenants.map(({ id }) => id)])).toEqual([
    ['stage', ['stage']],
    ['first', ['iceland', 'lithuania']],
    ['rest', ['australia', 'canadavri']],
  ]);
  const { code, out, err } = await shipAll();
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  expect(out).toBe('Shipped 5 deployments in 3 waves.\n');
  expect(await current()).toEqual(Object.fromEntries(ids.map((id) => [id, `${fleet[id]?.[1]} ${fleet[id]?.[1]}`])));
});

test('a page and an API run from what the registry holds: the first owner signs in', async ({ page }) => {
  const registered = await currentOf({ id: 'iceland', ...place() });
  expect(machine.running('page')?.digest).toBe(registered.page?.digest);
  const container = machine.running('api')?.container ?? '';
  const said = await engine.docker(
    'exec',
    container,
    'node',
    'server/owner.js',
    '--email',
    'anna@example.is',
    '--first-name',
    'Anna',
    '--last-name',
    'Jónsdóttir',
  );
  await page.goto(at('iceland'));
  await giveCredentials(page, 'is', 'anna@example.is', /^Password: (.+)$/m.exec(said)?.[1]);
  await codeField(page, 'is').fill(await mailedCode(mails, 'anna@example.is'));
  await expectOverview(page, 'is');
});

test('a release whose API becomes unhealthy goes back, later waves are not shipped, and a bad manifest stops no other deployment', async () => {
  // It starts, and is ready twice.
  const health = 'server/resources/health/routes.ts';
  copy.edit(health, (text) =>
    text.replace('if (app.isStopping())', 'answered += 1;\n      if (app.isStopping() || answered > 2)'),
  );
  copy.edit(health, (text) => `${text}\nlet answered = 0;\n`);
  for (const [id, [, first, second]] of Object.entries(fleet))
    copy.edit(`tenants/${id}/manifest.json`, (text) => text.replace(`"version": "${first}"`, `"version": "${second}"`));
  mkdirSync(join(copy.folder, 'tenants/atlantis'));
  writeFileSync(join(copy.folder, 'tenants/atlantis/manifest.json'), '{\n  "id": "atlantis"\n}\n');
  await commit('Break the health of the API, and begin a deployment');

  const { code, err } = await shipAll('--suite');
  expect(code).toBe(1);
  expect(err).toMatch(/^atlantis: excluded: \S*tenants\/atlantis\/manifest\.json:1:1\n/m);
  // The stage passes its suite at the live address.
  expect(err).toContain('5 passed');
  expect(err).toContain('Wave first failed, and the later waves were not shipped:');
  expect(err).toMatch(/iceland: http:\/\/api-iceland\.localhost:\d+\/readyz\/ answers 503/);
  expect(err).toContain('Its deployments have their earlier versions again.');
  const expected = ids.map((id) => {
    const [ring, first, second] = fleet[id] ?? [];
    const version = ring === 'stage' ? second : first;
    return [id, `${version} ${version}`];
  });
  expect(await current()).toEqual(Object.fromEntries(expected));
  const { digest } = (await currentOf({ id: 'iceland', ...place() })).api ?? {};
  expect(machine.running('api')?.digest).toBe(digest);
  const releases = await readLedger({ id: 'iceland', ...place() });
  expect(releases.map(({ act, version, result }) => [act, version, result])).toEqual([
    ['ship', '4.2.3', 'done'],
    ['ship', '4.2.4', 'failed'],
    ['roll back', '4.2.3', 'done'],
  ]);
  expect(machine.problems).toEqual([]);
});

/** Brings deployments into the states that the fleet page can show. */
async function disturb(): Promise<void> {
  // A killed process leaves an intent without an outcome.
  const destination = { id: 'lithuania', ...place() };
  const failed = (await readLedger(destination)).find(({ version }) => version === '4.2.9');
  if (!failed) throw new Error('lithuania was not shipped');
  const { act, tenant, version, commit: from, bundle, images, before } = failed;
  await appendIntent(destination, { act, tenant, version, commit: from, bundle, images, before });
  live.faults.set('australia', (path, sent) => {
    if (path === 'index.html') return { ...sent, body: Buffer.from(`${sent.body.toString()}<!-- more -->`) };
    return path === 'manifest.webmanifest' ? { ...sent, status: 404 } : sent;
  });
  live.faults.set('canadavri', () => null);
}

type Row = {
  id: string;
  behind: number;
  affected: string[];
  live: Record<string, { state: string; words: string; differing?: { path: string; why: string }[] }>;
};

test('the bytes of a container are those of the image in the registry, file by file, and HEAD would change them', async () => {
  await disturb();
  const args = ['iceland', 'australia', '--json', '--url', live.url, '--bytes', 'all'];
  const [iceland, australia] = JSON.parse((await command('fleet', ...args)).out) as Row[];
  expect(iceland).toMatchObject({ behind: 1, affected: expect.arrayContaining(['API: server']) });
  expect(iceland?.live).toMatchObject({
    bytes: {
      state: 'good',
      words: expect.stringMatching(/^(\d+) of \1 files compared, all as shipped$/),
      differing: [],
    },
    headers: { state: 'good', words: expect.stringMatching(/^\d+ security headers as shipped$/) },
    certificate: { state: 'unknown', words: 'this machine, without TLS' },
    api: { state: 'good', words: 'answers and is ready' },
    database: { state: 'good', words: expect.stringMatching(/^answers in \d+ ms$/) },
    outbox: { state: 'good', words: '0 mails waiting' },
    jobs: { state: 'good' },
  });
  expect(australia?.live['bytes']?.differing).toEqual([
    { path: 'index.html', why: 'other bytes' },
    { path: 'manifest.webmanifest', why: 'the server answers 404' },
  ]);
});

const row = (page: Page, id: string, ring = fleet[id]?.[0]) =>
  page.getByRole('listitem').filter({ has: page.getByText(`${id} · ${ring}`, { exact: true }) });

/** The accepted pictures of Táknljós are shown; a picture that cannot be loaded has no pixels. */
async function expectPictures(facts: Locator): Promise<void> {
  for (const name of ['Sign-in', 'Overview']) {
    const picture = facts.getByRole('img', { name: `${name} of Táknljós`, exact: true });
    // The page draws its rows again when it has refreshed.
    await expect(() => picture.scrollIntoViewIfNeeded()).toPass();
    await expect(picture).toHaveJSProperty('naturalWidth', 400);
  }
}

/** Starts `npm run fleet` and resolves to its address. */
async function startFleet(): Promise<{ address: string; server: ChildProcess }> {
  const script = join(copy.folder, 'scripts/fleet.ts');
  const server = spawn(process.execPath, [script, '--url', live.url, '--port', '0', '--refresh', '5'], {
    cwd: copy.folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((done) =>
    server.stdout.on('data', (text: Buffer) => {
      const found = /http:\S+/.exec(text.toString())?.[0];
      if (found) done(found);
    }),
  );
  return { address, server };
}

test('the fleet page shows the state of each deployment, filters them, and names the command that ships a selection', async ({
  browser,
}) => {
  const { address, server } = await startFleet();
  try {
    const context = await browser.newContext({ colorScheme: 'light' });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(address);

    // It shows what HEAD changes after it has compared the commits.
    await expect(row(page, 'australia')).toContainText('4.2.1 in the manifest · 1 commit behind · changed by HEAD');
    await expect(row(page, 'stage')).toContainText('at HEAD · unchanged by HEAD');
    const states: Record<string, [state: string, words: RegExp]> = {
      australia: ['Other bytes', /2 files differ from what was shipped\./],
      canadavri: ['Down', /The page: the connection was cut\./],
      stage: ['In order', /all as shipped\./],
      iceland: ['In order', /all as shipped\./],
      lithuania: [
        'Release open',
        /The last release was interrupted\. Finish it, with the options that it had: npm run ship -- lithuania --to 4\.2\.9/,
      ],
    };
    for (const [id, [state, words]] of Object.entries(states)) {
      await expect(row(page, id)).toContainText(state);
      await expect(row(page, id)).toContainText(words);
    }
    await expect(row(page, 'atlantis', 'rest')).toContainText('Never shipped');
    await expect(page.getByText('No deployment fits.')).toBeHidden();
    await expectAccessible(page, 'the fleet');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'the fleet in the dark', { ofAppearance: true });
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, 'the fleet on a phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });

    // The release that went back, and the suite of the wave.
    await row(page, 'iceland').getByText('Details').click();
    const facts = row(page, 'iceland').getByRole('group');
    await expect(facts).toContainText('roll back 4.2.3');
    await expect(facts).toContainText('API: server');
    await expectPictures(facts);
    await row(page, 'stage').getByText('Details').click();
    await expect(row(page, 'stage').getByRole('group')).toContainText('5 passed, 0 failed, 0 skipped');

    // The most urgent first.
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('checkbox') })
        .first(),
    ).toContainText('canadavri');
    await page.getByRole('button', { name: 'Down' }).click();
    await expect(page.getByText('1 of 6 shown')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Down' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Down' }).click();
    await page.getByRole('checkbox', { name: 'Select Táknljós' }).check();
    await page.getByRole('checkbox', { name: 'Select Gestuva' }).check();
    await expect(page.getByRole('region', { name: 'Selection' }).locator('code')).toHaveText(
      `npm run ship -- lithuania iceland --affected --approve --url '${live.url}'`,
    );
    await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere');
    await expect(page.getByText('No deployment fits.')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search' }).fill('canadavri');
    await expect(page.getByText('1 of 6 shown')).toBeVisible();
    await row(page, 'canadavri').getByText('Details').click();
    const open = row(page, 'canadavri').getByRole('group');
    await expect(open.getByText('the connection was cut').first()).toBeVisible();

    // The next reading changes the row, and keeps search, selection and details.
    live.faults.delete('canadavri');
    await expect(row(page, 'canadavri')).toContainText('In order');
    await expect(page.getByText('1 of 6 shown')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('canadavri');
    await expect(open.getByText('answers in 3 ms')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Selection' })).toContainText('2 selected');
    await page.reload();
    await expect(page.getByText('1 of 6 shown')).toBeVisible();

    // So does a later commit.
    copy.edit('tenants/stage/manifest.json', (text) => text.replace('4.9.1', '4.9.2'));
    await commit('Raise a version');
    await page.getByRole('searchbox', { name: 'Search' }).fill('stage');
    await expect(row(page, 'stage')).toContainText('4.9.2 in the manifest · 1 commit behind · changed by HEAD');
    expect(complaints).toEqual([]);
    await context.close();
  } finally {
    server.kill();
  }
});

test('the page as a file needs no server, and its policy allows its own script only', async ({ page }) => {
  const file = join(copy.folder, '.cache/fleet.html');
  const { code, err } = await command('fleet', '--html', file, '--no-affected', '--url', live.url);
  expect({ code, err }).toEqual({ code: 1, err: `Written: ${file}\n` });
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(`file://${file}`);
  await page.getByRole('searchbox', { name: 'Search' }).fill('never shipped');
  await expect(page.getByText('1 of 6 shown')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('iceland');
  await row(page, 'iceland').getByText('Details').click();
  await expectPictures(row(page, 'iceland').getByRole('group'));
  expect(complaints).toEqual([]);
  expect(readFileSync(file, 'utf8')).not.toMatch(/(src|href)="(?!data:|http:\/\/[\w-]+\.localhost)/);
});
