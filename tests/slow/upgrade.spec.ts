import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from 'playwright/test';
import { signInEmail } from '../../server/seed/people.ts';
import { paths } from '../../src/paths.ts';
import { BuildRoot } from '../support/buildRoot.ts';
import { codeField, expect, expectOverview, giveCredentials } from '../support/browser.ts';
import { type Deployment, mailedCode, test } from '../support/deployment.ts';
import { type DockerEngine, type RunningImage, startDocker } from '../support/docker.ts';
import { freePort } from '../support/freePort.ts';
import { type LoadBalancer, startLoadBalancer } from '../support/loadBalancer.ts';
import { expectLoaded, navigate, openForm } from '../support/screens.ts';
import type { ServerProcess } from '../support/serverProcess.ts';
import { say } from '../support/words.ts';

/**
 * Three releases of one deployment as images. `two` keeps the scripts of `one`, as `npm run ship` makes it; `three` keeps none, so its
 * tabs of `two` find theirs gone.
 */
const releases = { one: '9.1.0', two: '9.2.0', three: '9.3.0' };
type Release = keyof typeof releases;

const repository = resolve(import.meta.dirname, '../..');

let root: BuildRoot;
let engine: DockerEngine;
let balancer: LoadBalancer;
let apiBalancer: LoadBalancer;
let port: number;
let backendUrl: string;
let running: RunningImage[] = [];
let apis: ServerProcess[] = [];

/** Changes the code of every page behind the sign-in, so that almost no script of the release before is left. */
function changeEveryScript(release: Release): void {
  const folder = root.path('src');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/^(app\/(?:shell|palette)|crud|domain|features\/(?!auth\/)\w+)\/.*\.tsx?$/.test(file) || /\.test\./.test(file))
      continue;
    const path = join(folder, file);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\nconsole.debug('${release}');\n`);
  }
}

async function buildImage(id: string, release: Release, previous: string[]): Promise<void> {
  root.editManifest(id, { version: releases[release] });
  if (release !== 'one') changeEveryScript(release);
  await promisify(execFile)(
    process.execPath,
    [
      join(repository, 'scripts/build-tenants.ts'),
      '--root',
      root.folder,
      '--out',
      root.path('dist'),
      '--image=load',
      ...previous,
    ],
    { env: { ...process.env, ...engine.environment, NODE_OPTIONS: '' } },
  );
}

test.beforeAll(async ({ deployment }) => {
  const { id } = deployment.loaded;
  engine = await startDocker();
  root = new BuildRoot([id], 'app');
  await buildImage(id, 'one', []);
  cpSync(root.path('dist/images'), root.path('shipped'), { recursive: true });
  await buildImage(id, 'two', ['--previous', root.path('shipped')]);
  await buildImage(id, 'three', []);
});

test.afterAll(async () => {
  await engine.stop();
  root.remove();
});

test.beforeEach(async ({ deployment, faults }) => {
  port = await freePort();
  balancer = await startLoadBalancer(port);
  const apiPort = await freePort();
  apiBalancer = await startLoadBalancer(apiPort);
  backendUrl = `http://127.0.0.1:${apiPort}/`;
  await addApi(deployment);
  faults.allowOrigin(new URL(backendUrl).origin);
});

test.afterEach(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  running = [];
  for (const { child } of apis) child.kill('SIGKILL');
  await Promise.all(apis.map(({ ended }) => ended));
  apis = [];
  await Promise.all([balancer.stop(), apiBalancer.stop()]);
});

const addressOf = ({ loaded }: Deployment) => `http://${loaded.id}.localhost:${port}`;

/** Starts a server of a release behind the balancer. */
async function addServer({ loaded }: Deployment, release: Release): Promise<void> {
  const freshPort = await freePort();
  const image = `signboard-${loaded.id}:${releases[release]}`;
  running.push(await engine.runImage({ image, port: freshPort, backendUrl }));
  balancer.ports.push(freshPort);
}

/** Takes the oldest server out, as Kubernetes does: `preStop`, then the stop signal. */
async function removeServer(): Promise<void> {
  const [server, ...others] = running;
  await engine.docker('exec', server?.container ?? '', '/usr/share/signboard/entrypoint.sh', 'drain', '1');
  balancer.ports.shift();
  await server?.stop();
  running = others;
}

/** Starts an API process behind its balancer, and waits until it gets calls. */
async function addApi(deployment: Deployment): Promise<void> {
  const api = deployment.startBackendProcess(addressOf(deployment));
  apis.push(api);
  const apiPort = Number(new URL(await api.url).port);
  apiBalancer.ports.push(apiPort);
  await expect.poll(() => apiBalancer.ready.has(apiPort)).toBe(true);
}

/** Stops the oldest API process. Only its readiness tells the balancer, and it ends without cutting off a call. */
async function removeApi(): Promise<void> {
  const [api, ...others] = apis;
  api?.child.kill('SIGTERM');
  expect(await api?.ended).toBe(0);
  apiBalancer.ports.shift();
  apis = others;
}

/**
 * Replaces the API and both servers of the page, one after the other. `between` runs while both releases of the page answer, and the
 * older API leaves.
 */
async function update(deployment: Deployment, to: Release, between: () => Promise<void>): Promise<void> {
  await addApi(deployment);
  await addServer(deployment, to);
  await Promise.all([between(), removeApi()]);
  await removeServer();
  await addServer(deployment, to);
  await removeServer();
}

async function signIn(page: Page, deployment: Deployment): Promise<void> {
  const { language, loaded, sink } = deployment;
  const email = signInEmail(loaded.tenant, 'owner');
  await page.goto(addressOf(deployment));
  await giveCredentials(page, language, email);
  await codeField(page, language).waitFor();
  await codeField(page, language).fill(await mailedCode(sink, email));
  await expectOverview(page, language);
}

/** Opens a page in a new tab. While two releases answer, it may load again before it is shown. */
async function openTab(context: BrowserContext, deployment: Deployment, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${addressOf(deployment)}${path}`);
  await expectLoaded(page);
  return page;
}

/** Opens a page in a new tab that remembers whether it was reloaded. */
async function openOldTab(context: BrowserContext, deployment: Deployment, path: string): Promise<Page> {
  const page = await openTab(context, deployment, path);
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }));
  return page;
}

const isFirstLoad = (page: Page): Promise<boolean> => page.evaluate(() => 'isFirstLoad' in window);

/** The release of the page itself. */
const releaseOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(document.getElementById('tenant')?.textContent ?? '{}').version);

test('a rolling update of page and API loses no tab and no input, with a tab open on every kind of page', async ({
  page,
  browser,
  context,
  deployment,
  faults,
}) => {
  const { language, loaded, sink } = deployment;
  await addServer(deployment, 'one');
  await addServer(deployment, 'one');
  await signIn(page, deployment);

  const kinds = {
    overview: paths.dashboard.href(),
    list: paths.contacts.list.href(),
    calendar: paths.calendar.list.href(),
    reports: paths.reports.href(),
    versions: paths.versions.href(),
  };
  const tabs = new Map<string, Page>();
  for (const [kind, path] of Object.entries(kinds)) tabs.set(kind, await openOldTab(context, deployment, path));
  const form = await openOldTab(context, deployment, paths.contacts.create.href());
  const name = form.getByRole('textbox', { name: say(language, 'contacts:name') }).first();
  await name.fill('Anna Karlsdóttir');
  const record = await openOldTab(context, deployment, paths.partners.list.href());
  await record.getByRole('main').locator('tbody a').first().click();
  await openForm(record);
  const address = record.getByRole('textbox', { name: say(language, 'partners:address'), exact: true });
  await address.fill('Laugavegur 178, Reykjavík');
  const stranger = await browser.newContext();
  const signInTab = await openOldTab(stranger, deployment, paths.login.href());
  faults.watch(signInTab);
  const email = signInEmail(loaded.tenant, 'manager');
  await signInTab.getByRole('textbox', { name: say(language, 'auth:email') }).fill(email);

  await update(deployment, 'two', async () => {
    // Tabs that are opened while both releases answer.
    for (let tab = 0; tab < 2; tab += 1) {
      const opened = await openTab(context, deployment, paths.partners.list.href());
      await expect(opened.getByRole('heading', { level: 1 })).toHaveText(say(language, 'partners:title'));
      await navigate(opened, paths.queues.list.href());
      await expect(opened.getByRole('heading', { level: 1 })).toHaveText(say(language, 'queues:title'));
      await opened.close();
    }
  });

  // Each old tab goes to pages whose scripts it has not loaded.
  for (const [kind, tab] of tabs) {
    expect([kind, await releaseOf(tab)]).toEqual([kind, releases.one]);
    await navigate(tab, paths.audit.list.href());
    await navigate(tab, paths.queues.list.href());
    expect([kind, await isFirstLoad(tab)]).toEqual([kind, true]);
  }
  await form.keyboard.press('Control+k');
  await expect(form.getByRole('dialog')).toBeVisible();
  await form.keyboard.press('Escape');
  await expect(name).toHaveValue('Anna Karlsdóttir');
  expect(await isFirstLoad(form)).toBe(true);
  await expect(address).toHaveValue('Laugavegur 178, Reykjavík');
  await record.getByRole('button', { name: say(language, 'crud:save'), exact: true }).click();
  await expect(record.getByText(say(language, 'crud:saved'), { exact: true }).first()).toBeVisible();
  await expect(address).toHaveCount(0);
  expect(await isFirstLoad(record)).toBe(true);
  await record.reload();
  await expect(record.getByRole('main').getByText('Laugavegur 178, Reykjavík', { exact: true })).toBeVisible();
  await signInTab.getByLabel(say(language, 'auth:password'), { exact: true }).fill('kept');
  await expect(signInTab.getByRole('textbox', { name: say(language, 'auth:email') })).toHaveValue(email);
  await signInTab.getByLabel(say(language, 'auth:password'), { exact: true }).fill('');
  await giveCredentials(signInTab, language, email);
  await codeField(signInTab, language).fill(await mailedCode(sink, email));
  await expectOverview(signInTab, language);
  expect(await isFirstLoad(signInTab)).toBe(true);
  for (const each of [balancer, apiBalancer]) expect([...each.answers(502), ...each.answers(503)]).toEqual([]);
  await page.reload();
  await expect.poll(() => releaseOf(page)).toBe(releases.two);
  await stranger.close();
});

test('a tab whose scripts are gone says that there is a new version, and keeps what was typed', async ({
  page,
  context,
  deployment,
}) => {
  const { language } = deployment;
  await addServer(deployment, 'two');
  await addServer(deployment, 'two');
  await signIn(page, deployment);
  const form = await openTab(context, deployment, paths.contacts.create.href());
  const list = await openTab(context, deployment, paths.contacts.list.href());
  const name = form.getByRole('textbox', { name: say(language, 'contacts:name') }).first();
  await name.fill('Anna Karlsdóttir');
  await update(deployment, 'three', async () => undefined);

  await form.keyboard.press('Control+k');
  await expect(form.getByText(say(language, 'app:reloaded'))).toBeVisible();
  await expect(form.getByText(say(language, 'crud:draftBack'))).toBeVisible();
  await expect(name).toHaveValue('Anna Karlsdóttir');
  expect(await releaseOf(form)).toBe(releases.three);

  await list.getByRole('link', { name: say(language, 'administration:title') }).click();
  // It closes by itself, so it comes first.
  await expect(list.getByText(say(language, 'app:reloaded'))).toBeVisible();
  await expect(list.getByRole('heading', { level: 1 })).toHaveText(say(language, 'administration:title'));
  expect(await releaseOf(list)).toBe(releases.three);
});
