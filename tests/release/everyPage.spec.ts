import type { Page } from 'playwright/test';
import { languages } from '../../contract/languages.ts';
import { signInEmail } from '../../server/seed/people.ts';
import {
  checks,
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
  expectPseudoTranslations,
  appearances,
  nameOf,
  overlays,
  applyLanguage,
  applyPseudoTranslations,
  checkOverlays,
  applyAppearance,
} from '../support/visualCheck.ts';
import { foldersOf, isOn, screensOf, expectLoaded, visitFeatures } from '../support/screens.ts';

/** The widths with different layouts. */
const widths = [
  ['a narrow phone, or 400 % zoom', 320],
  ['200 % zoom', 720],
  ['a tablet', 1024],
  ['a desktop', 1440],
] as const;

/** The real language with the longest words. */
const longestLanguage = 'lt';

/** Text as people set it for themselves: twice the size (WCAG 1.4.4) and wide spacing (WCAG 1.4.12). */
const textStyles = [
  ['text of 32 px', ':root { font-size: 32px }'],
  [
    'wide text spacing',
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
     p { margin-block-end: 2em !important }`,
  ],
] as const;

/** Applies styles of the reader to the open page. The security policy allows constructed style sheets. */
async function applyTextStyle(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

/** Checks the open page in languages and widths, and with axe in appearances. */
async function checkPage(page: Page, what: string): Promise<void> {
  // English last, as the pseudo-translations with longer words replace it.
  for (const language of languages.toSorted((a, b) => Number(a === 'en') - Number(b === 'en'))) {
    await applyLanguage(page, language);
    for (const [name, width] of widths) {
      // Other languages at the narrowest width only: elsewhere the pseudo-translations are longer than all of them.
      if (language !== 'en' && width !== 320) continue;
      await page.setViewportSize({ width, height: 800 });
      await expectFits(page, `${what} in ${language}, ${name}`);
    }
    if (language !== longestLanguage) continue;
    for (const [name, css] of textStyles) {
      await applyTextStyle(page, css);
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectFits(page, `${what} with ${name}, ${width} px wide`);
      }
    }
    await applyTextStyle(page, '');
  }
  for (const [index, look] of appearances.entries()) {
    await applyAppearance(page, look);
    await expectFits(page, `${what}, ${nameOf(look)}`);
    await expectAccessible(page, `${what}, ${nameOf(look)}`, {
      // Other rules find the same in each appearance of a size.
      ofAppearance: appearances.slice(0, index).some(({ size }) => size === look.size),
      but: ['label-content-name-mismatch'],
    });
  }
  await applyAppearance(page, appearances[0]);
}

/** One page per worker for all features: loading the translations of seven languages takes longer than most pages. */
let longWords: Promise<Page> | undefined;

test.describe('every page', () => {
  test.describe.configure({ mode: 'parallel' });

  let before = { ...checks };
  test.beforeEach(() => {
    before = { ...checks };
  });
  test.afterEach(() => {
    const [layout, axe] = [checks.layout - before.layout, checks.axe - before.axe];
    test.info().annotations.push({ type: 'passed', description: `${layout} layouts, ${axe} axe runs` });
  });

  for (const folder of foldersOf('dashboard'))
    test(`of ${folder} and its overlays fit, without axe violations`, async ({ browser, product, faults }) => {
      const page = await (longWords ??= openAs({ browser, product }, 'dev'));
      faults.watch(page);
      faults.expect(/503|Service Unavailable/);
      if (page.url() === 'about:blank') {
        await applyPseudoTranslations(page);
        await page.goto(product.urlOf('dev'));
      }
      await visitFeatures(page, [folder], async ({ pattern }) => {
        await applyLanguage(page, 'en');
        await expectPseudoTranslations(page, pattern);
        await checkPage(page, pattern);
        await checkOverlays(page, async (pressed, within) => {
          const what = `the overlay of "${pressed}" on ${pattern}`;
          await expectFits(page, what);
          // Brackets of the pseudo-translations make a button's text differ from its name.
          await expectAccessible(page, what, { within, but: ['label-content-name-mismatch'] });
        });
      });
    });

  test('before the sign-in fit, without axe violations', async ({ page, product }) => {
    await applyPseudoTranslations(page);
    const { tenant } = await tenantOf('dev');
    const open = (await screensOf('auth')).filter(({ folder }) => isOn(folder, tenant.flags));
    for (const pattern of ['/nowhere', ...open.map((screen) => screen.pattern)]) {
      const path = pattern.replace(/:\w+/g, 'x');
      await page.goto(new URL(path, product.urlOf('dev')).href);
      await page.waitForLoadState('networkidle');
      // Some addresses redirect: to a provider, or back to the sign-in.
      if (new URL(page.url()).pathname !== path) continue;
      await expectLoaded(page);
      await checkPage(page, pattern);
      const submit = page.locator('form button[type="submit"]').first();
      if ((await submit.count()) === 0) continue;
      await submit.click();
      await checkPage(page, `${pattern} with errors`);
    }
  });

  test('for the code from the mail fits, without axe violations', async ({ page, product }) => {
    const { tenant } = await tenantOf('stage');
    await page.goto(product.urlOf('stage'));
    await giveCredentials(page, 'en', signInEmail(tenant, 'interpreter'));
    await codeField(page, 'en').waitFor();
    await checkPage(page, 'the code');
  });

  test('have a shell whose menus and dialogs fit, without axe violations', async ({ browser, product, faults }) => {
    const page = await enter({ browser, product, faults }, 'dev');
    await applyPseudoTranslations(page);
    await page.goto(product.urlOf('dev'));
    await applyLanguage(page, 'en');
    for (const look of appearances) {
      await applyAppearance(page, look);
      for (const button of await page.getByRole('banner').getByRole('button').all()) {
        if (!(await button.isVisible())) continue;
        await button.click();
        const over = page.locator(overlays).filter({ visible: true });
        // The content of an overlay may be loaded first.
        const isOver = over.first().waitFor({ timeout: 2000 });
        if (
          !(await isOver.then(
            () => true,
            () => false,
          ))
        )
          continue;
        await expectFits(page, `the shell, ${nameOf(look)}`);
        await expectAccessible(page, `the shell, ${nameOf(look)}`, { within: overlays });
        await page.keyboard.press('Escape');
        await expect(over).toHaveCount(0);
      }
    }
  });
});
