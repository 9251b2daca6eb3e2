import type { Locator, Page } from 'playwright/test';
import type { AuditEntry } from '../../contract/audit.ts';
import type { Reservation } from '../../contract/reservations.ts';
import type { Language } from '../../contract/languages.ts';
import type { User } from '../../contract/users.ts';
import { regionalTexts } from '../../server/regionalTexts.ts';
import { expect, expectAccessible, type Here, type Product, test } from '../support/browser.ts';
import { aWednesday } from '../support/aWednesday.ts';
import { callFrom } from '../support/callFrom.ts';
import { expectFits } from '../support/visualCheck.ts';
import { chooseAct, openMore } from '../support/screens.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const idOf = (last: string) => `0000000000000000000000${last}`;

/** The only three interpreters at that night, and a customer who reads English. */
const people = {
  ill: { id: idOf('c1'), name: 'Illa Calm', email: 'illa.calm@example.org', role: 'interpreter', language: null },
  bo: { id: idOf('c2'), name: 'Bo Calm', email: 'bo.calm@example.org', role: 'interpreter', language: null },
  eve: { id: idOf('c3'), name: 'Eve Calm', email: 'eve.calm@example.org', role: 'interpreter', language: null },
  customer: { id: idOf('c4'), name: 'Carl Calm', email: 'carl.calm@example.org', role: 'deaf', language: 'en' },
} as const;

const day = aWednesday(24);

const add = ({ sql }: Here) =>
  Promise.all(
    Object.values(people).map(({ id: person, name, email, role, language }) =>
      sql(
        `insert into users (id, email, first_name, last_name, role, approval_status, created, languages, language)
         values ('${person}', '${email}', '${name.split(' ')[0]}', 'Calm', '${role}', 'approved', now(), '{}',
           ${language ? `'${language}'` : 'null'}) on conflict do nothing`,
      ),
    ),
  );

/** An approved reservation of the ill interpreter, from an hour of the night on. */
async function book(page: Page, name: string, hour: number): Promise<Reservation> {
  const made = await callFrom<Reservation>(page, 'POST', 'reservations/', {
    name,
    date: day,
    time_from: `0${hour}:00`,
    time_to: `0${hour}:45`,
    type: 'remote',
    customer: people.customer.id,
    interpreters: [people.ill.id],
  });
  return callFrom(page, 'POST', `reservations/${made.id}/approve/`, {}, made.etag);
}

const read = (page: Page, { id }: Reservation) => callFrom<Reservation>(page, 'GET', `reservations/${id}/`);

type MailTexts = { [part: string]: string | MailTexts };
const mailTexts = regionalTexts<MailTexts>('mails.json');

/** The fixed part of a mail's subject in a language, without names and days. */
function subjectIn(language: Language, { tenant }: Here, key: string): string {
  let words: string | MailTexts = mailTexts(language, tenant);
  for (const part of key.split('.')) words = typeof words === 'string' ? words : (words[part] ?? '');
  if (typeof words !== 'string') throw new Error(`${key} is not a text.`);
  const [longest = ''] = words.split(/\{\w+\}/).toSorted((a, b) => b.length - a.length);
  return longest.trim();
}

/** Waits for a mail to a person with one of the subjects. */
async function expectMail(
  page: Page,
  { urlOf }: Product,
  id: string,
  { email, subjects }: { email: string; subjects: string[] },
): Promise<void> {
  const subject = new RegExp(subjects.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'));
  const mails = await page.context().newPage();
  await expect(async () => {
    await mails.goto(`${urlOf('mail')}?deployment=${id}`);
    await expect(mails.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject })).not.toHaveCount(
      0,
      {
        timeout: 500,
      },
    );
  }).toPass();
  await mails.close();
}

for (const { id, only, ...screen } of [
  { id: 'estonia', viewport: { width: 1280, height: 900 } },
  {
    id: 'portugal',
    only: 'elsewhere the journey of estonia shows it on a wide screen',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  },
]) {
  test(
    `in ${id}, an interpreter falls ill, is suspended, moves and is deleted: every booking stays visible`,
    { tag: '@release' },
    async ({ product, journeyOn }) => {
      const here = await journeyOn(id, { needs: ['reservations'], only });
      test.skip(id === 'estonia' && here.id === 'portugal', 'the journey of portugal changes the same people');
      const { say: w } = here;
      const page = await here.enter({ who: 'manager', ...screen });
      await add(here);
      await page.goto(`${here.url}dashboard/users`);
      await expect(heading(page)).toBeVisible();
      for (const { id: interpreter, role } of Object.values(people)) {
        if (role !== 'interpreter') continue;
        await callFrom(page, 'POST', 'schedules/', {
          interpreter,
          date: day,
          repeat: 'once',
          time_from: '01:00',
          time_to: '08:00',
          location_type: 'remote',
          request_type: 'online',
          communication_type: 'interpretation',
          allowReservations: true,
        });
      }
      const first = await book(page, 'First night call', 2);
      const second = await book(page, 'Second night call', 3);
      const third = await book(page, 'Third night call', 4);

      await page.goto(`${here.url}dashboard/users/${people.ill.id}`);
      await chooseAct(page, w('users:suspend'));
      const question = page.getByRole('alertdialog', { name: w('users:suspendTitle', { name: people.ill.name }) });
      await question.getByLabel(w('users:reason'), { exact: true }).fill('Influenza');
      const outcomeOf = ({ name }: Reservation) =>
        question.getByRole('button', { name: `${w('reservations:decisions.outcome')}: ${name}` });
      await expect(outcomeOf(first)).toContainText('Bo Calm');
      await expectAccessible(page, 'the dialog before a suspension', { within: '[role=alertdialog]' });
      await expectFits(page, 'the dialog before a suspension');
      const choose = async (booking: Reservation, choice: string) => {
        await outcomeOf(booking).click();
        await page.getByRole('option', { name: choice }).click();
        // A closing list fades out; the next one must be the only one.
        await expect(page.getByRole('option')).toHaveCount(0);
      };
      await choose(first, 'Eve Calm');
      await choose(second, w('reservations:decisions.outcomes.pending'));
      await choose(third, w('reservations:decisions.outcomes.cancel'));
      await button(question, w('users:suspend')).click();
      await expect(question).toBeHidden();
      await expect(main(page).getByText('Influenza')).toBeVisible();

      expect(await read(page, first)).toMatchObject({
        status: 'approved',
        uncovered: false,
        interpreters: [{ id: people.eve.id }],
      });
      expect(await read(page, second)).toMatchObject({ status: 'pending', interpreters: [] });
      expect(await read(page, third)).toMatchObject({ status: 'cancelled' });
      // Everybody gets one mail in their language: the customer in English, the interpreters in the deployment's.
      const mailed = (email: string, language: Language, ...keys: string[]) =>
        expectMail(page, product, here.id, { email, subjects: keys.map((key) => subjectIn(language, here, key)) });
      const language = here.tenant.languages[0]?.value ?? 'en';
      await mailed(people.customer.email, 'en', 'several');
      await mailed(people.ill.email, language, 'people.suspended.subject', 'several');
      await mailed(people.eve.email, language, 'reservation.assigned.subject');

      // The substitute becomes unavailable in the database: the reservation shows as uncovered.
      await here.sql(`update users set approval_status = 'rejected' where id = '${people.eve.id}'`);
      await page.reload();
      const alert = new RegExp(w('reservations:waitingNumber', { number: '\\d+' }));
      const isPhone = 'hasTouch' in screen;
      if (isPhone) await page.getByRole('button', { name: alert }).click();
      await page.getByRole('link', { name: alert }).click();
      await main(page).locator('a[href$="?uncovered=true"]').click();
      await expect(page).toHaveURL(/reservations\?uncovered=true$/);
      await main(page).getByRole('link', { name: first.name }).click();
      await expect(heading(page)).toHaveText(first.name);
      await expect(main(page).getByText(w('reservations:uncovered'), { exact: true })).toBeVisible();
      await expect(main(page).getByText(w('reservations:obstacleHelp.inactive'))).toBeVisible();
      // Time, place and people are on the first screen, above all actions.
      await expect(main(page).getByText(people.customer.name).first()).toBeInViewport();
      await expect(main(page).locator('dl time').first()).toBeInViewport();
      await expectAccessible(page, 'a reservation that is not covered');
      await expectFits(page, 'a reservation that is not covered');
      await button(page, w('reservations:assignNamed', { name: people.bo.name })).click();
      const replacing = page.getByRole('alertdialog', {
        name: w('reservations:replaceAsk', { name: people.bo.name, others: people.eve.name }),
      });
      await button(replacing, w('reservations:assign')).click();
      await expect(main(page).getByText(w('reservations:uncovered'), { exact: true })).toBeHidden();

      await page.goto(`${here.url}dashboard/users/${people.ill.id}/edit`);
      const address = page.getByLabel(w('users:email'), { exact: true });
      await address.fill('illa.new@example.org');
      await button(page, w('crud:save')).click();
      await expect(page.getByText(w('crud:saved'), { exact: true })).toBeVisible();
      expect(await callFrom<User>(page, 'GET', `users/${people.ill.id}/`)).toMatchObject({
        email: 'illa.new@example.org',
      });
      await mailed(people.ill.email, language, 'people.email_left.subject');

      await chooseAct(page, w('crud:delete'));
      const last = page.getByRole('alertdialog', { name: w('crud:deleteTitle', { name: 'Calm, Illa' }) });
      await button(last, w('crud:delete')).click();
      await expect(heading(page)).toHaveText(w('users:title'));
      expect(await read(page, first)).toMatchObject({
        status: 'approved',
        uncovered: false,
        interpreters: [{ id: people.bo.id }],
      });

      const owner = await here.enter();
      await owner.goto(`${here.url}dashboard/audit`);
      await expect(heading(owner)).toBeVisible();
      const actsOn = async (record: string) =>
        (await callFrom<{ results: AuditEntry[] }>(owner, 'GET', `audit/?record=${record}&page_size=100`)).results.map(
          ({ act }) => act,
        );
      expect(await actsOn(people.ill.id)).toEqual(expect.arrayContaining(['suspend', 'update', 'delete']));
      expect(await actsOn(first.id)).toContain('assign');
      expect(await actsOn(second.id)).toContain('return_to_pending');
      expect(await actsOn(third.id)).toContain('cancel');
    },
  );
}

test(
  'the second of two taps has no effect: approving opens no form, deleting is not confirmed',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('portugal');
    const { say } = here;
    const id = idOf('d1');
    const page = await here.enter({
      who: 'manager',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await here.sql(`insert into users (id, email, first_name, last_name, role, approval_status, created, languages)
     values ('${id}', 'tapped@example.org', 'Tap', 'Twice', 'interpreter', 'pending', now(), '{}')`);
    await page.goto(`${here.url}dashboard/users/${id}`);
    const tapTwice = async (target: Locator) => {
      await target.scrollIntoViewIfNeeded();
      const box = await target.boundingBox();
      if (!box) throw new Error('The element has no box.');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.touchscreen.tap(x, y);
      await page.waitForTimeout(350);
      await page.touchscreen.tap(x, y);
    };
    const standing = async () => (await callFrom<User>(page, 'GET', `users/${id}/`)).approval_status;
    const approve = button(main(page), say('users:approve'));
    await tapTwice(approve);
    await expect(approve).toHaveCount(0);
    await expect.poll(standing).toBe('approved');
    expect(new URL(page.url()).pathname).toBe(`/dashboard/users/${id}`);

    const name = say('crud:deleteTitle', { name: 'Twice, Tap' });
    await openMore(page);
    await tapTwice(page.getByRole('menuitem', { name: say('crud:delete'), exact: true }));
    await expect(page.getByRole('alertdialog', { name })).toBeVisible();
    expect(await standing()).toBe('approved');
  },
);
