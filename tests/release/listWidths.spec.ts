import type { Page } from 'playwright/test';
import { bounds } from '../../contract/bounds.ts';
import { definitionOf, kindNames } from '../../contract/kinds.ts';
import { paths } from '../../src/paths.ts';
import { enter, expect, test } from '../support/browser.ts';
import { expectLoaded, linksOf, navigate } from '../support/screens.ts';
import { applyLanguage, expectFits } from '../support/visualCheck.ts';

const widths = [360, 820, 1024, 1280, 1920];
/** The maximum width of a column, in pixels. */
const maxColumn = 640;

/** A text of a length: long words, and one as long as they come. */
function longest(length: number): string {
  return `Þjónustumiðstöðvarstjóri Hálfdánsdóttir-Aðalsteinsson ${'Vaðlaheiðarvegavinnuverkfærageymsluskúr'.repeat(9)}`
    .slice(0, length)
    .trim();
}

/** Gives the first record of every list the longest names. */
const longNames = `
  update users set email = id || substr(repeat('langt.netfang', 30), 1, ${bounds.email - 36}) || '@example.org',
    first_name = '${longest(bounds.personName.max)}', last_name = '${longest(bounds.personName.max)}'
    where id in (select id from users where role = 'interpreter' order by created desc limit 1)
      or id in (select customer_id from interpretations where customer_id is not null order by created desc limit 1);
  update partners set name = '${longest(bounds.name.max)}', address = '${longest(bounds.address.max)}';
  update venues set name = '${longest(bounds.name.max)}', address = '${longest(bounds.address.max)}';
  update videos set title = '${longest(bounds.name.max)}';
  update contacts set name = '${longest(bounds.name.max)}' where id in (select min(id) from contacts);
  update departments set name = '${longest(bounds.name.max)}' where id in (select min(id) from departments);
  update partner_categories set name = '${longest(bounds.name.max)}' where id in (select min(id) from partner_categories);
  update sliders set title = '${longest(bounds.name.max)}' where position = 1;
  update closure_categories set title = '${longest(bounds.name.max)}' where position = 1;
  update interpretations set note = '${longest(bounds.note)}'
    where id in (select id from interpretations order by created desc limit 5);
  update reservations set name = '${longest(bounds.name.max)}', address = '${longest(bounds.address.max)}'
    where id in (select id from reservations where location_type = 'site' order by starts desc limit 1);
`;

/** Words of the list that are on two lines, cells that reach outside their list, and columns that are too wide. */
function problemsOf(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main, limit) => {
    const problems: string[] = [];
    const table = main.querySelector('table');
    if (!table) return ['there is no list'];
    const area = table.getBoundingClientRect();
    const isTable = getComputedStyle(table).display === 'grid';
    const range = document.createRange();
    for (const cell of table.querySelectorAll<HTMLElement>('tr > :is(th, td)')) {
      const { left, right, width } = cell.getBoundingClientRect();
      // Heads of cards are for screen readers.
      if (!cell.checkVisibility() || width <= 1) continue;
      const text = (cell.textContent ?? '').slice(0, 40);
      if (isTable && width > limit) problems.push(`"${text}" is ${Math.round(width)} px wide`);
      if (left < area.left - 1 || right > area.right + 1) problems.push(`"${text}" reaches outside the list`);
      const isShortened = cell.scrollWidth > cell.clientWidth + 1;
      if (isShortened && getComputedStyle(cell).overflow === 'hidden' && !cell.title)
        problems.push(`"${text}" is shortened without a tooltip`);
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          // A hyphen may end a line.
          if (lines.size > 1 && !/[-–]/.test(word))
            problems.push(`"${word.slice(0, 40)}" is broken into ${lines.size} lines`);
        }
    }
    return [...new Set(problems)];
  }, maxColumn);
}

test('every list shows the longest names from a phone to a wide screen, without breaking a word', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, 'stage');
  await product.sql('stage', longNames);
  await page.goto(product.urlOf('stage'));
  await expectLoaded(page);
  await applyLanguage(page, 'lt');
  const withoutList = [
    'queues',
    'calendar',
    'privacy',
    'retention',
    'service_accounts',
    'calendar_feeds',
    'webhooks',
    'imports',
  ];
  const kinds = kindNames.filter((kind) => !withoutList.includes(kind));
  const lists: string[] = [
    paths.online.pattern,
    paths.offline.pattern,
    paths.partnerUsers.pattern,
    ...kinds.flatMap((kind) => definitionOf(kind).path ?? []).map((path) => `/dashboard/${path}`),
  ];
  await navigate(page, paths.partners.list.href());
  const [partner = ''] = (await linksOf(page)).flatMap((link) => /partners\/([0-9a-f]{24})/.exec(link)?.[1] ?? []);
  for (const pattern of lists) {
    await navigate(page, pattern.replace(':partner', partner));
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await problemsOf(page), `${pattern} at ${width} px`).toEqual([]);
      await expectFits(page, `${pattern} at ${width} px`);
    }
  }
});
