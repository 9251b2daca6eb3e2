import type { Page } from 'playwright/test';
import type { FeatureNav } from '../../src/crud/feature.ts';
import { groupEntries } from '../../src/crud/openFeatures.ts';
import { paths } from '../../src/paths.ts';
import { enter, expect, test } from '../support/browser.ts';
import { emulateDjango } from '../support/thirdPartyBackend.ts';
import { featuresOf, navigate, screensOf, visitFeatures } from '../support/screens.ts';
import { say } from '../support/words.ts';

const main = (page: Page) => page.getByRole('main');

/** Expects the open page to show its content or an access error, without a crash. */
async function expectUsable(page: Page, at: string): Promise<void> {
  const heading = (await page.getByRole('heading', { level: 1 }).first().textContent()) ?? '';
  if (heading === say('en', 'app:errorTitle'))
    await expect(main(page), at).toContainText(say('en', 'errors:forbidden'));
  for (const broken of ['errors:something_went_wrong', 'errors:backend_unreachable'] as const)
    await expect(main(page).getByText(say('en', broken)), at).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: say('en', 'shell:navigation') }), at).toBeVisible();
}

test('every page works with a backend with the conventions of Django REST framework', async ({
  browser,
  product,
  faults,
}) => {
  // Access errors are logged to the console, too.
  faults.expect(/forbidden|ApiError/);
  const features = await featuresOf('dashboard');
  const screens = await screensOf('dashboard');
  const visited = new Map<string, string>();

  const owner = await enter({ browser, product, faults }, 'dev');
  await emulateDjango(owner);
  await owner.goto(product.urlOf('dev'));
  const navigation = (page: Page) =>
    page
      .getByRole('navigation', { name: say('en', 'shell:navigation') })
      .getByRole('listitem')
      .getByRole('link')
      // The links of alerts are numbers.
      .filter({ hasText: /\D/ });
  const navs = [...features.values()].flatMap(({ nav }) => (nav ? [nav] : []));
  const wordsOf = (some: FeatureNav[]) =>
    groupEntries(some).flatMap(({ entries }) => entries.map(({ label }) => say('en', label)));
  await expect(navigation(owner)).toHaveText(wordsOf(navs));
  for (const folder of features.keys())
    await visitFeatures(owner, [folder], async ({ pattern }, path) => {
      await expectUsable(owner, pattern);
      await expect(owner.getByRole('heading', { level: 1 }).first(), pattern).not.toHaveText(
        say('en', 'app:errorTitle'),
      );
      visited.set(pattern, path);
    });

  const interpreter = await enter({ browser, product, faults }, 'dev', { who: 'interpreter' });
  await emulateDjango(interpreter);
  await interpreter.goto(product.urlOf('dev'));
  const closed = [
    'users',
    'queues',
    'audit',
    'security',
    'retention',
    'service-accounts',
    'webhooks',
    'imports',
    'privacy',
  ].map((page) => `/dashboard/${page}`);
  await expect(navigation(interpreter)).toHaveText(wordsOf(navs.filter(({ to }) => !closed.includes(to))));
  for (const { pattern } of screens) {
    // Access errors look the same everywhere, so another page is opened in between.
    await navigate(interpreter, paths.versions.href());
    await navigate(interpreter, visited.get(pattern) ?? pattern);
    await expectUsable(interpreter, `interpreter at ${pattern}`);
  }
});
