import type { Page } from 'playwright/test';
import { enter, expect, expectAccessible, test } from '../support/browser.ts';
import { say } from '../support/words.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const collections = [
  {
    path: 'dashboard/contacts',
    table: 'contacts',
    add: 'contacts:add',
    title: 'contacts:title',
    name: 'contacts:name',
    more: { label: 'contacts:phoneNumber', value: '+44 20 7946 0958', shown: '+442079460958' },
    taken: null,
  },
  {
    path: 'dashboard/departments',
    table: 'departments',
    add: 'departments:add',
    title: 'departments:title',
    name: 'departments:name',
    more: null,
    taken: 'errors:department_taken',
  },
  {
    path: 'dashboard/partners/categories',
    table: 'partner_categories',
    add: 'partnerCategories:add',
    title: 'partnerCategories:title',
    name: 'partnerCategories:name',
    more: null,
    taken: 'errors:category_taken',
  },
] as const;

for (const { path, table, add, title, name, more, taken } of collections) {
  test(`${path}: list, create, edit, conflict, delete`, async ({ browser, product, faults }) => {
    const page = await enter({ browser, product, faults }, 'dev', { who: 'manager' });
    const create = async (called: string) => {
      await page.goto(`${product.urlOf('dev')}${path}/create`);
      await page.getByLabel(say('en', name), { exact: true }).fill(called);
      if (more) await page.getByLabel(say('en', more.label)).fill(more.value);
      await button(page, say('en', 'crud:create')).click();
    };
    await page.goto(`${product.urlOf('dev')}${path}`);
    await expect(
      main(page)
        .getByRole('link', { name: say('en', add) })
        .first(),
    ).toHaveAttribute('href', `/${path}/create`);
    await create('Þula <b>one</b>');
    await expect(heading(page)).toHaveText(say('en', title));
    const row = main(page).getByRole('row', { name: /Þula <b>one/ });
    if (more) await expect(row.getByText(more.shown)).toBeVisible();
    if (taken) {
      await create('ÞULA <B>ONE</B>');
      await expect(page.getByText(say('en', taken))).toBeVisible();
      await button(page, say('en', 'crud:cancel'))
        .or(page.getByRole('link', { name: say('en', 'crud:cancel') }))
        .click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('en', 'ui:unsavedLeave') })
        .click();
    }
    await row.getByRole('link').click();
    await page.getByLabel(say('en', name), { exact: true }).fill('Þula two');
    await product.sql('dev', `update ${table} set name = 'Þula three' where name = 'Þula <b>one</b>'`);
    await button(page, say('en', 'crud:save')).click();
    const question = page.getByRole('alertdialog', { name: say('en', 'crud:conflictTitle') });
    await expect(question.getByRole('row', { name: 'Name Þula three Þula two' })).toBeVisible();
    await question.getByRole('button', { name: say('en', 'crud:conflictTheirs') }).click();
    await expect(heading(page)).toHaveText('Þula three');
    await expectAccessible(page, `a record of ${path}`);
    await button(page, say('en', 'crud:delete')).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('en', 'crud:delete') })
      .click();
    await expect(heading(page)).toHaveText(say('en', title));
    await expect(main(page).getByText('Þula three', { exact: true })).toHaveCount(0);
  });
}

test('an interpreter reads contacts and changes none', async ({ browser, product, faults }) => {
  await product.sql(
    'dev',
    `insert into contacts (id, name, "phoneNumber", created) values ('00000000000000000000c0de', 'Front desk', '+442079460958', now())`,
  );
  const page = await enter({ browser, product, faults }, 'dev', { who: 'interpreter' });
  await page.goto(`${product.urlOf('dev')}dashboard/contacts`);
  await page.getByRole('link', { name: 'Front desk' }).click();
  await expect(page.getByLabel(say('en', 'contacts:name'), { exact: true })).not.toBeEditable();
  await expect(button(page, say('en', 'crud:save'))).toHaveCount(0);
  await expect(button(page, say('en', 'crud:delete'))).toHaveCount(0);
});

test('queues: an owner sets priorities, but never a reserved one; a manager reads them', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, 'dev');
  await page.goto(`${product.urlOf('dev')}dashboard/queues`);
  const form = page.getByRole('form', { name: 'Commercial' });
  await form.getByLabel(say('en', 'queues:priority')).fill('1');
  await form.getByRole('button').click();
  await expect(form.getByText(say('en', 'queues:reservedOne'))).toBeVisible();
  await form.getByLabel(say('en', 'queues:priority')).fill('7');
  await form.getByRole('button').click();
  await expect(page.getByText(say('en', 'queues:saved', { queue: 'Commercial', priority: '7' }))).toBeVisible();
  await expectAccessible(page, 'queues');
  const manager = await enter({ browser, product, faults }, 'dev', { who: 'manager' });
  await manager.goto(`${product.urlOf('dev')}dashboard/queues`);
  await expect(main(manager).getByText(/: 7$/)).toBeVisible();
  await expect(main(manager).getByRole('textbox')).toHaveCount(0);
});

test('the trail tells an owner who did what, with the values before and after', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, 'dev');
  await page.goto(`${product.urlOf('dev')}dashboard/queues`);
  const form = page.getByRole('form', { name: 'Social' });
  await form.getByLabel(say('en', 'queues:priority')).fill('42');
  await form.getByRole('button').click();
  await expect(page.getByText(say('en', 'queues:saved', { queue: 'Social', priority: '42' }))).toBeVisible();
  await page.goto(`${product.urlOf('dev')}dashboard/audit?collection=queue_priorities`);
  await main(page)
    .getByRole('row', { name: /social/ })
    .getByRole('button', { name: say('en', 'audit:show') })
    .click();
  await expect(page.getByRole('dialog').getByRole('row', { name: 'priority – 42' })).toBeVisible();
  await expectAccessible(page, 'what a write changed');
});
