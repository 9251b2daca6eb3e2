import type { Locator, Page } from 'playwright/test';
import type { NotificationsPage } from '../../contract/notifications.ts';
import type { Reservation } from '../../contract/reservations.ts';
import type { User } from '../../contract/users.ts';
import { takesPart } from '../../contract/reservationRules.ts';
import { aWednesday } from '../support/aWednesday.ts';
import { expect, type Here, type Product, test } from '../support/browser.ts';
import { callFrom } from '../support/callFrom.ts';
import { openMailbox, type ReceivedMail } from '../support/mailbox.ts';
import { openForm } from '../support/screens.ts';

/** Who interprets in the week, and for whom. */
const interpreters = ['Ada', 'Bea', 'Cleo', 'Dora', 'Enno', 'Finn'] as const;
const customers = ['Gil', 'Hana', 'Ivo'] as const;
const bookings = Array.from({ length: 15 }, (_, index) => `Visit ${String(index + 1).padStart(2, '0')}`);
const times = ['09:00', '11:00', '14:00'] as const;
/** The last one is a court day for two. */
const neededFor = (name: string) => (name === bookings.at(-1) ? 2 : 1);

const afterDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const anHourLater = (time: string) => `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}:00`;

const main = (page: Page) => page.getByRole('main');
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });

/** A mail: its reader, its news and the booking it is about. */
const newsLine = (who: string, what: string, booking: string) => `${who}: ${what}, ${booking}`;

/** Plays a week on a deployment as its people live it. */
async function playWeek(
  {
    here,
    urlOf,
    viewport,
    weeks,
  }: { here: Here; urlOf: Product['urlOf']; weeks: number } & {
    viewport: { width: number; height: number };
  },
  wanted: number,
) {
  const { say: w, sql } = here;
  const size = { viewport, hasTouch: viewport.width < 600 };
  const monday = afterDays(aWednesday(210 + 7 * weeks), -2);
  const planner = await here.enter({ who: 'manager', ...size });
  const url = `${here.url}dashboard/reservations`;
  await planner.goto(`${here.url}dashboard/notifications`);
  await expect(main(planner)).toBeVisible();

  // Their names and addresses are of this week alone.
  const nameOf = (first: string) => `${first} Week${weeks}`;
  const localPart = (first: string) => `${first.toLowerCase()}.week${weeks}`;
  const idOf = (index: number) => `${String(weeks).padStart(22, '0')}b${index}`;
  const everybody = [...interpreters, ...customers];
  const personOf = new Map(everybody.map((first) => [here.emailOf(localPart(first)), first as string]));
  for (const [index, first] of everybody.entries())
    await sql(
      `insert into users (id, email, first_name, last_name, role, approval_status, created, languages, password_hash)
       select '${idOf(index)}', '${here.emailOf(localPart(first))}', '${first}', 'Week${weeks}',
         '${index < interpreters.length ? 'interpreter' : 'deaf'}', 'approved', now(), '{}', password_hash
       from users where email = '${here.emailOf('interpreter')}'`,
    );
  for (const [index] of interpreters.entries())
    await callFrom(planner, 'POST', 'schedules/', {
      interpreter: idOf(index),
      date: monday,
      until: afterDays(monday, 4),
      repeat: 'weekdays',
      time_from: '08:00',
      time_to: '18:00',
      location_type: 'remote',
      request_type: 'online',
      allowReservations: true,
    });
  const planners = (
    await callFrom<{ results: User[] }>(planner, 'GET', 'users/?role[]=owner&role[]=manager&page_size=100')
  ).results.map(({ email }) => email);
  const [me, owner] = [here.emailOf('manager'), here.emailOf('owner')];

  // The mailbox of everybody, and the bells of those who have a page open.
  const mailbox = await openMailbox(planner.context(), here, { urlOf });
  const nameFor = (email: string) =>
    personOf.get(email) ??
    (email === me ? 'manager' : email === owner ? 'owner' : planners.includes(email) ? '' : email);
  // Other planners read the same as the owner.
  const linesOf = (mail: ReceivedMail) =>
    mail.to.flatMap((email) =>
      nameFor(email)
        ? mailbox.newsIn(mail, bookings).map(({ kind, about }) => newsLine(nameFor(email), kind, about))
        : [],
    );
  const pages = new Map<string, Page>([['manager', planner]]);
  const bellOf = (page: Page) => callFrom<NotificationsPage>(page, 'GET', 'notifications/?page_size=100');
  const enter = async (first: string) => {
    const page = pages.get(first) ?? (await here.enter({ who: localPart(first), ...size }));
    if (!pages.has(first)) await page.goto(`${here.url}dashboard/notifications`);
    pages.set(first, page);
    await expect(main(page)).toBeVisible();
    return page;
  };
  const seen = new Map<string, string[]>();
  const ids = new Map<string, string>();

  /** Expects these mails since the last step and no others; and in the bells the same titles. */
  const expectTold = async (lines: string[]) => {
    // Nobody waits until a decision can no longer be undone.
    await sql('update reservation_undos set until = clock_timestamp()');
    let fresh: ReceivedMail[] = [];
    await expect(async () => {
      fresh = await mailbox.read();
      expect(fresh.flatMap(linesOf).toSorted()).toEqual(lines.toSorted());
    }).toPass();
    mailbox.settle(fresh);
    for (const { to, subject, text } of fresh)
      if (bookings.some((name) => text.includes(name)))
        for (const email of to) seen.set(nameFor(email), [...(seen.get(nameFor(email)) ?? []), subject]);
    for (const [first, page] of pages) {
      const { results } = await bellOf(page);
      // What is no longer theirs leads to the list.
      const ends = ['/dashboard/reservations', ...ids.values()];
      const about = results.filter(({ path }) => ends.some((end) => path?.endsWith(end)));
      const titles = about.map(({ title }) => title);
      expect(titles.toSorted(), `the bell of ${first}`).toEqual((seen.get(first) ?? []).toSorted());
    }
  };

  const read = (name: string) => callFrom<Reservation>(planner, 'GET', `reservations/${ids.get(name)}/`);
  const teamOf = async (name: string) =>
    (await read(name)).interpreters.filter(takesPart).map((interpreter) => interpreter.name.split(' ')[0] ?? '');
  const customerOf = (name: string) => customers[bookings.indexOf(name) % customers.length] ?? '';

  // Every press of a button, choice, and field that is filled in is one interaction of the planner.
  let interactions = 0;
  const count = async (act: Promise<unknown>) => {
    interactions += 1;
    await act;
  };
  // A pointer that stays over a toast would keep it, which a finger does not.
  const press = (of: Locator) => count(size.hasTouch ? of.tap() : of.click());
  const view = (narrowing: string) => `${url}?${narrowing}&from_day=${monday}&to_day=${afterDays(monday, 4)}`;
  const openFrom = async (narrowing: string, name: string) => {
    await planner.goto(view(narrowing));
    await press(main(planner).getByRole('link', { name, exact: true }));
    await expect(planner.getByRole('heading', { level: 1 })).toHaveText(name);
  };
  const expectStatus = (page: Page, status: 'pending' | 'approved') =>
    expect(
      main(page)
        .getByText(w(`reservations:statuses.${status}`), { exact: true })
        .first(),
    ).toBeVisible();
  /** Expects what the page says about a person, on the page of a booking. */
  const expectAnswer = (page: Page, first: string, answer: string) =>
    expect(
      main(page)
        .getByRole('listitem')
        .filter({ hasText: nameOf(first) })
        .first(),
    ).toContainText(answer);
  const approveWithBest = button(
    main(planner).locator('header'),
    new RegExp(`^${w('reservations:approveWith', { name: '.+' })}$`),
  );
  const assignBest = button(
    main(planner).locator('header'),
    new RegExp(`^${w('reservations:assignNamed', { name: '.+' })}$`),
  );
  const booked = () => w('reservations:bookedBy', { name: '' }).split(' ')[0] ?? '';

  /** An interpreter answers on the page that their bell leads to. */
  const answer = async (first: string, name: string, act: 'accept' | 'decline' | 'hand_back', message = '') => {
    const page = await enter(first);
    await page.goto(`${here.url}dashboard/notifications`);
    await main(page)
      .locator(`a[href$="${ids.get(name)}"]`)
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await button(main(page), w(`reservations:acts.${act}`)).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(message);
    await button(dialog, w(`reservations:acts.${act}`)).click();
    await expect(dialog).toBeHidden();
    return page;
  };

  for (const [index, name] of bookings.slice(0, wanted).entries()) {
    const made = await callFrom<Reservation>(planner, 'POST', 'reservations/', {
      name,
      date: afterDays(monday, Math.floor(index / times.length)),
      time_from: times[index % times.length],
      time_to: anHourLater(times[index % times.length] ?? ''),
      type: 'remote',
      customer: idOf(interpreters.length + (index % customers.length)),
      interpreters_needed: neededFor(name),
    });
    ids.set(name, made.id);
  }
  await expectTold(bookings.slice(0, wanted).map((name) => newsLine('owner', 'added', name)));

  return {
    here,
    planner,
    enter,
    answer,
    read,
    teamOf,
    customerOf,
    expectTold,
    expectStatus,
    expectAnswer,
    openFrom,
    press,
    count,
    approveWithBest,
    assignBest,
    booked,
    idOf: (name: string) => ids.get(name) ?? '',
    interactions: () => interactions,
  };
}

type Week = Awaited<ReturnType<typeof playWeek>>;

/** Somebody who is asked or booked for a booking now. */
const firstOf = async (week: Week, name: string) => (await week.teamOf(name))[0] ?? '';

/** The acts of a week, in order. Each step checks all mails since the step before, and the pages of everybody concerned. */
const steps = {
  'an approval is undone, and nobody hears of it': async (week, [name = '']) => {
    const { planner, press, approveWithBest, expectStatus, expectTold, here } = week;
    await week.openFrom('open=true', name);
    await press(approveWithBest);
    await press(button(planner, here.say('reservations:undo')));
    await expect(planner.getByText(here.say('reservations:undone')).first()).toBeVisible();
    await expectStatus(planner, 'pending');
    expect(await week.teamOf(name)).toEqual([]);
    await expectTold([]);
  },

  'all are approved, each with the best': async (week, names) => {
    const { planner, press, approveWithBest, expectStatus, expectTold, here } = week;
    await week.openFrom('open=true', names[0] ?? '');
    for (const [index, name] of names.entries()) {
      if (index > 0) await press(main(planner).getByRole('link', { name: /\(\d+\)$/ }));
      await expect(planner.getByRole('heading', { level: 1 })).toHaveText(name);
      await press(approveWithBest);
      await expectStatus(planner, 'approved');
    }
    const teams = await Promise.all(names.map(async (name) => ({ name, team: await week.teamOf(name) })));
    expect(teams.map(({ team }) => team.length)).toEqual(names.map(neededFor));
    await expectTold(
      teams.flatMap(({ name, team }) => [
        newsLine(week.customerOf(name), 'approved', name),
        ...team.map((first) => newsLine(first, 'assigned', name)),
      ]),
    );
    await week.expectAnswer(planner, teams.at(-1)?.team[0] ?? '', week.booked());
    await expect(main(planner).getByText(here.say('reservations:responses.accepted'))).toHaveCount(0);
  },

  'an interpreter declines: the planners know why, the customer hears nothing': async (week, [name = '']) => {
    const { planner, here } = week;
    const ill = await firstOf(week, name);
    await week.answer(ill, name, 'decline', 'Influenza');
    await week.expectTold([
      newsLine('manager', 'declined', name),
      newsLine('owner', 'declined', name),
      newsLine(ill, 'taken_off', name),
    ]);
    await week.openFrom('short=true', name);
    await week.expectStatus(planner, 'approved');
    await week.expectAnswer(planner, ill, here.say('reservations:responses.declined'));
    await week.expectAnswer(planner, ill, 'Influenza');
  },

  'somebody else takes it, in two clicks': async (week, [name = '']) => {
    await week.openFrom('short=true', name);
    await week.press(week.assignBest);
    await expect.poll(() => week.teamOf(name)).toHaveLength(1);
    const coming = await firstOf(week, name);
    await week.expectTold([newsLine(coming, 'assigned', name), newsLine(week.customerOf(name), 'reassigned', name)]);
    await week.expectAnswer(week.planner, coming, week.booked());
  },

  'an interpreter accepts, and hands it back: the customer hears nothing': async (week, [, name = '']) => {
    const { planner, here } = week;
    const first = await firstOf(week, name);
    await week.answer(first, name, 'accept');
    await week.expectTold([newsLine('manager', 'accepted', name)]);
    await week.answer(first, name, 'hand_back', 'Court');
    await week.expectTold([
      newsLine('manager', 'handed_back', name),
      newsLine('owner', 'handed_back', name),
      newsLine(first, 'taken_off', name),
    ]);
    await week.openFrom('uncovered=true', name);
    await week.expectStatus(planner, 'approved');
    await week.expectAnswer(planner, first, here.say('reservations:responses.handed_back'));
  },

  'it is offered to three, and the first who accepts has it': async (week, [, name = '']) => {
    const { planner, here, press } = week;
    await week.openFrom('short=true', name);
    await press(button(planner, here.say('reservations:offering.open')));
    await press(button(planner.getByRole('dialog'), here.say('reservations:offering.send')));
    await expect(planner.getByRole('dialog')).toBeHidden();
    const offered = (await week.read(name)).interpreters.flatMap(({ name: whole, response }) =>
      response === 'offered' ? (whole.split(' ')[0] ?? '') : [],
    );
    expect(offered).toHaveLength(3);
    await week.expectTold(offered.map((first) => newsLine(first, 'offered', name)));
    const [fast = '', slow = '', third = ''] = offered;
    const late = await week.enter(slow);
    await late.goto(`${here.url}dashboard/reservations/${week.idOf(name)}`);
    await expect(button(main(late), here.say('reservations:acts.accept'))).toBeVisible();
    await week.answer(fast, name, 'accept');
    await week.expectTold([
      newsLine('manager', 'accepted', name),
      newsLine('owner', 'accepted', name),
      newsLine(fast, 'assigned', name),
      newsLine(slow, 'offer_taken', name),
      newsLine(third, 'offer_taken', name),
      newsLine(week.customerOf(name), 'reassigned', name),
    ]);
    await expect(button(main(late), here.say('reservations:acts.accept'))).toHaveCount(0);
    await planner.reload();
    await week.expectAnswer(planner, fast, here.say('reservations:responses.accepted'));
  },

  'a planner replaces somebody in one act': async (week, [, , name = '']) => {
    const { planner, here, press } = week;
    const going = await firstOf(week, name);
    await week.openFrom('status=approved&ordering=start', name);
    await press(button(planner, here.say('reservations:findFree')));
    const free = main(planner).getByRole('region', { name: here.say('reservations:free') });
    await press(button(free, new RegExp(`^${here.say('reservations:assignNamed', { name: '.+' })}$`)).first());
    await press(button(planner.getByRole('alertdialog'), here.say('reservations:assign')));
    await expect(planner.getByRole('alertdialog')).toBeHidden();
    const coming = await firstOf(week, name);
    expect(coming).not.toBe(going);
    await week.expectTold([
      newsLine(coming, 'assigned', name),
      newsLine(going, 'taken_off', name),
      newsLine(week.customerOf(name), 'reassigned', name),
    ]);
    await expect(main(planner).getByText(here.say('reservations:ofNeeded', { number: 1, needed: 1 }))).toBeVisible();
  },

  'the customer changes the time: everybody is asked again': async (week, [, , , name = '']) => {
    const { planner, here, press, count } = week;
    const first = await firstOf(week, name);
    await week.answer(first, name, 'accept');
    await week.expectTold([newsLine('manager', 'accepted', name)]);
    await week.openFrom('status=approved&ordering=start', name);
    await count(openForm(planner));
    await count(planner.getByLabel(here.say('reservations:from'), { exact: true }).fill('12:00'));
    await count(planner.getByLabel(here.say('reservations:to'), { exact: true }).fill('13:00'));
    await press(button(planner, here.say('crud:save')));
    await expect(planner.getByRole('heading', { level: 1 })).toHaveText(name);
    await week.expectTold([newsLine(first, 'changed_asked', name), newsLine(week.customerOf(name), 'changed', name)]);
    await week.expectStatus(planner, 'approved');
    await week.expectAnswer(planner, first, week.booked());
    const page = await week.answer(first, name, 'accept');
    await expect(main(page).getByText('12:00–13:00').first()).toBeVisible();
    await week.expectTold([newsLine('manager', 'accepted', name)]);
  },

  'one of a team of two declines: the other stays, somebody else comes': async (week, names) => {
    const { planner, here, press } = week;
    const name = names.at(-1) ?? '';
    const [staying = '', going = ''] = await week.teamOf(name);
    await week.answer(staying, name, 'accept');
    await week.expectTold([newsLine('manager', 'accepted', name)]);
    await week.answer(going, name, 'decline');
    await week.expectTold([
      newsLine('manager', 'declined', name),
      newsLine('owner', 'declined', name),
      newsLine(going, 'taken_off', name),
    ]);
    await week.openFrom('short=true', name);
    await expect(main(planner).getByText(here.say('reservations:ofNeeded', { number: 1, needed: 2 }))).toBeVisible();
    await press(week.assignBest);
    await expect.poll(() => week.teamOf(name)).toHaveLength(2);
    const coming = (await week.teamOf(name)).find((first) => first !== staying) ?? '';
    await week.expectTold([
      newsLine(coming, 'assigned', name),
      newsLine(staying, 'reassigned', name),
      newsLine(week.customerOf(name), 'reassigned', name),
    ]);
    await week.expectAnswer(planner, staying, here.say('reservations:responses.accepted'));
    await week.expectAnswer(planner, coming, week.booked());
  },
} satisfies Record<string, (week: Week, names: string[]) => Promise<void>>;

type Step = keyof typeof steps;
const approvals: Step = 'all are approved, each with the best';

/** Plays steps with a number of bookings. Returns the interactions of the planner by step. */
async function play(week: Week, wanted: number, played: readonly Step[]): Promise<Record<string, number>> {
  const needed: Record<string, number> = {};
  for (const step of played) {
    const before = week.interactions();
    await test.step(step, () => steps[step](week, bookings.slice(0, wanted)));
    needed[step] = week.interactions() - before;
  }
  return needed;
}

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

test('three bookings: approved with the best, undone, declined, replaced, offered; each person is told what happened', async ({
  journeyOn,
  product: { urlOf },
}) => {
  const here = await journeyOn('iceland', { needs: ['reservations'] });
  const week = await playWeek({ here, urlOf, viewport: desktop, weeks: 0 }, 3);
  await play(week, 3, [
    'an approval is undone, and nobody hears of it',
    approvals,
    'an interpreter declines: the planners know why, the customer hears nothing',
    'somebody else takes it, in two clicks',
    'an interpreter accepts, and hands it back: the customer hears nothing',
    'it is offered to three, and the first who accepts has it',
  ]);
});

for (const [weeks, { id, viewport, screen }] of [
  { id: 'lithuania', viewport: desktop, screen: 'a wide screen' },
  { id: 'lithuania', viewport: phone, screen: 'a phone' },
  { id: 'brazil', viewport: desktop, screen: 'a wide screen' },
  { id: 'brazil', viewport: phone, screen: 'a phone' },
].entries()) {
  test(
    `a week of fifteen bookings in ${id} on ${screen}: everybody reads exactly what happened`,
    { tag: '@release' },
    async ({ journeyOn, product: { urlOf } }, { annotations }) => {
      const here = await journeyOn(id, { needs: ['reservations'] });
      const week = await playWeek({ here, urlOf, viewport, weeks: weeks + 1 }, bookings.length);
      const needed = await play(week, bookings.length, Object.keys(steps) as Step[]);
      for (const [step, number] of Object.entries(needed))
        annotations.push({ type: 'interactions', description: `${number}: ${step}` });
      console.log(`${here.id}, ${screen}`, needed);
      expect(needed[approvals]).toBeLessThanOrEqual(35);
    },
  );
}
