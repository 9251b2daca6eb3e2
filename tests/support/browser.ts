import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import pg from 'pg';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  request as requests,
  test as base,
} from 'playwright/test';
import type { Flag } from '../../contract/flags.ts';
import { textLocales } from '../../contract/languages.ts';
import type { LanguageOption } from '../../contract/tenant.ts';
import { serve } from '../../scripts/serve/serve.ts';
import { signInEmail } from '../../server/seed/people.ts';
import { demoPassword } from '../../server/seed/seed.ts';
import { type LoadedTenant, loadTenant } from '../../tenants/manifest.ts';
import { createSeededDatabase, databaseBeside } from './seededDatabases.ts';
import { say, type Spoken } from './words.ts';

/** The folder of bundles to test. */
export const dist = process.env.DIST ?? join(import.meta.dirname, '..', '..', 'dist');

/** All deployments at their addresses, as served by `npm start`, on a throwaway database. */
export type Product = {
  /** The address of a deployment, ending in a slash. */
  urlOf: (id: string) => string;
  /** Runs SQL on a deployment's database. Returns the rows of a query. */
  sql: <Row extends pg.QueryResultRow>(id: string, text: string) => Promise<Row[]>;
  /** Makes a deployment ready, with demo data. Opening it takes longer than pages wait for their first answer. */
  prepare: (id: string) => Promise<void>;
  /** The time at which its clock is stopped, if it is. */
  now: Date | null;
};

/** Unexpected behaviour of a page. */
export type Faults = {
  /** Allows a console message that this test provokes. */
  expect: (message: RegExp) => void;
  /** Allows calls to another origin, such as that of the backend. */
  allowOrigin: (origin: string) => void;
  /** Watches another page of the test. */
  watch: (page: Page) => void;
};

/** What a journey requires of a deployment. */
type JourneyNeeds = {
  /** Flags that must be on. */
  needs?: Flag[];
  /** The journey names English texts, and every deployment offers English. */
  inEnglish?: boolean;
  /** Why the journey runs on its own deployment only. */
  only?: string | undefined;
};

/** The deployment on which a journey runs. */
export type Here = {
  id: string;
  /** Its address, ending in a slash. */
  url: string;
  loaded: LoadedTenant;
  tenant: LoadedTenant['tenant'];
  /** The language of the journey. */
  language: Spoken;
  /** Runs SQL on its database. Returns the rows of a query. */
  sql: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;
  /** The e-mail of a demo user such as `owner`. */
  emailOf: (who: string) => string;
  /** A signed-in page in a new browser context, for this test only. */
  enter: (entrance?: Entrance) => Promise<Page>;
  /** The translation of a key in the language of the journey. */
  say: (key: Parameters<typeof say>[1], values?: Parameters<typeof say>[2]) => string;
  /** Fills in and submits the open sign-in page. */
  giveCredentials: (page: Page, who: string) => Promise<void>;
  /** Enters the mailed code, if the deployment requires one. */
  giveCode: (page: Page, who: string) => Promise<void>;
};

/**
 * Says where a journey runs: on the deployment with this id, or with `npm run test:tenants -- <id> --journeys` on another one that
 * has what it needs. The journey is skipped on those that do not.
 */
export type JourneyOn = (id: string, needs?: JourneyNeeds) => Promise<Here>;

/** The options that a Playwright project passes to its tests. */
export type BrowserOptions = { faults: Faults; journeyOn: JourneyOn };
/**
 * The options of a worker; `tenantId` is the deployment of its project, `journeysOn` the one that replaces those of all journeys,
 * `stillAt` (ISO 8601) a stopped clock.
 */
export type BrowserWorkerOptions = {
  tenantId: string;
  journeysOn: string | null;
  stillAt: string | null;
  product: Product;
};

/** The browser logs failed calls (4xx, 5xx, network) to the console; tests check the page instead. */
const callRefused = /^Failed to load resource: /;

/** A database on the server of this run (`startDatabases`). */
function databaseOf(name: string): string {
  return databaseBeside(process.env.TEST_DATABASE_URL ?? '', name);
}

/** Creates an empty database on the server of this run. Returns its URL. */
export async function createDatabase(name: string): Promise<string> {
  await run(databaseOf('postgres'), `create database ${name}`);
  return databaseOf(name);
}

async function run<Row extends pg.QueryResultRow>(databaseUrl: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

export const test = base.extend<BrowserOptions, BrowserWorkerOptions>({
  tenantId: ['iceland', { scope: 'worker', option: true }],
  journeysOn: [null, { scope: 'worker', option: true }],
  stillAt: [null, { scope: 'worker', option: true }],

  product: [
    async ({ browserName, journeysOn, stillAt }, use, { workerIndex }) => {
      const now = stillAt === null ? null : new Date(stillAt);
      const dataFolder = mkdtempSync(join(tmpdir(), `signboard-${browserName}-`));
      const workerDatabase = `worker_${workerIndex}`;
      const databaseUrl = await createDatabase(workerDatabase);
      const served = await serve({
        dist,
        dataFolder,
        databaseUrl,
        host: '127.0.0.1',
        port: 0,
        maxOpen: 20,
        report: () => undefined,
        ...(now ? { clock: () => new Date(now) } : {}),
      });
      const databaseFor = (id: string) => `${workerDatabase}_${id.replaceAll('-', '_')}`;
      const prepared = new Map<string, Promise<void>>();
      const prepare = async (id: string) => {
        await createSeededDatabase(databaseUrl, databaseFor(id), id, now ?? new Date());
        await callOnce(served.urlOf(id));
      };
      await use({
        now,
        prepare: (id) => {
          const ready = prepared.get(id) ?? prepare(id);
          prepared.set(id, ready);
          return ready;
        },
        urlOf: (id) => {
          const isElsewhere = journeysOn !== null && ![journeysOn, 'mail'].includes(id);
          base.skip(isElsewhere, `runs on ${id} only`);
          return served.urlOf(id);
        },
        sql: (id, text) => run(databaseOf(databaseFor(id)), text),
      });
      await served.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  journeyOn: [
    async ({ browser, context, product, faults, journeysOn }, use) => {
      await use(async (home, { needs = [], inEnglish = false, only } = {}) => {
        const id = journeysOn ?? home;
        const deployment = await tenantOf(id);
        base.skip(only !== undefined && id !== home, `runs on ${home} only: ${only}`);
        for (const flag of needs) base.skip(!deployment.tenant.flags[flag], `the flag ${flag} is off`);
        if (inEnglish) await context.addInitScript(chooseEnglish);
        await product.prepare(id);
        return hereOf({ browser, product, faults }, deployment, inEnglish);
      });
    },
    { scope: 'test' },
  ],

  /** Every test fails if a page violated its security policy, logged errors, or called other origins. */
  faults: [
    async ({ page }, use) => {
      const found: string[] = [];
      const expected: RegExp[] = [];
      const origins = new Set<string>();
      const isExpected = (text: string) => expected.some((pattern) => pattern.test(text));
      const watch = (watched: Page) => {
        watched.on('console', (message) => {
          const text = message.text();
          if (message.type() !== 'error' || callRefused.test(text) || isExpected(text)) return;
          found.push(`console: ${text}`);
        });
        watched.on('pageerror', (error) => {
          if (!isExpected(error.message)) found.push(`uncaught: ${error.stack ?? error.message}`);
        });
        watched.on('request', (request) => {
          const pageOrigin = new URL(watched.url().startsWith('http') ? watched.url() : request.url()).origin;
          const { origin, protocol } = new URL(request.url());
          if (
            !protocol.startsWith('http') ||
            request.isNavigationRequest() ||
            origin === pageOrigin ||
            origins.has(origin)
          )
            return;
          found.push(`request to another origin: ${request.url()}`);
        });
      };
      watch(page);
      await use({
        expect: (message) => expected.push(message),
        allowOrigin: (origin) => origins.add(origin),
        watch,
      });
      await Promise.all(entered.splice(0).map((context) => context.close()));
      expect(found, 'unexpected behaviour of the page').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The deployments by their manifests, each loaded once. */
const loaded = new Map<string, Promise<LoadedTenant>>();
export function tenantOf(id: string): Promise<LoadedTenant> {
  const known = loaded.get(id) ?? loadTenant(id);
  loaded.set(id, known);
  return known;
}

/** A language that a deployment offers, in the variant of its country. */
export function variantOf({ value, instance }: LanguageOption): Spoken {
  return textLocales(value, instance).at(-1) as Spoken;
}

/** The default language of a deployment, in the variant of its country. */
export function firstLanguage({ tenant }: LoadedTenant): Spoken {
  const [first] = tenant.languages;
  if (!first) throw new Error(`${tenant.id} offers no language.`);
  return variantOf(first);
}

/** Another language that the deployment offers. Skips the journey where there is none. */
export function otherLanguage({ tenant }: Here): LanguageOption {
  const [, other] = tenant.languages;
  if (other) return other;
  base.skip(true, 'it offers one language');
  throw new Error('The journey is skipped.');
}

async function callOnce(url: string): Promise<void> {
  const { port, host } = new URL(url);
  const calls = await requests.newContext();
  await calls.get(`http://127.0.0.1:${port}/api/auth/me/`, { headers: { Host: host }, timeout: 0 });
  await calls.dispose();
}

/** The codes and links that tests of this worker have read: a mail may still be on its way while an older one is there. */
const readBefore = new Set<string>();

/** Reads the latest code mailed to a person, in the mailbox page of the local server. Waits for one that was not read yet. */
export async function codeFromMail(
  context: BrowserContext,
  { urlOf }: Pick<Product, 'urlOf'>,
  id: string,
  email: string,
): Promise<string> {
  const mails = await context.newPage();
  // Mails of other kinds may arrive later.
  const codes = mails
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByText(/^\d{6}$/);
  let code = '';
  await expect(async () => {
    await mails.goto(`${urlOf('mail')}?deployment=${id}`);
    code = (await codes.first().textContent({ timeout: 500 }))?.trim() ?? '';
    expect(readBefore).not.toContain(`${id} ${email} ${code}`);
  }).toPass();
  readBefore.add(`${id} ${email} ${code}`);
  await mails.close();
  return code;
}

/** The link of the latest mail to a person, from the mailbox page of the local server. Waits for one that was not read yet. */
export async function linkFromMail(
  context: BrowserContext,
  { urlOf }: Product,
  id: string,
  email: string,
): Promise<string> {
  const mails = await context.newPage();
  const newest = mails.getByRole('listitem').filter({ hasText: email }).first();
  let link = '';
  await expect(async () => {
    await mails.goto(`${urlOf('mail')}?deployment=${id}`);
    await newest.getByRole('link').click({ timeout: 2000 });
    link = /https?:\S+token=\S+/.exec((await mails.locator('pre').textContent({ timeout: 2000 })) ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
    expect(readBefore).not.toContain(link);
  }).toPass();
  readBefore.add(link);
  await mails.close();
  return link;
}

/** Fills in and submits the open sign-in page. */
export async function giveCredentials(
  page: Page,
  language: Spoken,
  email: string,
  password = demoPassword,
): Promise<void> {
  await page.getByRole('textbox', { name: say(language, 'auth:email') }).fill(email);
  await page.getByLabel(say(language, 'auth:password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say(language, 'auth:submit') }).click();
}

/** The field for the six digits. */
export function codeField(page: Page, language: Spoken) {
  return page.getByRole('textbox', { name: say(language, 'enterCode:code') });
}

/** The title of a page of the dashboard, also while requests wait, whose number comes first. */
export function titleOf(name: string, brand: string): RegExp {
  const title = `${name} · ${brand}`.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`);
  return new RegExp(String.raw`^(\(\d+\) )?${title}$`);
}

/** Waits for the dashboard's first page. */
export async function expectOverview(page: Page, language: Spoken): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(say(language, 'overview:requests'), { exact: true })).toBeVisible();
}

/** The contexts opened by `enter` for the running test: open pages would keep polling during later tests. */
const entered: BrowserContext[] = [];

/** The browser's storage after signing in to the local server; created once per worker. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();
async function signedIn(browser: Browser, product: Product, id: string, who = 'owner') {
  const key = `${product.urlOf(id)} ${who}`;
  const storageState = sessions.get(key) ?? (await signInOnce(browser, product, id, who));
  sessions.set(key, storageState);
  return storageState;
}

/** Signs a person in anew with their next `enter`. Call it when a journey has ended all sessions of theirs. */
export function forgetSignIn({ url }: Here, who: string): void {
  sessions.delete(`${url} ${who}`);
}

async function signInOnce(browser: Browser, product: Product, id: string, who: string) {
  const tenant = await tenantOf(id);
  const language = firstLanguage(tenant);
  const context = await browser.newContext();
  if (product.now) await context.clock.setFixedTime(product.now);
  const page = await context.newPage();
  const email = signInEmail(tenant.tenant, who);
  await product.prepare(id);
  await page.goto(product.urlOf(id));
  await giveCredentials(page, language, email);
  if (tenant.tenant.flags.twoFactor) {
    await codeField(page, language).waitFor();
    await codeField(page, language).fill(await codeFromMail(context, product, id, email));
  }
  await page.waitForURL('**/dashboard');
  const state = await context.storageState();
  await context.close();
  return state;
}

/** The person who signs in (an owner unless told otherwise), and the browser. */
type Entrance = BrowserContextOptions & { who?: string };

/** A signed-in page in a new browser context. It stays open until its worker ends. */
export async function openAs(
  { browser, product }: { browser: Browser; product: Product },
  id: string,
  { who = 'owner', ...options }: Entrance = {},
): Promise<Page> {
  const context = await browser.newContext({ ...options, storageState: await signedIn(browser, product, id, who) });
  if (product.now) await context.clock.setFixedTime(product.now);
  return context.newPage();
}

/** The same for one test only. */
export async function enter(
  { browser, product, faults }: { browser: Browser; product: Product; faults: Faults },
  id: string,
  entrance: Entrance = {},
): Promise<Page> {
  const page = await openAs({ browser, product }, id, entrance);
  // Sign-ins are shared by the tests of a worker: an older one would ask for a proof of the person before sensitive acts.
  const at = product.now ? `'${product.now.toISOString()}'` : 'now()';
  await product.sql(id, `update sessions set authenticated = ${at}`);
  entered.push(page.context());
  faults.watch(page);
  return page;
}

/** Chooses English in a page that has no language yet, before its scripts run. */
function chooseEnglish(): void {
  if (location.protocol === 'http:' && !localStorage.getItem('i18nextLng')) localStorage.setItem('i18nextLng', 'en');
}

function hereOf(
  { browser, product, faults }: { browser: Browser; product: Product; faults: Faults },
  deployment: LoadedTenant,
  inEnglish: boolean,
): Here {
  const { id, tenant } = deployment;
  const language = inEnglish ? 'en' : firstLanguage(deployment);
  return {
    id,
    url: product.urlOf(id),
    loaded: deployment,
    tenant,
    language,
    sql: (text) => product.sql(id, text),
    emailOf: (who) => signInEmail(tenant, who),
    enter: async (entrance) => {
      const page = await enter({ browser, product, faults }, id, entrance);
      if (inEnglish) await page.context().addInitScript(chooseEnglish);
      return page;
    },
    say: (key, values) => say(language, key, values),
    giveCredentials: (page, who) => giveCredentials(page, language, signInEmail(tenant, who)),
    giveCode: async (page, who) => {
      if (!tenant.flags.twoFactor) return;
      await codeField(page, language).waitFor();
      // Journeys sign in more often than the limits allow.
      await product.sql(id, 'delete from throttles');
      await codeField(page, language).fill(await codeFromMail(page.context(), product, id, signInEmail(tenant, who)));
    },
  };
}

/** The rules of axe that depend on colours and sizes. */
const rulesOfAppearance = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block'];

/** How many checks of a page have passed in this worker, so that reports can state it. */
export const checks = { axe: 0, layout: 0 };

/**
 * Fails on findings of axe on the page, or in the part that `within` selects. `ofAppearance` runs only rules that
 * depend on palette, direction or width, for a page that was checked before. `but` excludes rules.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  { within, ofAppearance = false, but = [] }: { within?: string; ofAppearance?: boolean; but?: string[] } = {},
): Promise<void> {
  // A closing tooltip is outside of every landmark for a moment; real findings persist.
  await expect(async () => {
    // axe is still loaded in a page that was checked before; it has half a megabyte.
    const isThere = await page.evaluate(() => {
      // A link half under the head of a scrolled page counts as too small. Scrolling would close an open list.
      if (!document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'))
        scrollTo(0, 0);
      // axe finds rows that are not laid out in the places of others, and takes their grounds.
      const laidOut = new CSSStyleSheet();
      laidOut.replaceSync('* { content-visibility: visible !important }');
      document.adoptedStyleSheets = [laidOut];
      return 'axe' in window;
    });
    // Pages have no frames; collecting results of frames takes as long as axe itself.
    const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void axe' }) })
      .setLegacyMode(true)
      .options({ resultTypes: ['violations'], preload: false });
    if (ofAppearance) axe.withRules(rulesOfAppearance);
    else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
    if (!ofAppearance) axe.disableRules(but);
    if (within) axe.include(within);
    const { violations } = await axe
      // React Aria announces a button here for seven seconds, even if it has left the page.
      .exclude('[data-live-announcer]')
      // A tooltip belongs to its button, in any landmark, and depends on the pointer.
      .exclude('[role="tooltip"]')
      .analyze();
    const findings = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} — ${target.join(' ')}\n${failureSummary ?? ''}`),
    );
    expect(findings, `axe on ${what}`).toEqual([]);
  }).toPass({ intervals: [1_000] });
  checks.axe += 1;
}
