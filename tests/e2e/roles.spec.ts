import type { Page } from 'playwright/test';
import type { Me } from '../../contract/auth.ts';
import type { StaffRole } from '../../contract/roles.ts';
import { paths } from '../../src/paths.ts';
import { enter, expect, test } from '../support/browser.ts';
import { featuresOf, goWithin, needsRecord, screensOf, throughFeature } from '../support/screens.ts';
import { say } from '../support/words.ts';

const everybody = ['interpreter', 'manager', 'owner'] as const;
const office = ['manager', 'owner'] as const;

/**
 * Who may open the pages of a feature (decisions, "Who may do what"). A feature that is not named opens to whom its own
 * permission lets in.
 */
const opensFor: Record<string, readonly StaffRole[] | undefined> = {
  overview: everybody,
  online: everybody,
  reports: everybody,
  feedback: everybody,
  users: office,
  departments: everybody,
  partners: everybody,
  partnerCategories: everybody,
  contacts: everybody,
  sliders: everybody,
  closure: everybody,
  queues: office,
  audit: ['owner'],
  versions: everybody,
};

/** What the page that stands there is, by its heading: a page, or one of the two that say no. */
async function answerOf(page: Page): Promise<'page' | 'refused' | 'nothing'> {
  const heading = (await page.getByRole('heading', { level: 1 }).first().textContent()) ?? '';
  if (heading === say('en', 'app:errorTitle')) {
    await expect(page.getByRole('main')).toContainText(say('en', 'errors:forbidden'));
    return 'refused';
  }
  return [say('en', 'app:notFoundTitle'), say('en', 'crud:gone')].includes(heading) ? 'nothing' : 'page';
}

test('each role opens what it may, and is told at the others that it may not', async ({ browser, product, faults }) => {
  test.slow();
  // Pages that refuse say so on the console, too.
  faults.expect(/forbidden|ApiError/);
  const screens = await screensOf('dashboard');
  const features = await featuresOf('dashboard');
  const records = new Map<string, string>();
  const owner = await enter({ browser, product, faults }, 'dev');
  await owner.goto(product.urlOf('dev'));
  for (const folder of features.keys())
    await throughFeature(owner, folder, async ({ pattern }, path) => {
      expect([pattern, await answerOf(owner)]).toEqual([pattern, 'page']);
      records.set(pattern, path);
    });
  for (const role of ['interpreter', 'manager'] as const) {
    const page = await enter({ browser, product, faults }, 'dev', { who: role });
    const me = page.waitForResponse(/\/auth\/me\/$/);
    await page.goto(product.urlOf('dev'));
    const { verdicts } = (await (await me).json()) as Me;
    const isOpen = (folder: string) =>
      opensFor[folder]?.includes(role) ?? features.get(folder)?.permission?.(verdicts) ?? true;
    const entries = [...features].flatMap(([folder, { nav }]) => (nav && isOpen(folder) ? say('en', nav.label) : []));
    const navigation = page.getByRole('navigation', { name: say('en', 'shell:navigation') });
    await expect(navigation.getByRole('listitem').getByRole('link')).toHaveText(entries);
    let answer: Awaited<ReturnType<typeof answerOf>> = 'page';
    for (const { folder, pattern } of screens) {
      // What says no looks the same everywhere: by another page in between the next one is known to be new.
      if (answer !== 'page') await goWithin(page, paths.versions.href());
      await goWithin(page, records.get(pattern) ?? pattern);
      answer = await answerOf(page);
      const expected: (typeof answer)[] = [];
      // Whatever is added or put in order on a page is written by the office alone.
      const isForOffice = role === 'interpreter' && /\/(create|order)$/.test(pattern);
      if (isOpen(folder) && !(isForOffice && opensFor[folder])) expected.push('page');
      if (!isOpen(folder) || isForOffice) expected.push('refused');
      // Of other people's records an interpreter is told that they are not there.
      if (role === 'interpreter' && isOpen(folder) && needsRecord(pattern)) expected.push('nothing');
      expect(expected, `${role} at ${pattern}`).toContain(answer);
    }
    await goWithin(page, paths.versions.href());
    await goWithin(page, '/dashboard/nowhere');
    expect(await answerOf(page)).toBe('nothing');
  }
});
