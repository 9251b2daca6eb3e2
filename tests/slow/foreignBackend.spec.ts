import type { Page } from 'playwright/test';
import { paths } from '../../src/paths.ts';
import { enter, expect, test } from '../support/browser.ts';
import { speakDjango } from '../support/foreignBackend.ts';
import { featuresOf, goWithin, screensOf, throughFeature } from '../support/screens.ts';
import { say } from '../support/words.ts';

const main = (page: Page) => page.getByRole('main');

/** The page that is open stands: it shows what it is for, or says that it is not for this person. Nothing broke. */
async function expectToStand(page: Page, at: string): Promise<void> {
  const heading = (await page.getByRole('heading', { level: 1 }).first().textContent()) ?? '';
  if (heading === say('en', 'app:errorTitle'))
    await expect(main(page), at).toContainText(say('en', 'errors:forbidden'));
  for (const broken of ['errors:something_went_wrong', 'errors:backend_unreachable'] as const)
    await expect(main(page).getByText(say('en', broken)), at).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: say('en', 'shell:navigation') }), at).toBeVisible();
}

test('every page stands over a backend with the habits of Django REST framework', async ({
  browser,
  product,
  faults,
}) => {
  test.slow();
  // Pages that refuse say so on the console, too.
  faults.expect(/forbidden|ApiError/);
  const features = await featuresOf('dashboard');
  const screens = await screensOf('dashboard');
  const visited = new Map<string, string>();

  const owner = await enter({ browser, product, faults }, 'dev');
  await speakDjango(owner);
  await owner.goto(product.urlOf('dev'));
  const navigation = (page: Page) =>
    page
      .getByRole('navigation', { name: say('en', 'shell:navigation') })
      .getByRole('listitem')
      .getByRole('link');
  const entries = [...features.values()].flatMap(({ nav }) => (nav ? [nav] : []));
  await expect(navigation(owner)).toHaveText(entries.map(({ label }) => say('en', label)));
  for (const folder of features.keys())
    await throughFeature(owner, folder, async ({ pattern }, path) => {
      await expectToStand(owner, pattern);
      await expect(owner.getByRole('heading', { level: 1 }).first(), pattern).not.toHaveText(
        say('en', 'app:errorTitle'),
      );
      visited.set(pattern, path);
    });

  const interpreter = await enter({ browser, product, faults }, 'dev', { who: 'interpreter' });
  await speakDjango(interpreter);
  await interpreter.goto(product.urlOf('dev'));
  const closed = ['/dashboard/users', '/dashboard/queues', '/dashboard/audit'];
  const open = entries.filter(({ to }) => !closed.includes(to));
  await expect(navigation(interpreter)).toHaveText(open.map(({ label }) => say('en', label)));
  for (const { pattern } of screens) {
    // What says no looks the same everywhere: by another page in between the next one is known to be new.
    await goWithin(interpreter, paths.versions.href());
    await goWithin(interpreter, visited.get(pattern) ?? pattern);
    await expectToStand(interpreter, `interpreter at ${pattern}`);
  }
});
