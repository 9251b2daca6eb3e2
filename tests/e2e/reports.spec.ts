import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright/test';
import { fileOutputs } from '../../contract/figureNames.ts';
import type { ColumnKind } from '../../contract/figures.ts';
import { languages, localeOf } from '../../contract/languages.ts';
import { figureKeys, figures } from '../../src/features/reports/measures.ts';
import { enter, expect, firstLanguage, tenantOf, test } from '../support/browser.ts';
import { applyLanguage } from '../support/visualCheck.ts';
import { openTable } from '../support/openTables.ts';
import { expectLoaded } from '../support/screens.ts';
import { say } from '../support/words.ts';

type Spoken = Parameters<typeof say>[0];

const main = (page: Page) => page.getByRole('main');
const kinds: ColumnKind[] = [
  'day',
  'day',
  ...figureKeys.map((key): ColumnKind => (figures[key].kind === 'rating' ? 'decimal' : figures[key].kind)),
];

/** The text of a cell of a file as the screen shows it in a language. */
function onScreen(cell: string, kind: ColumnKind, locale: string): string {
  if (cell === '') return '–';
  const digits = { count: 0, percent: 1, decimal: 2 }[kind as 'count'];
  if (digits === undefined) return cell;
  return Number(cell).toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Chooses an item of the download menu. */
async function save(page: Page, language: Spoken, name: string): Promise<Download> {
  const saved = page.waitForEvent('download');
  await main(page)
    .getByRole('button', { name: say(language, 'reports:download') })
    .click();
  await page.locator(`[role="menuitem"][data-key="${name}"]`).click();
  return saved;
}

/** Compares the table on the screen with the five files, cell by cell. Returns its columns, and the totals below it. */
async function expectSameInFiles(page: Page, language: Spoken, locale: string) {
  const screen = await main(page)
    .getByRole('table')
    .evaluate((table: HTMLTableElement) =>
      [...table.rows].map((row) => [...row.cells].map(({ textContent }) => textContent)),
    );
  const totals = screen.pop();
  const [heading = [], ...rows] = screen;
  expect(rows.length).toBeGreaterThan(3);
  const columns = heading.map((label, at) => ({ key: label, label, kind: kinds[at] ?? 'text' }));
  for (const output of fileOutputs) {
    const file = await save(page, language, `statistics.${output}`);
    expect(file.suggestedFilename()).toBe(`statistics.${output}`);
    const { table, words } = await openTable(output, await readFile(await file.path()), columns);
    const cells = output === 'pdf' ? table : table.slice(1);
    const shown = cells.map((row) => row.map((cell, at) => onScreen(cell, kinds[at] ?? 'text', locale)));
    expect([language, output, shown]).toEqual([language, output, rows]);
    if (output !== 'pdf') expect([language, output, table[0]]).toEqual([language, output, heading]);
    expect(words).toContain(heading[2]);
  }
  return { columns, totals };
}

// R98
test('in every language the screen and the five files contain the same cells', async ({ browser, product, faults }) => {
  const page = await enter({ browser, product, faults }, 'dev', { who: 'manager', acceptDownloads: true });
  await page.goto(`${product.urlOf('dev')}dashboard/reports?period=last_30_days&interval=weeks`);
  await expectLoaded(page);
  for (const language of languages) {
    await applyLanguage(page, language);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'reports:title'));
    await expectSameInFiles(page, language, localeOf(language, null));
  }
});

// R67, R96, R97, R98
test('the numbers on the screen, in the files and in the linked lists are the same', async ({
  browser,
  product,
  faults,
}) => {
  const tenant = await tenantOf('brazil');
  const language = firstLanguage(tenant);
  const locale = localeOf('pt', tenant.tenant.country);
  const page = await enter({ browser, product, faults }, 'brazil', { who: 'manager', acceptDownloads: true });
  await page.goto(`${product.urlOf('brazil')}dashboard/reports?period=last_30_days&interval=weeks`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'reports:title'));
  await expectLoaded(page);
  const { columns, totals } = await expectSameInFiles(page, language, locale);
  const report = await save(page, language, 'report.csv');
  expect(report.suggestedFilename()).toBe('report.csv');
  const { table: requests } = await openTable('csv', await readFile(await report.path()), columns);
  expect((requests.length - 1).toLocaleString(locale), 'requests of the report').toBe(totals?.[1]);

  // As areas, then printed: with a heading, without controls.
  const chart = main(page).getByRole('slider');
  await expect(chart.locator('svg path').first()).toBeAttached();
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '0');
  await main(page).locator('label:has(input[value="area"])').click();
  await expect(page).toHaveURL(/chart=area/);
  await page.emulateMedia({ media: 'print' });
  await expect(main(page).getByAltText(tenant.tenant.brand)).toBeVisible();
  await expect(main(page).getByRole('button', { name: say(language, 'reports:download') })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  let listed = 0;
  for (const path of ['online', 'offline']) {
    await main(page).locator(`a[href*="/dashboard/${path}?"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/${path}\\?from_day=`));
    await expectLoaded(page);
    const range = await main(page).getByRole('navigation').getByRole('status').textContent();
    listed += Number(/\S+$/.exec(range ?? '')?.[0].replace(/\D/g, ''));
    await page.goBack();
    await expectLoaded(page);
  }
  expect(listed.toLocaleString(locale), 'requests in the lists').toBe(totals?.[1]);
});
