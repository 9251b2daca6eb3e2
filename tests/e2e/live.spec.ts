import type { Page } from 'playwright/test';
import { randomId } from '../../server/randomId.ts';
import { expect, test } from '../support/browser.ts';
import { platformFrom } from '../support/pageCalls.ts';

const main = (page: Page) => page.getByRole('main');

test('changes of others appear in every tab through one stream, and a form shows who else edits', async ({
  journeyOn,
}) => {
  const here = await journeyOn('dev', { inEnglish: true });
  const id = randomId();
  const name = `Desk ${id.slice(0, 6)}`;
  await here.sql(
    `insert into contacts (id, name, "phoneNumber", created) values ('${id}', '${name}', '+442079460958', now())`,
  );
  const [owner, manager] = [await here.enter(), await here.enter({ who: 'manager' })];
  const streams: string[] = [];
  const tab = await owner.context().newPage();
  for (const page of [owner, tab])
    page.on('request', (request) => request.url().includes('/api/events/') && streams.push(request.url()));
  const list = `${here.url}dashboard/contacts?search=${name.slice(5)}`;
  await owner.goto(list);
  await tab.goto(list);
  for (const page of [owner, tab]) await expect(main(page).getByRole('link', { name })).toBeVisible();
  expect(streams).toHaveLength(1);

  await owner.goto(`${here.url}dashboard/contacts/${id}/edit`);
  await manager.goto(`${here.url}dashboard/contacts/${id}/edit`);
  await expect(main(owner).getByText(/is also editing this$/)).toBeVisible();
  await expect(main(manager).getByText(/is also editing this$/)).toBeVisible();

  await manager.getByLabel(here.say('contacts:name')).fill(`${name} by day`);
  await manager.getByRole('button', { name: here.say('crud:save'), exact: true }).click();
  await expect(main(tab).getByRole('link', { name: `${name} by day` })).toBeVisible();
  await manager.goto(`${here.url}dashboard`);
  await expect(main(owner).getByText(/is also editing this$/)).toBeHidden();
});

test('a live request that waits is in the top bar of every page and in the title, until it is answered', async ({
  journeyOn,
}) => {
  const here = await journeyOn('dev', { needs: ['live'], inEnglish: true });
  const [owner, page] = [await here.enter(), await here.enter({ who: 'manager' })];
  await here.sql(`update interpretations set ended = created where outcome = 'waiting'`);
  await owner.goto(`${here.url}dashboard`);
  await page.goto(`${here.url}dashboard/contacts`);
  await expect(page).toHaveTitle(/^Contacts/);
  const report = await platformFrom(owner);
  const request = {
    channel: 'live',
    session_mode: 'VRI',
    location_type: 'site',
    queue_type: 'social',
    category: 'Health',
  };
  await report('signboard.request.created', 'request-1', request, new Date(Date.now() - 2 * 60_000));
  const pill = page.getByRole('banner').getByRole('link', { name: /^Requests waiting: 1/ });
  await expect(pill).toContainText(/longest 2:\d\d/);
  await expect(page).toHaveTitle(/^\(1\) Contacts/);
  await report('signboard.request.ended', 'request-1', {});
  await expect(pill).toBeHidden();
  await expect(page).toHaveTitle(/^Contacts/);
});
