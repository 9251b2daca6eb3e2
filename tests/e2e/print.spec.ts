import type { Page } from 'playwright/test';
import { expect, test } from '../support/browser.ts';
import { expectReadable, pixelsOf, print } from '../support/printed.ts';
import { expectLoaded } from '../support/screens.ts';
import { applyAppearance } from '../support/visualCheck.ts';

/** A day (`YYYY-MM-DD`) some days ago. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** The texts of the first table's head and of its first row, as single words. */
async function tableWords(page: Page): Promise<string[]> {
  const texts = await page
    .getByRole('main')
    .locator('thead th:visible, tbody tr:first-child :is(th, td):visible')
    .evaluateAll((cells) => cells.map((cell) => (cell instanceof HTMLElement ? cell.innerText : '')));
  return texts.flatMap((text) => text.split(/\s+/)).filter(Boolean);
}

for (const mode of ['light', 'dark'] as const)
  // R97
  test(
    `every page is printed dark on white, whole and without controls, from ${mode} mode`,
    { tag: '@release' },
    async ({ journeyOn }) => {
      const here = await journeyOn('iceland');
      const { loaded, tenant, say } = here;
      const { chart1 } = loaded.tokens.light;
      const page = await here.enter();
      const open = async (path: string) => {
        await page.goto(`${here.url}dashboard/${path}`);
        await expectLoaded(page);
        await applyAppearance(page, { palette: mode, direction: 'ltr', size: 'desk' });
      };
      const printed = async (what: string, title: string) => {
        const paper = await print(page);
        expectReadable(paper, what);
        expect(paper.text, what).toContain(title);
        expect(paper.text, what).toContain(`${tenant.brand} · ${say('ui:printed', { when: '' }).trim()}`);
        for (const control of ['shell:skip', 'crud:filter', 'ui:print', 'crud:export', 'calendar:add'] as const)
          expect(` ${paper.text} `, what).not.toContain(` ${say(control)} `);
        return paper;
      };

      await open('');
      await expect(page.getByRole('slider')).toBeVisible();
      const overview = await printed('overview', say('overview:nav'));
      expect(pixelsOf(overview, chart1)).toBeGreaterThan(300);
      expect(overview.sheets).toHaveLength(2);

      await open('reports?period=last_30_days');
      await expect(page.getByRole('slider')).toBeVisible();
      const words = await tableWords(page);
      const reports = await printed('reports', say('reports:title'));
      expect(pixelsOf(reports, chart1)).toBeGreaterThan(3000);
      for (const word of words) expect(reports.text).toContain(word);

      // The duration of a call that is still going on changes between reading and printing.
      await open(`online?page_size=50&outcome=answered&from_day=${daysAgo(40)}&to_day=${daysAgo(2)}`);
      const listed = await tableWords(page);
      const filters = page.getByRole('list', { name: say('crud:filter') }).getByRole('button');
      const filter = (await filters.first().innerText()).trim();
      const list = await printed('list', say('online:title'));
      for (const word of listed) expect(list.text).toContain(word);
      expect(list.text).toContain(filter);
      expect(list.sheets.length).toBeGreaterThan(1);
      for (const { words: all } of list.sheets)
        expect(all.map(({ text }) => text)).toContain(say('interpretations:customer'));

      await page.locator('[data-row-link]').first().click();
      await expect(page).toHaveURL(/online\/[0-9a-f]{24}/);
      await expect(page.getByRole('main').getByText(say('interpretations:started'))).toBeVisible();
      await expectLoaded(page);
      await printed('record', say('interpretations:started'));

      await open('reservations?view=short');
      await page.locator('[data-row-link]').first().click();
      await expect(page.getByRole('main').getByText(say('reservations:addFile'))).toBeVisible();
      await expectLoaded(page);
      const reservation = await printed('reservation', say('reservations:appointment'));
      for (const control of ['reservations:addFile', 'reservations:whyNot'] as const)
        expect(reservation.text).not.toContain(say(control));

      await open('contacts/create');
      const field = page.getByRole('textbox', { name: say('contacts:name') });
      await field.focus();
      const focused = await printed('form', say('contacts:add'));
      await field.blur();
      // The ring of the focus is not printed.
      const { focus } = loaded.tokens.light;
      expect(pixelsOf(focused, focus)).toBe(pixelsOf(await print(page), focus));

      const names = async () => {
        const lanes = page.getByRole('rowheader');
        await expect(lanes.first()).toBeVisible();
        return (await lanes.allTextContents()).map((name) => name.trim());
      };
      for (const view of ['week', 'day'] as const) {
        await open(`calendar?view=${view}`);
        const people = await names();
        const roster = await printed(view, say('calendar:title'));
        // Each reservation is a line of its own.
        expect(roster.sheets.length, view).toBeLessThanOrEqual(2);
        for (const name of people) expect(roster.text, view).toContain(name);
        expect(roster.text, view).toMatch(/\d\d:\d\d–\d\d:\d\d/);
      }
      await open('calendar?view=month');
      expect((await printed('month', say('calendar:title'))).sheets).toHaveLength(1);
      // The calendar keeps its place on the screen.
      await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
    },
  );
