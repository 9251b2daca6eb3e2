import type { Page } from 'playwright/test';
import type { Static } from 'typebox';
import type { Feature } from '../../src/crud/feature.ts';
import { registry } from '../../src/app/features.ts';
import { gates } from '../../src/app/gates.ts';
import { paths } from '../../src/paths.ts';
import type { Flags } from '../../contract/flags.ts';
import type { CalendarPage } from '../../contract/shifts.ts';

/** The features by area and folder, as the product registers them. */
const folders: Record<string, Record<string, () => Promise<{ feature: Feature }>>> = registry;

export type Area = keyof typeof registry;

/** One page of the product: the feature that it belongs to, and its pattern from `paths.ts`. */
export type Screen = { folder: string; pattern: string; feature: Feature };

/** The folders of an area, known before anything is loaded, so that each can have a test of its own. */
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

/** Whether a page is one of a single record: its address has a part that only data can fill in. */
export function needsRecord(pattern: string): boolean {
  return pattern.includes('/:');
}

/** Whether an address belongs to a pattern, and not to one that is written out further (`…/venues/create` is no venue). */
export function belongsTo(pattern: string, path: string, all: readonly Screen[]): boolean {
  const name = /:\w+\??/g;
  const matches = (each: string) => new RegExp(`^${each.replace(name, '[^/]+')}$`).test(path);
  const namesIn = (each: string) => each.match(name)?.length ?? 0;
  return (
    matches(pattern) && all.every((other) => !matches(other.pattern) || namesIn(other.pattern) >= namesIn(pattern))
  );
}

/**
 * Goes to another page of the app that is open, as the browser's own buttons do: nothing is loaded anew but what the page
 * itself needs. Waits until it stands, with all that it reads.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname !== path) {
    await page.evaluate((to) => {
      for (const old of document.querySelectorAll('h1')) old.setAttribute('data-before', '');
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    await page.locator('h1:not([data-before])').first().waitFor({ timeout: 30_000 });
  }
  await stands(page);
}

/** Waits until nothing of the page is on its way any more. */
export async function stands(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 30_000 });
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy="true"], [role="progressbar"]') && document.fonts.status === 'loaded',
    undefined,
    { polling: 50, timeout: 30_000 },
  );
}

/** The addresses that the page leads to within the app. */
export function linksOf(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
}

/** What stops a change has no link of its own: a refusal in the calendar leads there. Any shift that the calendar shows will do. */
async function reservationsInTheWay(page: Page): Promise<Map<string, string>> {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/calendar/'));
  await goWithin(page, paths.calendar.list.href());
  const { results } = (await (await answer).json()) as Static<typeof CalendarPage>;
  const { id = '', schedule = '' } = results.flatMap(({ shifts }) => shifts)[0] ?? {};
  return new Map([
    [paths.shiftBlocked.pattern, paths.shiftBlocked.href({ id })],
    [paths.scheduleBlocked.pattern, paths.scheduleBlocked.href({ id: schedule })],
  ]);
}

/**
 * Goes through every page of one feature, those of single records by the first link that leads to them from another page of
 * the feature, else from one that they stand below, else from any other. A page that nothing leads to fails: nobody would
 * find it.
 */
export async function throughFeature(
  page: Page,
  folder: string,
  look: (screen: Screen, path: string) => Promise<void>,
): Promise<void> {
  const all = await screensOf('dashboard');
  const own = all.filter((screen) => screen.folder === folder);
  // What a page calls the names in its address is its own affair.
  const shape = (pattern: string) => pattern.replace(/:\w+/g, ':');
  const isAbove = ({ pattern }: Screen) => own.some((screen) => shape(screen.pattern).startsWith(`${shape(pattern)}/`));
  const others = all.filter((screen) => screen.folder !== folder);
  const open = [...own, ...others.toSorted((one, other) => Number(isAbove(other)) - Number(isAbove(one)))];
  const found = new Map(open.filter(({ pattern }) => !needsRecord(pattern)).map(({ pattern }) => [pattern, pattern]));
  if (own.some(({ pattern }) => pattern === paths.shiftBlocked.pattern))
    for (const [pattern, path] of await reservationsInTheWay(page)) found.set(pattern, path);
  const links = new Set<string>();
  while (open.some((screen) => own.includes(screen))) {
    const at = open.findIndex(({ pattern }) => found.has(pattern));
    const [screen] = at < 0 ? [] : open.splice(at, 1);
    if (!screen) throw new Error(`No page leads to ${open.map(({ pattern }) => pattern).join(', ')}.`);
    const path = found.get(screen.pattern) ?? '';
    await goWithin(page, path);
    for (const link of await linksOf(page)) links.add(link);
    for (const { pattern } of open) {
      const leads = [...links].find((link) => belongsTo(pattern, link, all));
      if (leads && !found.has(pattern)) found.set(pattern, leads);
    }
    if (own.includes(screen)) await look(screen, path);
  }
}
