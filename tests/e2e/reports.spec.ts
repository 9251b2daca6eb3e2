import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright/test';
import { fileOutputs } from '../../contract/figureNames.ts';
import type { ColumnKind } from '../../contract/figures.ts';
import { localeOf } from '../../contract/languages.ts';
import { type FigureKind, figureKeys, figures } from '../../src/features/reports/measures.ts';
import { expect, test, variantOf } from '../support/browser.ts';
import { applyLanguage } from '../support/visualCheck.ts';
import { openTable } from '../support/openTables.ts';
import { expectLoaded } from '../support/screens.ts';
import { say } from '../support/words.ts';

type Spoken = Parameters<typeof say>[0];

const main = (page: Page) => page.getByRole('main');
const columnKinds = {
  count: 'count',
  seconds: 'seconds',
  hours: 'seconds',
  percent: 'percent',
  rating: 'decimal',
} as const satisfies Record<FigureKind, ColumnKind>;
const kinds: ColumnKind[] = ['day', 'day', ...figureKeys.map((key) => columnKinds[figures[key].kind])];

/** The text of a cell of the screen as a file contains it: in CSV, spreadsheets must be able to read it. */
function inFile(cell: string, kind: ColumnKind, { output, group }: { output: string; group: string }): string {
  if (cell === '–') return '';
  if (output === 'pdf') return cell.replace(/\s/g, '');
  if (output !== 'csv') return cell;
  return kind === 'day' ? cell.split('-').toReversed().join('-') : cell.replaceAll(group, '');
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
  const partsOf = new Intl.NumberFormat(locale).formatToParts(1_234_567.5);
  const part = (name: string) => partsOf.find(({ type }) => type === name)?.value ?? '';
  const country = { columns, locale, separator: part('decimal') === ',' ? ';' : ',' };
  for (const output of fileOutputs) {
    const file = await save(page, language, `statistics.${output}`);
    expect(file.suggestedFilename()).toBe(`statistics.${output}`);
    const { table, words } = await openTable(output, await readFile(await file.path()), country);
    const cells = output === 'pdf' ? table : table.slice(1);
    const expected = rows.map((row) =>
      row.map((cell, at) => inFile(cell, kinds[at] ?? 'text', { output, group: part('group') })),
    );
    expect([language, output, cells]).toEqual([language, output, expected]);
    if (output !== 'pdf') expect([language, output, table[0]]).toEqual([language, output, heading]);
    expect(words).toContain(heading[2]);
  }
  return { country, totals };
}

// R98
test(
  'in every language the screen and the five files contain the same cells',
  { tag: '@release' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev', { inEnglish: true });
    const page = await here.enter({ who: 'manager', acceptDownloads: true });
    await page.goto(`${here.url}dashboard/reports?period=last_30_days&interval=weeks`);
    await expectLoaded(page);
    for (const option of here.tenant.languages) {
      const language = variantOf(option);
      await applyLanguage(page, option.value);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'reports:title'));
      await expectSameInFiles(page, language, localeOf(option.value, here.tenant.country));
    }
  },
);

test(
  'a chart that appears while the window changes its width has the new width',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('brazil');
    const page = await here.enter({ who: 'manager' });
    await page.addInitScript(() => {
      // In each task in which the chart appears: it is drawn once to measure its place, and then again.
      const drawn = new Set<Element>();
      new MutationObserver(() => {
        const picture = document.querySelector('[role="slider"] svg');
        if (!picture || drawn.has(picture)) return;
        drawn.add(picture);
        document.body.style.inlineSize = `${800 - 50 * drawn.size}px`;
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${here.url}dashboard/reports?period=last_30_days&interval=weeks`);
    await expectLoaded(page);
    const chart = main(page).getByRole('slider');
    const widths = () => chart.evaluate((frame) => [frame.clientWidth, frame.querySelector('svg')?.clientWidth]);
    await expect.poll(async () => (await widths())[0]).toBeLessThan(800);
    await expect.poll(async () => new Set(await widths()).size, 'width of the chart and of its place').toBe(1);
  },
);

// R67, R96, R97, R98
test('the numbers on the screen, in the files and in the linked lists are the same', async ({ journeyOn }) => {
  const here = await journeyOn('brazil');
  const { language, tenant } = here;
  const locale = localeOf(tenant.languages[0]?.value ?? 'en', tenant.country);
  const page = await here.enter({ who: 'manager', acceptDownloads: true });
  await page.goto(`${here.url}dashboard/reports?period=last_30_days&interval=weeks`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'reports:title'));
  await expectLoaded(page);
  const { country, totals } = await expectSameInFiles(page, language, locale);
  const report = await save(page, language, 'report.csv');
  expect(report.suggestedFilename()).toBe('report.csv');
  const { table: requests } = await openTable('csv', await readFile(await report.path()), country);
  expect((requests.length - 1).toLocaleString(locale), 'requests of the report').toBe(totals?.[1]);

  // As areas.
  const chart = main(page).getByRole('slider');
  await expect(chart.locator('svg path').first()).toBeAttached();
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '0');
  await main(page).locator('label:has(input[value="area"])').click();
  await expect(page).toHaveURL(/chart=area/);

  let listed = 0;
  for (const [path, flag] of [
    ['online', 'online'],
    ['offline', 'live'],
  ] as const) {
    if (!tenant.flags[flag]) continue;
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
