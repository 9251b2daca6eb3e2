import { statesInForce } from '../../contract/absenceNames.ts';
import type { FreeInterpreters, Reservation } from '../../contract/reservations.ts';
import type { Mail } from '../../server/mail/mailer.ts';
import { addDays, instantAt } from '../../server/schedule/wallTime.ts';
import type { WorkingTime } from '../../tenants/inheritance.ts';
import { type SignedIn, type TestBackend, testDeployment, testStart } from './backend.ts';
import { addBookingPeople } from './booking.ts';
import { type Calls, callsOf } from './calls.ts';
import { absenceMoves } from './randomAbsences.ts';
import type { Game } from './randomDecisions.ts';
import { clock, nightHours, remoteShift, shiftMoves } from './randomShifts.ts';
import { type Wishing, wishMoves } from './randomWishes.ts';
import { inTwoPlaces, isOnShift, overworked } from './recountCoverage.ts';

type Interpreter = SignedIn & { calls: Calls };
type Act = keyof typeof subjectOfAct;

/** The subject of the customer's mail about each act of a planner. */
const subjectOfAct = {
  approve: 'Reservation approved',
  reject: 'Reservation declined',
  cancel: 'Reservation cancelled',
  change: 'Reservation changed',
  assign: 'Other interpreters for a reservation',
  delete: 'Reservation deleted',
  suspend: 'Reservation no longer approved',
} as const;

/** One booking: the address of its customer, whose wishes count, and what was done to it with success. */
type Booking = {
  id: string;
  needed: number;
  customer: string;
  wishing: Wishing[];
  /** The times that it may have: those that planners sent. */
  times: Times[];
  acts: Act[];
  /** Its offers: whoever accepts one joins the team, or it is approved. */
  offers: number;
  /** The messages of the answers that interpreters gave, by person. */
  answers: Map<string, string[]>;
};

type Times = { date: string; time_from: string; time_to: string };

/** When bookings begin, by day and by night. */
const hours = [9, 10, 11, 12, 13, 14, 15, 22, 23, 24, 26];
const laterToday = [17, 18];

/** Shifts beyond these hours are refused. */
const workingTime: WorkingTime = {
  hoursPerDay: { limit: 10, onExcess: 'refuse' },
  hoursPerWeek: { limit: 40, onExcess: 'refuse' },
  rest: { limit: 11, onExcess: 'refuse' },
  aloneMinutes: { limit: 90, onExcess: 'off' },
};

/** Repeatable numbers from 0 up to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Eight clients on two processes do random acts at the same time on 24 bookings, on the shifts and absences of six interpreters, and on what
 * customers and a partner wish about them, in a deployment that refuses more hours than its limits. Resolves to what must be
 * empty afterwards: each list names the bookings, people, shifts or mails that break a rule; and to the numbers of acts done and refused.
 * @param season a zone and the first of the days on which bookings begin, for example the one before its clocks change
 */
export async function playBookings(
  backend: TestBackend,
  { acts, seed, season: { zone, first } }: { acts: number; seed: number; season: { zone: string; first: string } },
) {
  const deployment = { ...testDeployment, timeZone: zone, workingTime };
  const shiftDays = [0, 1, 2, 3, 4].map((number) => addDays(first, number));
  const days = shiftDays.slice(0, 3);
  /** It is 15:00 on this day: its shifts run until 20:00. */
  const today = addDays(first, -5);
  const [noon, now] = [instantAt(today, '12:00', zone), instantAt(today, '15:00', zone)];
  backend.pass(noon.getTime() - testStart.getTime());
  const random = randomFrom(seed);
  const any = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  // The sink of the backend keeps the latest mails only.
  const mails: Pick<Mail, 'to' | 'subject'>[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
  const apps = [await backend.app({ mailer, deployment }), await backend.app({ mailer, deployment })];
  const { staff, una, orri } = await addBookingPeople(backend);
  const others = await Promise.all(
    ['Asta', 'Birna', 'Dagur', 'Einar'].map((first_name) => backend.signedIn({ role: 'interpreter', first_name })),
  );
  const interpreters: Interpreter[] = [una, orri, ...others].map((person, index) => ({
    ...person,
    calls: callsOf(apps[index % 2]!, person),
  }));
  const done: Record<string, number> = {};
  const refused: Record<string, number> = {};
  const failures: string[] = [];
  const count = (tally: Record<string, number>, act: string) => {
    tally[act] = (tally[act] ?? 0) + 1;
  };
  const succeeds = (act: string, answer: { statusCode: number; body: string }) => {
    if (answer.statusCode >= 500 || answer.statusCode === 400) failures.push(`${act}: ${answer.body}`);
    const isDone = answer.statusCode < 300;
    count(isDone ? done : refused, act);
    return isDone;
  };

  const created = async (calls: Calls, url: string, body: object): Promise<string> => {
    const answer = await calls.post(url, body);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json<{ id: string }>().id;
  };
  for (const [index, { id }] of interpreters.entries())
    for (const times of [
      {
        repeat: 'daily',
        date: days[0],
        until: days.at(-1),
        ...(index < 4 ? { time_from: '08:00', time_to: '18:00' } : nightHours),
      },
      { repeat: 'once', date: today, time_from: '14:00', time_to: '20:00' },
    ])
      await created(callsOf(apps[0]!, staff), '/schedules/', remoteShift(id, times));
  backend.pass(now.getTime() - noon.getTime());
  // Some acts want a recent authentication.
  const signedInAgain = await backend.openSession(staff);
  const planners = apps.map((app) => callsOf(app, signedInAgain));
  const partner = await created(planners[0]!, '/partners/', { name: 'District Court', slug: 'court' });

  const bookings: Booking[] = [];
  const time = (): Times => {
    const date = any([...days, ...days, today]);
    const from = any(date === today ? laterToday : hours);
    return { date: addDays(date, from < 24 ? 0 : 1), time_from: clock(from), time_to: clock(from + 2) };
  };
  const add = async () => {
    const { id: customer, email } = await backend.addUser({ role: 'deaf', language: 'en' });
    const needed = random() < 0.3 ? 2 : 1;
    const ordering = random() < 0.5 ? { partner } : null;
    const times = time();
    const values = { name: 'Hearing', ...times, type: 'remote', interpreters_needed: needed, customer, ...ordering };
    const id = await created(any(planners), '/reservations/', values);
    const wishing = ordering ? [{ customer }, ordering] : [{ customer }];
    bookings.push({ id, needed, customer: email, wishing, times: [times], acts: [], offers: 0, answers: new Map() });
  };
  for (let index = 0; index < 24; index += 1) await add();

  const plan = async (booking: Booking, act: Act, send: (calls: Calls) => ReturnType<Calls['get']>) => {
    // A message may leave before its response arrives: an act counts from its start, unless it is refused.
    booking.acts.push(act);
    if (!succeeds(act, await send(any(planners)))) booking.acts.splice(booking.acts.indexOf(act), 1);
  };
  const some = ({ needed }: Booking) => {
    const team = new Set<string>();
    while (team.size < needed) team.add(any(interpreters).id);
    return [...team];
  };
  const answer = async (booking: Booking, act: 'accept' | 'decline' | 'hand_back') => {
    const { interpreters: team } = (await any(planners).get(`/reservations/${booking.id}/`)).json<
      Partial<Reservation>
    >();
    // One of ten answers comes from somebody who may not give it.
    const invited = interpreters.filter(({ id }) => team?.some((member) => member.id === id));
    const person = invited.length > 0 && random() < 0.9 ? any(invited) : any(interpreters);
    const message = `${act} ${Math.floor(random() * 1e12)}`;
    const given = booking.answers.get(person.id) ?? [];
    booking.answers.set(person.id, [...given, message]);
    if (!succeeds(act, await person.calls.post(`/reservations/${booking.id}/${act}/`, { answer: message }))) {
      const kept = booking.answers.get(person.id)!.filter((text) => text !== message);
      booking.answers.set(person.id, kept);
    }
  };
  /** The best who are ready for a booking. */
  const readyFor = async ({ id }: Booking) => {
    const url = `/interpreters/free/?reservation=${id}&group[]=ready`;
    const { results = [] } = (await any(planners).get(url)).json<Partial<FreeInterpreters>>();
    return results.map(({ interpreter }) => interpreter);
  };
  const deadline = new Date(now.getTime() + 90 * 60_000).toISOString();
  const offer = async (booking: Booking) => {
    const best = (await readyFor(booking)).slice(0, 3);
    if (best.length === 0) return;
    const body = { interpreters: best, deadline, approves: random() < 0.7 };
    booking.offers += 1;
    succeeds('offer', await any(planners).post(`/reservations/${booking.id}/offer/`, body));
  };
  const game: Game = {
    any,
    planners,
    interpreters,
    // The people of a booking may have changed since its decision was made.
    succeeds: (act, response) =>
      response.statusCode === 400 && response.json().errors?.decisions
        ? (count(refused, act), false)
        : succeeds(act, response),
    reassign: async (ids, send) => {
      const concerned = bookings.filter(({ id }) => ids.includes(id));
      for (const booking of concerned) booking.acts.push('assign');
      const isDone = await send();
      if (!isDone) for (const booking of concerned) booking.acts.splice(booking.acts.indexOf('assign'), 1);
      return isDone;
    },
  };
  const moves: [share: number, act: (booking: Booking) => Promise<void>][] = [
    [
      6,
      (booking) =>
        plan(booking, 'assign', (calls) =>
          calls.post(`/reservations/${booking.id}/assign/`, { interpreters: some(booking) }),
        ),
    ],
    [12, (booking) => offer(booking)],
    [5, (booking) => plan(booking, 'approve', (calls) => calls.post(`/reservations/${booking.id}/approve/`))],
    [
      12,
      async (booking) => {
        const best = (await readyFor(booking)).slice(0, booking.needed);
        const team = best.length === booking.needed && random() < 0.8 ? best : some(booking);
        await plan(booking, 'approve', (calls) =>
          calls.post(`/reservations/${booking.id}/approve/`, { interpreters: team }),
        );
      },
    ],
    [1, (booking) => plan(booking, 'reject', (calls) => calls.post(`/reservations/${booking.id}/reject/`))],
    [1, (booking) => plan(booking, 'cancel', (calls) => calls.post(`/reservations/${booking.id}/cancel/`))],
    [
      4,
      (booking) => {
        const times = time();
        booking.times.push(times);
        return plan(booking, 'change', (calls) => calls.patch(`/reservations/${booking.id}/`, '*', times));
      },
    ],
    [
      12,
      async (booking) => {
        await answer(booking, 'accept');
        if (random() < 0.5) await answer(booking, 'hand_back');
      },
    ],
    [5, (booking) => answer(booking, 'decline')],
    [4, (booking) => answer(booking, 'hand_back')],
    [
      4,
      async (booking) => {
        await plan(booking, 'delete', (calls) => calls.remove(`/reservations/${booking.id}/`));
        await add();
      },
    ],
    [
      1,
      async () => {
        const person = any(interpreters);
        const calls = any(planners);
        const { reservations } = (await calls.get(`/users/affected/?act=suspend&id[]=${person.id}`)).json();
        const ids = (reservations as Reservation[]).map(({ id }) => id);
        const concerned = bookings.filter(({ id }) => ids.includes(id));
        for (const booking of concerned) booking.acts.push('suspend');
        const decisions = ids.map((reservation) => ({ reservation, outcome: 'pending' }));
        const url = `/users/${person.id}/suspend/`;
        const isDone = succeeds('suspend', await calls.post(url, { reason: 'Ill', reservations: decisions }));
        if (!isDone) for (const booking of concerned) booking.acts.splice(booking.acts.indexOf('suspend'), 1);
        succeeds('unsuspend', await calls.post(`/users/${person.id}/unsuspend/`));
        const { headers } = await backend.openSession(person);
        person.calls = callsOf(any(apps), { ...person, headers });
      },
    ],
    ...wishMoves<Booking>(game, ({ wishing }) => any(wishing)),
    ...absenceMoves(game, days),
    ...shiftMoves(game, {
      shiftDays,
      today,
      ends: { first: 16, last: 20 },
      fails: (failure) => void failures.push(failure),
    }),
  ];
  const shares = moves.flatMap(([share, act]) => Array.from({ length: share }, () => act));
  let left = acts;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const act = any(shares);
      await act(any(bookings));
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  await backend.mailsAreSent();

  const { db } = backend.database;
  const rows = await db.selectFrom('reservation_interpreters').selectAll().execute();
  const stored = await db.selectFrom('reservations').selectAll().execute();
  const listed = async (query: string) => {
    const found: string[] = [];
    for (let page = 1; ; page += 1) {
      const { results, count: all } = (
        await planners[0]!.get(`/reservations/?${query}&page_size=100&page=${page}`)
      ).json();
      found.push(...(results as Reservation[]).map(({ id }) => id));
      if (found.length >= all || results.length === 0) return found.toSorted();
    }
  };
  const bookingOf = (id: string) => bookings.find((booking) => booking.id === id)!;
  const team = (id: string) => rows.filter((row) => row.reservation_id === id && row.takes_part);
  const open = stored.filter(({ status }) => status === 'pending' || status === 'approved');
  const shifts = await db.selectFrom('shifts').selectAll().execute();
  const wishes = await db.selectFrom('interpreter_preferences').selectAll().where('preference', '=', 'never').execute();
  const absences = await db.selectFrom('absences').selectAll().where('state', 'in', statesInForce).execute();
  const isAbsent = (interpreter: string, { starts, ends }: (typeof stored)[number]) =>
    absences.some(
      (absence) => absence.interpreter_id === interpreter && absence.starts < ends && absence.ends > starts,
    );
  const isNeverWanted = (interpreter: string, { customer_id, partner_id }: (typeof stored)[number]) =>
    wishes.some(
      (wish) =>
        wish.interpreter_id === interpreter &&
        (wish.customer_id === null ? wish.partner_id === partner_id : wish.customer_id === customer_id),
    );
  const approvedTimes = open
    .filter(({ status }) => status === 'approved')
    .flatMap(({ id, starts, ends }) => team(id).map(({ interpreter_id }) => ({ id, interpreter_id, starts, ends })));
  const covers = (interpreter: string, row: (typeof stored)[number]) =>
    isOnShift(shifts, interpreter, row) && !isAbsent(interpreter, row) && !isNeverWanted(interpreter, row);
  const isShort = ({ id, interpreters_needed }: (typeof stored)[number]) => team(id).length < interpreters_needed;
  const subjectsTo = (email: string) => mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  const isAnswer = (act: string) => act === 'approve' || act === 'reject' || act === 'cancel';
  /** The mails to the customer of a booking by the act that they tell of. */
  const mailsAbout = ({ customer, acts: decisions, offers }: Booking) =>
    Object.entries(subjectOfAct).map(([act, subject]) => ({
      act,
      sent: subjectsTo(customer).filter((mail) => mail.startsWith(subject)).length,
      decided: decisions.filter((decision) => decision === act).length,
      offers: act === 'approve' || act === 'assign' ? offers : 0,
    }));
  return {
    done,
    refused,
    broken: {
      /** Requests that failed, or were not understood. */
      requests: failures,
      /** Answers that the person did not give. */
      answers: rows
        .filter(({ response }) => response === 'accepted' || response === 'declined' || response === 'handed_back')
        .filter(({ reservation_id, interpreter_id, message }) => {
          const given = bookingOf(reservation_id).answers.get(interpreter_id) ?? [];
          return message === null || !given.includes(message);
        }),
      /** Bookings with more people than they ask for: nobody here names more. */
      overbooked: stored.filter(({ id, interpreters_needed }) => team(id).length > interpreters_needed),
      /** Mails to customers that no planner's act or offer explains. */
      customerMails: bookings.flatMap((booking) =>
        mailsAbout(booking).filter(({ sent, decided, offers }) => sent > decided + offers),
      ),
      /** Mails to customers with another subject. */
      otherMails: bookings
        .flatMap(({ customer }) => subjectsTo(customer))
        .filter((mail) => !Object.values(subjectOfAct).some((subject) => mail.startsWith(subject))),
      /** Approvals, refusals and cancellations of which the customer was not told. */
      untold: bookings.flatMap((booking) =>
        mailsAbout(booking).filter(({ act, sent, decided }) => isAnswer(act) && sent < decided),
      ),
      /** Bookings short of people that the list does not have, or the reverse. */
      short: differences(
        open.filter(isShort).map(({ id }) => id),
        await listed('short=true'),
      ),
      /** Approved bookings short of people, or with one who is absent, not on shift or not wanted, that the list of those not covered does not have; or the reverse. */
      uncovered: differences(
        open
          .filter(({ status }) => status === 'approved')
          .filter((row) => isShort(row) || team(row.id).some(({ interpreter_id }) => !covers(interpreter_id, row)))
          .map(({ id }) => id),
        await listed('uncovered=true'),
      ),
      /** People in two approved bookings, or in two shifts, at the same time. */
      twice: [
        ...inTwoPlaces(approvedTimes, ({ interpreter_id }) => interpreter_id),
        ...inTwoPlaces(
          shifts.filter(({ state }) => state !== 'disabled'),
          ({ interpreter_id }) => interpreter_id,
        ),
      ],
      /** Days, weeks and nights with more work than the limits allow: nothing here may lead to them. */
      overworked: overworked(shifts, workingTime),
      /** Shifts and bookings that do not begin and end when clocks first show their times. */
      wrongTimes: [
        ...shifts.filter(
          (shift) => !isAt(zone, shift, { date: shift.day, time_from: shift.time_from, time_to: shift.time_to }),
        ),
        ...stored.filter((row) => !bookingOf(row.id).times.some((times) => isAt(zone, row, times))),
      ],
    },
  };
}

/** Whether a time is the one from which clocks of a zone show a day and a time, or a later one if they leave it out. */
function isFirst(zone: string, instant: Date, shown: string): boolean {
  const clocks = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return clocks.format(instant) >= shown && clocks.format(instant.getTime() - 60_000) < shown;
}

/** Whether something begins and ends at these times of a zone; an end that is not after the start is on the next day. */
function isAt(
  zone: string,
  { starts, ends }: { starts: Date; ends: Date },
  { date, time_from, time_to }: Times,
): boolean {
  const lastDay = time_to > time_from ? date : addDays(date, 1);
  return isFirst(zone, starts, `${date} ${time_from}`) && isFirst(zone, ends, `${lastDay} ${time_to}`);
}

/** The items that only one of two lists has. */
function differences(left: readonly string[], right: readonly string[]): string[] {
  return [...left.filter((item) => !right.includes(item)), ...right.filter((item) => !left.includes(item))];
}

/** What `playBookings` finds where no rule is broken. */
export const nothingBroken = {
  requests: [],
  answers: [],
  overbooked: [],
  customerMails: [],
  otherMails: [],
  untold: [],
  short: [],
  uncovered: [],
  twice: [],
  overworked: [],
  wrongTimes: [],
};
