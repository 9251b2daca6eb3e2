import type { Locator, Page } from 'playwright/test';
import type { FreeInterpreters, Reservation } from '../../contract/reservations.ts';
import type { User } from '../../contract/users.ts';
import { takesPart } from '../../contract/reservationRules.ts';
import { addDays } from '../../server/schedule/wallTime.ts';
import { expect, type Here, type Product, test } from '../support/browser.ts';
import { callFrom } from '../support/callFrom.ts';
import { ways } from '../support/hands.ts';
import { openMailbox } from '../support/mailbox.ts';
import { expectLoaded } from '../support/screens.ts';

/** Who interprets by day and by night, and for whom. */
const byDay = ['Ada', 'Bea', 'Cleo', 'Dora', 'Enno', 'Finn', 'Gita', 'Hugo', 'Ines', 'Juna', 'Kaja', 'Liam'] as const;
const byNight = ['Mona', 'Nils'] as const;
const interpreters = [...byDay, ...byNight];
const customers = ['Otto', 'Pia', 'Quin', 'Rosa', 'Svea', 'Timo'] as const;
const everybody: readonly string[] = [...interpreters, ...customers];

/** The bookings of Monday to Friday that exist when the week begins. Customers have asked for two who will be ill and for one who goes on leave. */
const visitsOn = [
  { count: 12 },
  { count: 13, asked: 'Ada', at: ['08:30', '10:00', '11:30', '13:30', '15:00'] },
  { count: 12, asked: 'Bea', at: ['10:00', '13:30', '15:00'] },
  { count: 8 },
  { count: 12, asked: 'Finn', at: ['08:30', '15:00'] },
];
const times = ['08:30', '10:00', '11:30', '13:30', '15:00'];
const visits = visitsOn
  .flatMap(({ count, asked, at = [] }, day) =>
    Array.from({ length: count }, (_, index) => {
      const from = times[index % times.length] ?? '';
      return { day, from, asked: asked && index < times.length && at.includes(from) ? asked : null };
    }),
  )
  .map((visit, index) => ({ ...visit, name: `Visit ${String(index + 1).padStart(2, '0')}` }));
const [court, emergency, relay] = ['Court day', 'Emergency at the clinic', 'Night relay'] as const;
const names = [...visits.map(({ name }) => name), court, emergency, relay];

const main = (page: Page) => page.getByRole('main');
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const typed = (day: string) => day.split('-').toReversed().join('-');
const toldOf = (who: string, what: string, about: string) => `${who}: ${what}, ${about}`;

/** The bookings of some days that lack people: in the team, or who are on shift, not absent, and nowhere else. */
const recountOf = (from: string, to: string) => `
  select * from (
    select name, interpreters_needed > count(m) as short,
      status = 'approved' and interpreters_needed > count(m) filter (where
        exists (select from shifts s where s.interpreter_id = m.interpreter_id and s.state = 'enabled'
          and s.allow_reservations and s.starts <= r.starts and s.ends >= r.ends)
        and not exists (select from absences a where a.interpreter_id = m.interpreter_id
          and a.state in ('reported', 'approved') and a.starts < r.ends and a.ends > r.starts)
        and not exists (select from reservation_interpreters n join reservations other on other.id = n.reservation_id
          where n.interpreter_id = m.interpreter_id and other.id <> r.id and other.status = 'approved'
            and n.response in ('not_asked', 'asked', 'accepted') and other.starts < r.ends and other.ends > r.starts)
      ) as uncovered
    from reservations r left join reservation_interpreters m
      on m.reservation_id = r.id and m.response in ('not_asked', 'asked', 'accepted')
    where r.starts >= '${from}' and r.starts < '${to}' and r.status in ('pending', 'approved')
    group by r.id
  ) as counted where short or uncovered order by name`;

type Way = keyof typeof ways;

const customerOf = (name: string) => customers[names.indexOf(name) % customers.length] ?? '';

/** The Monday before the last Sunday of October, when clocks go back. */
function mondayBefore(year: number): string {
  const last = new Date(Date.UTC(year, 9, 31));
  return addDays(last.toISOString().slice(0, 10), -last.getUTCDay() - 6);
}

/** Opens the week of a clock change on a deployment: its people, their shifts, and the bookings that are known when it begins. */
async function openWeek({ here, urlOf, way, year }: { here: Here; urlOf: Product['urlOf']; way: Way; year: number }) {
  const { viewport, hasTouch, handsOf } = ways[way];
  const planner = await here.enter({ who: 'manager', viewport, hasTouch });
  await planner.goto(`${here.url}dashboard/notifications`);
  await expect(main(planner)).toBeVisible();
  const monday = mondayBefore(year);
  const dayOf = (index: number) => addDays(monday, index);
  const idOf = (first: string) => `${year}c${String(everybody.indexOf(first)).padStart(3, '0')}`.padStart(24, '0');
  const nameOf = (first: string) => `${first} Autumn${year}`;
  const localPart = (first: string) => `${first.toLowerCase()}.autumn${year}`;
  for (const first of everybody)
    await here.sql(
      `insert into users (id, email, first_name, last_name, role, approval_status, created, languages, password_hash)
       select '${idOf(first)}', '${here.emailOf(localPart(first))}', '${first}', 'Autumn${year}',
         '${customers.some((name) => name === first) ? 'deaf' : 'interpreter'}', 'approved', now(), '{}', password_hash
       from users where email = '${here.emailOf('interpreter')}'`,
    );
  const shift = { location_type: 'remote', request_type: 'online', allowReservations: true };
  for (const first of byDay)
    await callFrom(planner, 'POST', 'schedules/', {
      ...shift,
      interpreter: idOf(first),
      date: monday,
      until: dayOf(4),
      repeat: 'weekdays',
      time_from: '08:00',
      time_to: '18:00',
    });
  for (const first of byNight)
    await callFrom(planner, 'POST', 'schedules/', {
      ...shift,
      interpreter: idOf(first),
      date: dayOf(5),
      repeat: 'once',
      time_from: '22:00',
      time_to: '06:00',
    });

  const people = new Map([
    ...everybody.map((first) => [here.emailOf(localPart(first)), first] as const),
    ...['manager', 'owner'].map((who) => [here.emailOf(who), who] as const),
  ]);

  for (const { name, day, from, asked } of visits)
    await callFrom(planner, 'POST', 'reservations/', {
      name,
      date: dayOf(day),
      time_from: from,
      time_to: `${String(Number(from.slice(0, 2)) + 1).padStart(2, '0')}${from.slice(2)}`,
      type: 'remote',
      customer: idOf(customerOf(name)),
      interpreters: asked ? [idOf(asked)] : [],
    });
  // The story begins when everybody has read of these.
  await expect.poll(() => here.sql('select from mail_outbox')).toEqual([]);
  const mailbox = await openMailbox(planner.context(), here, { urlOf });

  /** Expects these news since the last step and no others. Codes of sign-ins and mails to other planners are left out. */
  const expectTold = async (lines: readonly string[]) => {
    await expect(async () => {
      // Nobody waits until a decision can no longer be undone.
      await here.sql('update reservation_undos set until = clock_timestamp()');
      const mails = await mailbox.read();
      const news = mails.flatMap((mail) =>
        mail.to.flatMap((email) => {
          const first = people.get(email);
          return first ? mailbox.newsIn(mail, names).map(({ kind, about }) => toldOf(first, kind, about)) : [];
        }),
      );
      expect(news.toSorted()).toEqual(lines.toSorted());
      mailbox.settle(mails);
    }).toPass();
  };
  /** The first names of those who can take a booking as they are, the best first. */
  const readyFor = async (name: string) => {
    const { results } = await callFrom<FreeInterpreters>(
      planner,
      'GET',
      `interpreters/free/?reservation=${(await read()).get(name)?.id}&group[]=ready&limit=100`,
    );
    return results.map(({ interpreter_name }) => interpreter_name.split(' ')[0] ?? '');
  };
  /** The page of somebody else. */
  const enter = async (first: string) => {
    const page = await here.enter({ who: localPart(first), viewport, hasTouch });
    await page.goto(`${here.url}dashboard/notifications`);
    await expect(main(page)).toBeVisible();
    return page;
  };
  /** Expects that exactly these bookings lack people: counted anew in SQL, and in the lists of planners. */
  const expectOpen = async (open: readonly string[]) => {
    const counted = await here.sql<{ name: string; short: boolean; uncovered: boolean }>(recountOf(monday, dayOf(7)));
    expect(counted.map(({ name }) => name)).toEqual(open);
    for (const list of ['short', 'uncovered'] as const) {
      const { results } = await callFrom<{ results: Reservation[] }>(
        planner,
        'GET',
        `reservations/?${list}=true&from_day=${monday}&to_day=${dayOf(6)}&ordering=name&page_size=100`,
      );
      const recounted = counted.flatMap((booking) => (booking[list] ? booking.name : []));
      expect(
        results.map(({ name }) => name),
        list,
      ).toEqual(recounted);
    }
  };
  const read = async () => {
    const { results } = await callFrom<{ results: Reservation[] }>(
      planner,
      'GET',
      `reservations/?from_day=${monday}&to_day=${dayOf(6)}&page_size=100`,
    );
    return new Map(results.map((booking) => [booking.name, booking]));
  };
  return {
    here,
    planner,
    hands: handsOf(planner),
    way,
    monday,
    dayOf,
    idOf,
    nameOf,
    localPart,
    expectTold,
    read,
    enter,
    expectOpen,
    readyFor,
  };
}

type Week = Awaited<ReturnType<typeof openWeek>>;
type Teams = Awaited<ReturnType<Week['read']>>;

/** The first names of those who take part in a booking. */
const teamIn = (bookings: Teams, name: string) =>
  (bookings.get(name)?.interpreters ?? []).filter(takesPart).map((member) => member.name.split(' ')[0] ?? '');

/** The news that interpreters and customers get when the teams of approved bookings change. */
function newsOfChange(before: Teams, after: Teams): string[] {
  return [...after.keys()].flatMap((name) => {
    const [former, now] = [teamIn(before, name), teamIn(after, name)];
    const coming = now.filter((first) => !former.includes(first));
    const going = former.filter((first) => !now.includes(first));
    if (coming.length + going.length === 0) return [];
    return [
      ...coming.map((first) => toldOf(first, 'assigned', name)),
      ...going.map((first) => toldOf(first, 'taken_off', name)),
      ...now.filter((first) => former.includes(first)).map((first) => toldOf(first, 'reassigned', name)),
      toldOf(customerOf(name), 'reassigned', name),
    ];
  });
}

const listHref = ({ here, monday, dayOf }: Week, narrowing: string) =>
  `${here.url}dashboard/reservations?${narrowing}&from_day=${monday}&to_day=${dayOf(6)}&page_size=100`;

/** An interpreter reports an illness of one day, or asks for a day of leave. */
async function sendAbsence(
  { here: { url, say: w }, dayOf, nameOf, enter }: Week,
  { first, kind, day }: { first: string; kind: 'illness' | 'leave'; day: number },
) {
  const page = await enter(first);
  await page.goto(`${url}dashboard/absences/create?kind=${kind}`);
  for (const label of ['absences:firstDay', 'absences:lastDay'] as const)
    await page.getByLabel(w(label), { exact: true }).fill(typed(dayOf(day)));
  await button(page, w(kind === 'illness' ? 'absences:report' : 'absences:ask')).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOf(first));
}

/** Opens an absence from the newest notification. */
async function openAbsence({ here, planner, hands, nameOf }: Week, first: string) {
  await hands.press(button(planner.getByRole('banner'), new RegExp(`^${here.say('shell:notifications')}`)));
  await hands.press(
    main(planner)
      .getByRole('link', { name: nameOf(first) })
      .first(),
  );
  await expect(planner.getByRole('heading', { level: 1 })).toHaveText(nameOf(first));
}

/** Adds a booking for a customer in the form, and approves it with the best. */
async function addBooking(
  week: Week,
  {
    name,
    day,
    from,
    to,
    isForTwo = false,
  }: { name: string; day: number; from: string; to: string; isForTwo?: boolean },
) {
  const { here, planner, hands, dayOf, nameOf, expectTold, expectOpen, read } = week;
  const { say: w } = here;
  const field = (label: string) => planner.getByLabel(label, { exact: true });
  const customer = customerOf(name);
  await planner.goto(listHref(week, 'view=all'));
  await hands.press(main(planner).getByRole('link', { name: w('reservations:add'), exact: true }));
  await hands.type(field(w('reservations:name')), name);
  await hands.find(
    planner.getByRole('combobox', { name: w('reservations:customer') }),
    nameOf(customer),
    planner.getByRole('option', { name: nameOf(customer) }),
  );
  if (isForTwo)
    await hands.choose(
      button(planner, new RegExp(w('reservations:interpretersNeeded'))),
      planner.getByRole('option', { name: '2', exact: true }),
    );
  else await hands.tick(planner.getByRole('switch', { name: w('reservations:emergency') }));
  await hands.type(field(w('reservations:date')), typed(dayOf(day)));
  await hands.type(field(w('reservations:from')), from);
  await hands.type(field(w('reservations:to')), to);
  await hands.press(button(planner, w('crud:create')));
  await expect(planner.getByRole('heading', { level: 1 })).toHaveText(name);
  await expectOpen([name]);
  const approve = new RegExp(`^${w('reservations:approveWith', { name: '.+' })}$`);
  await hands.press(button(main(planner).locator('header'), approve));
  await expect(main(planner).getByText(w('reservations:statuses.approved'), { exact: true }).first()).toBeVisible();
  const team = teamIn(await read(), name);
  expect(team).toHaveLength(isForTwo ? 2 : 1);
  await expectTold([
    toldOf('owner', 'added', name),
    toldOf(customer, 'approved', name),
    ...team.map((first) => toldOf(first, 'assigned', name)),
  ]);
  await expectOpen([]);
}

/** The acts of the week, in order. Each checks who was told what. */
const steps = {
  'Monday: who is proposed is asked, and all are approved': async (week) => {
    const { here, planner, hands, monday, expectTold, read } = week;
    const { say: w } = here;
    await planner.goto(`${here.url}dashboard/calendar?view=week&day=${monday}`);
    await hands.press(main(planner).getByRole('link', { name: w('calendar:propose'), exact: true }));
    await hands.press(button(main(planner), w('reservations:plan.assign.all')));
    await hands.press(button(planner.getByRole('alertdialog'), w('reservations:plan.assign.all')));
    const open = visits.filter(({ asked }) => asked === null);
    await expect(main(planner).getByRole('status')).toContainText(
      w('reservations:plan.assigned', { number: open.length }),
    );
    const filled = await read();
    const coming = open.map(({ name }) => ({ name, team: teamIn(filled, name) }));
    expect(coming.map(({ team }) => team.length)).toEqual(open.map(() => 1));
    await expectTold(coming.flatMap(({ name, team }) => team.map((first) => toldOf(first, 'asked', name))));

    await planner.goto(listHref(week, 'open=true'));
    await hands.tick(planner.getByRole('checkbox', { name: w('crud:selectPage'), exact: true }));
    await hands.press(
      button(planner.getByRole('region', { name: w('crud:selection') }), w('reservations:acts.approve')),
    );
    await hands.press(button(planner.getByRole('alertdialog'), w('reservations:acts.approve')));
    // They are approved one after the other.
    for (const number of [20, 40, visits.length])
      await expect
        .poll(async () => [...(await read()).values()].filter(({ status }) => status === 'approved').length)
        .toBeGreaterThanOrEqual(number);
    const after = await read();
    expect([...after.values()].map(({ status, uncovered }) => [status, uncovered])).toEqual(
      visits.map(() => ['approved', false]),
    );
    await expectTold(
      visits.flatMap(({ name }) => [
        toldOf(customerOf(name), 'approved', name),
        ...teamIn(after, name).map((first) => toldOf(first, 'approved', name)),
      ]),
    );
  },

  'Tuesday, 7:30: Ada is ill, and others take over': async (week) => {
    const { here, planner, hands, expectTold, expectOpen, read } = week;
    const { say: w } = here;
    await sendAbsence(week, { first: 'Ada', kind: 'illness', day: 1 });
    await expectTold([toldOf('manager', 'reported', 'absence'), toldOf('owner', 'reported', 'absence')]);
    const before = await read();
    const lost = visits.filter(({ day, name }) => day === 1 && teamIn(before, name).includes('Ada'));
    await expectOpen(lost.map(({ name }) => name));

    await openAbsence(week, 'Ada');
    await hands.press(button(main(planner), w('absences:acts.decide')));
    const question = planner.getByRole('alertdialog');
    await expect(question.getByRole('row')).toHaveCount(lost.length + 1);
    await hands.press(button(question, w('absences:acts.decide')));
    await expect(question).toBeHidden();
    const after = await read();
    expect(lost.flatMap(({ name }) => teamIn(after, name))).not.toContain('Ada');
    await expectTold(newsOfChange(before, after));
    await expectOpen([]);
  },

  'Wednesday, noon: Bea is ill for the rest of the day': async (week) => {
    const { here, planner, hands, dayOf, nameOf, expectTold, expectOpen, read } = week;
    const { say: w } = here;
    const before = await read();
    const lost = visits.filter(
      ({ day, from, name }) => day === 2 && from > '12' && teamIn(before, name).includes('Bea'),
    );
    const field = (name: string) => planner.getByLabel(name, { exact: true });
    await planner.goto(`${here.url}dashboard/absences/create`);
    await hands.find(
      planner.getByRole('combobox', { name: w('absences:person') }),
      nameOf('Bea'),
      planner.getByRole('option', { name: nameOf('Bea') }),
    );
    await hands.mark(planner.getByRole('radio', { name: w('absences:spans.hours') }));
    await hands.type(field(w('absences:firstDay')), typed(dayOf(2)));
    await hands.type(field(w('absences:from')), '12');
    await hands.type(field(w('absences:lastDay')), typed(dayOf(2)));
    await hands.type(field(w('absences:until')), '18');
    await expect(planner.getByRole('table').getByRole('row')).toHaveCount(lost.length + 1);
    await hands.press(button(planner, w('absences:save')));
    await expect(planner.getByRole('heading', { level: 1 })).toHaveText(nameOf('Bea'));
    const after = await read();
    await expectTold([toldOf('Bea', 'entered', 'absence'), ...newsOfChange(before, after)]);
    await expectOpen([]);
  },

  'Thursday: somebody declines, and the planner gives the booking to somebody else on the board': async (week) => {
    const { here, planner, hands, dayOf, idOf, nameOf, expectTold, expectOpen, read, enter } = week;
    const { say: w } = here;
    const before = await read();
    const [name = '', other = ''] = visits.flatMap((visit) => (visit.day === 3 ? visit.name : []));
    const [going = ''] = teamIn(before, name);
    const booking = before.get(name);
    await callFrom(await enter(going), 'POST', `reservations/${booking?.id}/decline/`, {});
    await expectTold([
      toldOf('manager', 'declined', name),
      toldOf('owner', 'declined', name),
      toldOf(going, 'taken_off', name),
    ]);
    await expectOpen([name]);

    const declined = await read();
    const [coming = ''] = await week.readyFor(name);
    const [instead = ''] = (await week.readyFor(other)).filter((first) => first !== coming);
    const shown = [coming, instead, ...teamIn(before, other)].map(idOf);
    await planner.goto(`${here.url}dashboard/calendar?view=day&day=${dayOf(3)}&interpreter=${shown.join()}`);
    const open = main(planner).locator(`[data-open="${booking?.id}"]`);
    if (hands.carry) {
      const owner = await here.enter();
      await owner.goto(`${here.url}dashboard/notifications`);
      await hands.carry(open, nameOf(coming), async () => {
        const { id, etag } = (await read()).get(other) ?? { id: '', etag: '' };
        await callFrom(owner, 'POST', `reservations/${id}/assign/`, { interpreters: [idOf(instead)] }, etag);
        // A change by somebody else appears, and what is held stays in hand.
        const lane = main(planner).getByRole('row', { name: nameOf(instead) });
        await expect(lane.getByRole('link', { name: other })).toBeVisible();
        await expect(main(planner).locator('[data-target]')).toContainText(name);
      });
      await hands.press(button(planner.getByRole('alertdialog'), w('reservations:assign')));
    } else {
      await hands.press(open);
      await hands.press(button(planner.getByRole('dialog'), w('reservations:assignNamed', { name: nameOf(coming) })));
      await expect(open).toHaveCount(0);
      // The panel covers a phone.
      await hands.press(button(planner.getByRole('dialog'), w('ui:close')));
    }
    await expect(open).toHaveCount(0);
    const after = await read();
    expect(teamIn(after, name)).toEqual([coming]);
    await expectTold(newsOfChange(declined, after));
    await expectOpen([]);
  },

  'Finn asks for leave on Friday, and it is approved': async (week) => {
    const { here, planner, hands, nameOf, expectTold, expectOpen, read } = week;
    const { say: w } = here;
    await sendAbsence(week, { first: 'Finn', kind: 'leave', day: 4 });
    await expectTold([toldOf('manager', 'requested', 'absence'), toldOf('owner', 'requested', 'absence')]);
    await expectOpen([]);

    const before = await read();
    await openAbsence(week, 'Finn');
    await hands.press(button(main(planner), w('absences:acts.approve')));
    const question = planner.getByRole('alertdialog', { name: w('absences:asks.approve', { name: nameOf('Finn') }) });
    await hands.press(button(question, w('absences:acts.approve')));
    await expect(question).toBeHidden();
    const after = await read();
    await expectTold([toldOf('Finn', 'approved', 'absence'), ...newsOfChange(before, after)]);
    await expectOpen([]);
  },

  'a court day for two': async (week) => {
    await addBooking(week, { name: court, day: 3, from: '09', to: '16', isForTwo: true });
  },

  'an emergency on Friday': async (week) => {
    await addBooking(week, { name: emergency, day: 4, from: '9:30', to: '10:30' });
  },

  'a relay team for the night in which clocks go back': async (week) => {
    await addBooking(week, { name: relay, day: 5, from: '22', to: '6', isForTwo: true });
    const bookings = await week.read();
    const { start = '', end = '' } = bookings.get(relay) ?? {};
    expect(teamIn(bookings, relay).toSorted()).toEqual([...byNight]);
    expect(start).toContain('T22:00');
    expect(end).toContain('T06:00');
    expect((Date.parse(end) - Date.parse(start)) / 3_600_000).toBe(9);
  },

  'at the end, nobody is missing': async (week) => {
    const { here, planner, hands, expectOpen, read } = week;
    const { say: w } = here;
    await planner.goto(listHref(week, 'view=all'));
    for (const view of ['short', 'uncovered'] as const) {
      await hands.press(main(planner).getByRole('link', { name: new RegExp(`^${w(`reservations:views.${view}`)}`) }));
      await planner.waitForURL((url) => url.searchParams.get(view) === 'true');
      await expectLoaded(planner);
      for (const name of names) await expect(main(planner).getByRole('link', { name, exact: true })).toHaveCount(0);
    }
    await expectOpen([]);
    const bookings = await read();
    expect([...bookings.keys()].toSorted()).toEqual(names.toSorted());
    expect([...bookings.values()].filter(({ status, uncovered }) => status !== 'approved' || uncovered)).toEqual([]);
  },

  'the audit log tells the story': async (week) => {
    const { here, hands, planner } = week;
    const { say: w } = here;
    const owner = await here.enter();
    await owner.goto(`${here.url}dashboard/audit?page_size=100`);
    const rows = main(owner).locator('tbody').getByRole('row');
    await expectLoaded(owner);
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].slice(1, 5).map((cell) => cell.textContent.trim())),
    );
    const nameOf = async (page: Page) => {
      const { first_name, last_name } = await callFrom<Pick<User, 'first_name' | 'last_name'>>(page, 'GET', 'auth/me/');
      return `${first_name} ${last_name}`;
    };
    const [me, other] = [await nameOf(planner), await nameOf(owner)];
    const bookings = w('audit:collections.reservations');
    const absences = w('audit:collections.absences');
    const teams = w('audit:collections.reservation_interpreters');
    const [added, approved, assigned, declined] = (['create', 'approve', 'assign', 'decline'] as const).map((act) =>
      w(`audit:acts.${act}`),
    );
    const [ada, bea, finn] = ['Ada', 'Bea', 'Finn'].map(week.nameOf);
    const story = [
      ...[relay, emergency, court].flatMap((name) => [
        [me, approved, bookings, name],
        [me, added, bookings, name],
      ]),
      [me, approved, absences, finn],
      [finn, added, absences, finn],
      [me, assigned, teams, 'Visit 38'],
      ...(hands.carry ? [[other, assigned, teams, 'Visit 39']] : []),
      [expect.stringContaining('Autumn'), declined, teams, 'Visit 38'],
      [me, added, absences, bea],
      [me, assigned, teams, expect.stringContaining('Visit')],
      [ada, added, absences, ada],
    ];
    expect(cells.slice(0, story.length)).toEqual(story);
    const approvals = cells.slice(story.length, story.length + visits.length);
    expect(approvals.map((row) => row.join(', ')).toSorted()).toEqual(
      visits.map(({ name }) => [me, approved, bookings, name].join(', ')),
    );
  },
} satisfies Record<string, (week: Week) => Promise<void>>;

for (const [index, { id, way }] of (
  [
    { id: 'portugal', way: 'mouse' },
    { id: 'lithuania', way: 'keyboard' },
    { id: 'lithuania', way: 'touch' },
  ] as const
).entries())
  test(
    `a coordinator’s week of sixty bookings in ${id}, by ${way}: nothing is silently uncovered, and everybody is told once`,
    { tag: '@release' },
    async ({ journeyOn, product: { urlOf } }, { annotations }) => {
      const here = await journeyOn(id, { needs: ['reservations', 'absences', 'emergencySchedules'] });
      const year = new Date().getUTCFullYear() + 1 + index;
      const week = await openWeek({ here, urlOf, way, year });
      const needed: Record<string, number> = {};
      for (const [name, step] of Object.entries(steps)) {
        const before = week.hands.interactions();
        await test.step(name, () => step(week));
        needed[name] = week.hands.interactions() - before;
        annotations.push({ type: 'interactions', description: `${needed[name]}: ${name}` });
      }
      console.log(`${here.id}, by ${way}: ${week.hands.interactions()} interactions`, needed);
    },
  );
