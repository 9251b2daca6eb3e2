import type { Page } from 'playwright/test';
import type { Static } from 'typebox';
import type { Feature } from '../../src/crud/feature.ts';
import { registry } from '../../src/app/features.ts';
import { gates } from '../../src/app/gates.ts';
import { editHref, paths } from '../../src/paths.ts';
import type { Flags } from '../../contract/flags.ts';
import type { CalendarPage } from '../../contract/shifts.ts';

/** The features by area and folder, as the product registers them. */
const folders: Record<string, Record<string, () => Promise<{ feature: Feature }>>> = registry;

export type Area = keyof typeof registry;

/** One page of the product: its feature, and its pattern from `paths.ts`. */
export type Screen = { folder: string; pattern: string; feature: Feature };

/** The folders of an area, available without loading features, so that each can have its own test. */
export function foldersOf(area: Area): string[] {
  return Object.keys(registry[area]);
}

/** Whether a deployment with these flags has the feature. */
export function isOn(folder: string, flags: Flags): boolean {
  const gate = Object.entries(gates).find(([gated]) => gated === folder)?.[1];
  return gate === undefined || flags[gate];
}

/** The features of an area in the order of the navigation, by folder. */
export async function featuresOf(area: Area): Promise<Map<string, Feature>> {
  const entries = Object.entries(folders[area] ?? {});
  const loaded = await Promise.all(entries.map(async ([folder, load]) => [folder, (await load()).feature] as const));
  return new Map(loaded);
}

/** Every page of an area. */
export async function screensOf(area: Area): Promise<Screen[]> {
  return [...(await featuresOf(area))].flatMap(([folder, feature]) =>
    feature.routes.map(({ path }) => ({ folder, pattern: path, feature })),
  );
}

/** Whether a page shows a single record: its pattern has parameters. */
export function needsRecord(pattern: string): boolean {
  return pattern.includes('/:');
}

/** Whether an address matches a pattern, and no more specific one (`…/venues/create` is no venue). */
export function belongsTo(pattern: string, path: string, all: readonly Screen[]): boolean {
  const name = /:\w+\??/g;
  const matches = (each: string) => new RegExp(`^${each.replace(name, '[^/]+')}$`).test(path);
  const namesIn = (each: string) => each.match(name)?.length ?? 0;
  return (
    matches(pattern) && all.every((other) => !matches(other.pattern) || namesIn(other.pattern) >= namesIn(pattern))
  );
}

/** Navigates within the open app, like the browser's back button, without reloading. Waits until the page is loaded. */
export async function navigate(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname !== path) {
    await page.evaluate((to) => {
      for (const old of document.querySelectorAll('h1')) old.setAttribute('data-before', old.textContent);
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    // A record and its form share the element of their heading; who may not change the record is led back from the form.
    await page.waitForFunction(
      (to) =>
        location.pathname !== new URL(to, location.href).pathname ||
        [...document.querySelectorAll('h1')].some(({ dataset, textContent }) => dataset.before !== textContent),
      path,
    );
  }
  await expectLoaded(page);
}

/** Waits until the page has finished loading. */
export async function expectLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy="true"], [role="progressbar"]') && document.fonts.status === 'loaded',
    undefined,
    { polling: 50 },
  );
}

/** Opens the form of the record whose page is open. */
export async function openForm(page: Page): Promise<void> {
  await page.locator('main header a[href*="/edit"]').click();
  await page.waitForURL(/\/edit(\?|$)/);
}

/** Opens the menu "⋯" in the head of a page. */
export async function openMore(page: Page): Promise<void> {
  await page.locator('main header button[aria-haspopup]').click();
}

/** Chooses an act under "⋯" in the head of a page. */
export async function chooseAct(page: Page, act: string): Promise<void> {
  await openMore(page);
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}

/** The links of the page within the app. */
export function linksOf(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
}

/** No link leads to the blocking reservations of a shift except a refusal in the calendar. */
async function reservationsInTheWay(page: Page): Promise<Map<string, string>> {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/calendar/'));
  await navigate(page, paths.calendar.list.href());
  const { results } = (await (await answer).json()) as Static<typeof CalendarPage>;
  const { id = '', schedule = '' } = results.flatMap(({ shifts }) => shifts)[0] ?? {};
  return new Map([
    [paths.shiftBlocked.pattern, paths.shiftBlocked.href({ id })],
    [paths.scheduleBlocked.pattern, paths.scheduleBlocked.href({ id: schedule })],
  ]);
}

/** The page of an approved interpreter: other people have fewer tabs. */
async function interpreterPage(page: Page): Promise<string> {
  await navigate(page, `${paths.users.list.href()}?role=interpreter&approval_status=approved`);
  const row = page.getByRole('main').locator('tbody a').first();
  return new URL((await row.getAttribute('href')) ?? '', page.url()).pathname;
}

/**
 * Opens every page of one or several features. Pages of records are opened by the first link from another page of the feature,
 * from their parent page, or from any other. A page without a link fails.
 */
export async function visitFeatures(
  page: Page,
  features: readonly string[],
  look: (screen: Screen, path: string) => Promise<void>,
): Promise<void> {
  const all = await screensOf('dashboard');
  const ofFeatures = all.filter((screen) => features.includes(screen.folder));
  // Names of parameters do not matter.
  const shape = (pattern: string) => pattern.replace(/:\w+/g, ':');
  const isAbove = ({ pattern }: Screen) =>
    ofFeatures.some((screen) => shape(screen.pattern).startsWith(`${shape(pattern)}/`));
  const others = all.filter((screen) => !features.includes(screen.folder));
  const open = [...ofFeatures, ...others.toSorted((a, b) => Number(isAbove(b)) - Number(isAbove(a)))];
  const found = new Map(open.filter(({ pattern }) => !needsRecord(pattern)).map(({ pattern }) => [pattern, pattern]));
  if (ofFeatures.some(({ pattern }) => pattern === paths.shiftBlocked.pattern))
    for (const [pattern, path] of await reservationsInTheWay(page)) found.set(pattern, path);
  // Tabs of a person, such as the shifts, are linked from an interpreter's page only.
  const person = paths.users.record.pattern;
  if (ofFeatures.some(({ pattern }) => shape(pattern).startsWith(shape(person))))
    found.set(person, await interpreterPage(page));
  // Only a search leads to people without an account, and a menu to what somebody signs in with.
  for (const { pattern } of ofFeatures)
    if ([paths.privacy.record, paths.userNationalIds, paths.userWorkAccounts].some((path) => path.pattern === pattern))
      found.set(pattern, pattern.replace(':id', found.get(person)?.split('/').at(-1) ?? ''));
  const links = new Set<string>();
  while (open.some((screen) => ofFeatures.includes(screen))) {
    const at = open.findIndex(({ pattern }) => found.has(pattern));
    const [screen] = at < 0 ? [] : open.splice(at, 1);
    if (!screen) throw new Error(`No page links to ${open.map(({ pattern }) => pattern).join(', ')}.`);
    const path = found.get(screen.pattern) ?? '';
    await navigate(page, path);
    for (const link of await linksOf(page)) links.add(link);
    if (needsRecord(screen.pattern)) found.set(editHref(screen.pattern), editHref(path));
    for (const { pattern } of open) {
      const leads = [...links].find((link) => belongsTo(pattern, link, all));
      if (leads && !found.has(pattern)) found.set(pattern, leads);
    }
    if (ofFeatures.includes(screen)) await look(screen, path);
  }
}
