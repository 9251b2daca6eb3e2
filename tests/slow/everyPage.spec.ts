import type { Page } from 'playwright/test';
import { type Language, languages } from '../../contract/languages.ts';
import { signInEmail } from '../../server/seed/people.ts';
import {
  codeField,
  enter,
  expect,
  expectAccessible,
  giveCredentials,
  openAs,
  tenantOf,
  test,
} from '../support/browser.ts';
import {
  expectFits,
  expectPseudo,
  looks,
  nameOf,
  overlays,
  speak,
  speakPseudo,
  throughOverlays,
  wear,
} from '../support/look.ts';
import { foldersOf, isOn, screensOf, stands, throughFeature } from '../support/screens.ts';

/** Each width at which the page is laid out otherwise. */
const widths = [
  ['a narrow phone, or 400 % zoom', 320],
  ['200 % zoom', 720],
  ['a tablet', 1024],
  ['a desk', 1440],
] as const;

/** Looks at the page that is open in every language and at every width, and with axe in every appearance. */
async function lookAt(page: Page, what: string, offered: readonly Language[]): Promise<void> {
  // English last: in its place stand the longer words.
  for (const language of offered.toSorted((one, other) => Number(one === 'en') - Number(other === 'en'))) {
    await speak(page, language);
    for (const [name, width] of widths) {
      // The other languages where room is scarcest: elsewhere the longer words take more of it than any of them.
      if (language !== 'en' && width !== 320) continue;
      await page.setViewportSize({ width, height: 800 });
      await expectFits(page, `${what} in ${language}, ${name}`);
    }
  }
  for (const [index, look] of looks.entries()) {
    await wear(page, look);
    await expectFits(page, `${what}, ${nameOf(look)}`);
    await expectAccessible(page, `${what}, ${nameOf(look)}`, {
      ofAppearance: index > 1,
      but: ['label-content-name-mismatch'],
    });
  }
  await wear(page, looks[0]);
}

/** One page for all features that a worker goes through: the words of seven languages take longer to load than most pages. */
let longWords: Promise<Page> | undefined;

test.describe('every page', () => {
  test.describe.configure({ mode: 'parallel' });

  for (const folder of foldersOf('dashboard'))
    test(`of ${folder} and what opens on it fits, and axe finds nothing`, async ({ browser, product, faults }) => {
      test.slow();
      const page = await (longWords ??= openAs({ browser, product }, 'dev'));
      faults.watch(page);
      faults.expect(/503|Service Unavailable/);
      if (page.url() === 'about:blank') {
        await speakPseudo(page);
        await page.goto(product.urlOf('dev'));
      }
      await throughFeature(page, folder, async ({ pattern }) => {
        await speak(page, 'en');
        await expectPseudo(page, pattern);
        await lookAt(page, pattern, languages);
        await throughOverlays(page, async (pressed, within) => {
          const what = `what "${pressed}" opens on ${pattern}`;
          await expectFits(page, what);
          // Brackets of the longer words part a button's words from its name, which has more of them.
          await expectAccessible(page, what, { within, but: ['label-content-name-mismatch'] });
        });
      });
    });

  test('before the sign-in fits, and axe finds nothing', async ({ page, product }) => {
    test.slow();
    await speakPseudo(page);
    const { tenant } = await tenantOf('dev');
    const open = (await screensOf('auth')).filter(({ folder }) => isOn(folder, tenant.flags));
    for (const pattern of ['/nowhere', ...open.map((screen) => screen.pattern)]) {
      const path = pattern.replace(/:\w+/g, 'x');
      await page.goto(new URL(path, product.urlOf('dev')).href);
      await page.waitForLoadState('networkidle');
      // Some places only lead on: to a provider, or back to the sign-in.
      if (new URL(page.url()).pathname !== path) continue;
      await stands(page);
      await lookAt(page, pattern, languages);
      const submit = page.locator('form button[type="submit"]').first();
      if ((await submit.count()) === 0) continue;
      await submit.click();
      await lookAt(page, `${pattern} with errors`, languages);
    }
  });

  test('for the code from the mail fits, and axe finds nothing', async ({ page, product }) => {
    const { tenant } = await tenantOf('stage');
    await page.goto(product.urlOf('stage'));
    await giveCredentials(page, 'en', signInEmail(tenant, 'interpreter'));
    await codeField(page, 'en').waitFor();
    await lookAt(page, 'the code', languages);
  });

  test('stands in a frame whose menus and windows fit, and axe finds nothing', async ({ browser, product, faults }) => {
    const page = await enter({ browser, product, faults }, 'dev');
    await speakPseudo(page);
    await page.goto(product.urlOf('dev'));
    await speak(page, 'en');
    for (const look of looks) {
      await wear(page, look);
      for (const button of await page.getByRole('banner').getByRole('button').all()) {
        if (!(await button.isVisible())) continue;
        await button.click();
        const over = page.locator(overlays).filter({ visible: true });
        // What opens may have to be fetched first.
        const isOver = over.first().waitFor({ timeout: 2000 });
        if (
          !(await isOver.then(
            () => true,
            () => false,
          ))
        )
          continue;
        await expectFits(page, `the frame, ${nameOf(look)}`);
        await expectAccessible(page, `the frame, ${nameOf(look)}`, { within: overlays });
        await page.keyboard.press('Escape');
        await expect(over).toHaveCount(0);
      }
    }
  });
});
