import type { Locator, Page } from 'playwright/test';
import type { Flag } from '../../contract/flags.ts';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { expectLoaded, chooseAct, navigate, openForm } from '../support/screens.ts';
import { picture } from '../support/uploads.ts';
import { say } from '../support/words.ts';

type Word = Parameters<typeof say>[1];

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A call besides the page, like another person's browser with the same permissions. */
function call<Answer = { id: string; etag: string }>(
  page: Page,
  method: string,
  path: string,
  { body, etag }: { body?: object; etag?: string } = {},
): Promise<Answer> {
  return page.evaluate(
    async (sent) => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string };
      const answer = await fetch(`/api/${sent.path}`, {
        method: sent.method,
        headers: {
          Authorization: `Token ${token}`,
          'Idempotency-Key': crypto.randomUUID(),
          ...(sent.body ? { 'Content-Type': 'application/json' } : {}),
          ...(sent.etag ? { 'If-Match': sent.etag } : {}),
        },
        body: sent.body ? JSON.stringify(sent.body) : undefined,
      });
      if (!answer.ok) throw new Error(`${sent.method} ${sent.path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Answer;
    },
    { method, path, body, etag },
  );
}

type Kind = {
  /** The path of the list and of the calls; `{partner}` is one that the test has added. */
  place: string;
  api: string;
  add: Word;
  /** The field with the name of a record. */
  label: Word;
  name: 'name' | 'title';
  /** Fills in other required fields. */
  more?: (page: Page) => Promise<void>;
  /** The error for a duplicate name. */
  taken?: Word;
  /** The flag that it needs. */
  flag?: Flag;
};

const kinds: Kind[] = [
  {
    place: 'contacts',
    api: 'contacts/',
    add: 'contacts:add',
    label: 'contacts:name',
    name: 'name',
    more: (page) => page.getByLabel(say('en', 'contacts:phoneNumber')).fill('+44 20 7946 0958'),
  },
  {
    place: 'departments',
    flag: 'departments',
    api: 'departments/',
    add: 'departments:add',
    label: 'departments:name',
    name: 'name',
    taken: 'errors:department_taken',
  },
  {
    place: 'partners/categories',
    api: 'partner_categories/',
    add: 'partnerCategories:add',
    label: 'partnerCategories:name',
    name: 'name',
    taken: 'errors:category_taken',
  },
  {
    place: 'closure',
    api: 'closure_categories/',
    add: 'closureCategories:add',
    label: 'closureCategories:title',
    name: 'title',
  },
  {
    place: 'sliders',
    flag: 'sliders',
    api: 'sliders/',
    add: 'sliders:add',
    label: 'sliders:name',
    name: 'title',
    more: async (page) => {
      const file = { name: 'rings.png', mimeType: 'image/png', buffer: await picture() };
      await main(page).locator('input[type="file"]').setInputFiles(file);
      await expect(page.getByText(say('en', 'files:sent', { name: 'rings.png' }))).toBeAttached();
    },
  },
  {
    place: 'partners/{partner}/venues',
    api: 'partners/{partner}/venues/',
    add: 'venues:add',
    label: 'venues:name',
    name: 'name',
  },
  {
    place: 'partners/{partner}/videos',
    flag: 'videos',
    api: 'partners/{partner}/videos/',
    add: 'videos:add',
    label: 'videos:name',
    name: 'title',
    more: async (page) => {
      await main(page).getByText(say('en', 'videos:link'), { exact: true }).first().click();
      await main(page)
        .getByRole('textbox', { name: say('en', 'videos:link') })
        .fill('https://film.example/1');
    },
  },
];

/** Expects messages at the top centre of the window. */
async function expectTopCentre(page: Page, message: Locator): Promise<void> {
  const around = page.locator('[role="region"] [role="alertdialog"]').filter({ has: message });
  await expect
    .poll(async () => {
      const box = await around.last().boundingBox();
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
      return box && [Math.abs(box.x + box.width / 2 - width / 2) < 24, box.y < height / 5];
    })
    .toEqual([true, true]);
}

// R19, R37, R70, R71, R111, R143, R173, R175, R183
test('records of every kind: list, create, edit, conflict, delete', async ({ journeyOn }) => {
  const here = await journeyOn('dev', { inEnglish: true });
  const page = await here.enter({ who: 'manager' });
  await page.goto(here.url);
  await expectLoaded(page);
  const { id: partner } = await call(page, 'POST', 'partners/', {
    body: { name: 'Walked through', slug: `walked-${Date.now()}` },
  });
  const offered = kinds.filter(({ flag }) => flag === undefined || here.tenant.flags[flag]);
  for (const [turn, { add, label, name, more, taken, ...kind }] of offered.entries())
    await test.step(kind.place, async () => {
      const [place, api] = [kind.place, kind.api].map((path) => path.replace('{partner}', partner));
      const field = () => page.getByLabel(say('en', label), { exact: true });
      const link = (called: string) => main(page).getByRole('row').getByRole('link', { name: called, exact: true });
      const create = async (called: string) => {
        await navigate(page, `/dashboard/${place}`);
        await main(page)
          .getByRole('link', { name: say('en', add) })
          .first()
          .click();
        await expect(page).toHaveURL(/\/create$/);
        await field().fill(called);
        await more?.(page);
        await button(page, say('en', 'crud:create')).click();
      };
      await create('Þula <b>one</b>');
      await expectTopCentre(page, page.getByText(say('en', 'crud:created', { name: 'Þula <b>one</b>' })).first());
      await expect(page).not.toHaveURL(/\/create$/);
      if (taken) {
        await create('ÞULA <B>ONE</B>');
        await expect(page.getByText(say('en', taken))).toBeVisible();
        await main(page)
          .getByRole('link', { name: say('en', 'crud:cancel') })
          .click();
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: say('en', 'ui:unsavedLeave') })
          .click();
      }
      // Some open after they are added, the others stay in their list.
      if (taken || !/[0-9a-f]{24}$/.test(page.url())) {
        // Another journey may have added more than a page of records.
        await page.goto(`${here.url}dashboard/${place}?page_size=100`);
        await link('Þula <b>one</b>').click();
      }
      await expect(heading(page)).toHaveText('Þula <b>one</b>');

      // Another person saves first: every other time their values stay.
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await openForm(page);
      await field().fill('Þula two');
      const { etag } = await call(page, 'GET', `${api}${id}/`);
      await call(page, 'PATCH', `${api}${id}/`, { etag, body: { [name]: 'Þula three' } });
      await button(page, say('en', 'crud:save')).click();
      const question = page.getByRole('alertdialog', { name: say('en', 'crud:conflictTitle') });
      await expect(question.getByRole('row', { name: `${say('en', label)} Þula three Þula two` })).toBeVisible();
      const isMine = turn % 2 === 0;
      await question
        .getByRole('button', { name: say('en', isMine ? 'crud:conflictMine' : 'crud:conflictTheirs') })
        .click();
      const left = isMine ? 'Þula two' : 'Þula three';
      await expect(heading(page)).toHaveText(left);

      await chooseAct(page, say('en', 'crud:delete'));
      await page
        .getByRole('alertdialog', { name: say('en', 'crud:deleteTitle', { name: left }) })
        .getByRole('button', { name: say('en', 'crud:delete') })
        .click();
      await expect(page).toHaveURL(new RegExp(`/dashboard/${place}(\\?page_size=100)?$`));
      await expectLoaded(page);
      await expect(link(left)).toHaveCount(0);
    });
});

// R119, R157, R176
test('queues: an owner moves them by keys, emergency stays first, each with a priority of its own; a manager reads them', async ({
  journeyOn,
}) => {
  const here = await journeyOn('dev', { needs: ['queues'], inEnglish: true });
  const isOneReserved = here.tenant.reservedQueuePriorities.length === 1;
  const priority = isOneReserved ? 2 : 3;
  const page = await here.enter();
  await page.goto(`${here.url}dashboard/queues`);
  const notice = say('en', isOneReserved ? 'queues:reservedOne' : 'queues:reservedTwo');
  await expect(main(page).getByText(notice)).toBeVisible();
  const rows = main(page).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  await expect(rows.filter({ hasText: 'Emergency' })).toHaveCount(0);
  const last = ((await rows.last().locator('strong').textContent()) ?? '').trim();
  await main(page)
    .getByRole('button', { name: say('en', 'arrange:menu', { name: last }) })
    .click();
  await page.getByRole('menuitem', { name: say('en', 'arrange:first') }).click();
  await expect(rows.first()).toContainText(`${last}Priority: ${priority}`);
  await expectAccessible(page, 'the queues');
  await page.reload();
  await expect(rows.first()).toContainText(`${last}Priority: ${priority}`);
  const manager = await here.enter({ who: 'manager' });
  await manager.goto(`${here.url}dashboard/queues`);
  await expect(main(manager).getByText(new RegExp(`: ${priority}$`))).toBeVisible();
  await expect(main(manager).getByText(say('en', 'queues:ownersOrder'))).toBeVisible();
  await expect(main(manager).getByRole('button')).toHaveCount(0);
});
