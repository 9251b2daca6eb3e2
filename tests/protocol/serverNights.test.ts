import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { absenceStates } from '../../contract/absenceNames.ts';
import type { Absence } from '../../contract/absences.ts';
import type { TableRows } from '../../contract/figures.ts';
import type { Reservation } from '../../contract/reservations.ts';
import type { CalendarMonth, CalendarPage } from '../../contract/shifts.ts';
import { randomId } from '../../server/randomId.ts';
import { anyDatabase, type SignedIn, testDeployment, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';
import { feedEntriesOf } from '../support/feedEntries.ts';
import { openTable } from '../support/openTables.ts';

const zone = 'Europe/Vilnius';

/** The clocks go back from 4:00 to 3:00 on 27 October 2024, and forward from 3:00 to 4:00 on 30 March 2025. */
const changes = [
  { of: 'back', first: '2024-10-25', night: '2024-10-26', morning: '2024-10-27', last: '2024-10-28', length: 9 },
  { of: 'forward', first: '2025-03-28', night: '2025-03-29', morning: '2025-03-30', last: '2025-03-31', length: 7 },
] as const;

describe.each(anyDatabase)('nights in which the clocks change, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let app: FastifyInstance;
  let [staff, una, orri, owner]: SignedIn[] = [];
  let [manager, asUna]: Calls[] = [];
  let booking: ReturnType<typeof createBooking>;
  /** The rows of a query in plain SQL: what the API must agree with. */
  const recount = async <Row>(text: string): Promise<Row[]> =>
    (await sql.raw<Row>(text).execute(backend.database.db)).rows;
  const get = async <Answer>(url: string): Promise<Answer> => {
    const answer = await manager!.get(url);
    expect([url, answer.statusCode]).toEqual([url, 200]);
    return answer.json();
  };

  const start = async (first: string) => {
    backend.pass(Date.parse(`${first}T07:00:00Z`) - testStart.getTime() - 24 * 3_600_000);
    app = await backend.app({
      deployment: { ...testDeployment, timeZone: zone },
      options: { publicUrl: 'https://api.example.com/' },
    });
    const people = await addBookingPeople(backend);
    ({ staff, una, orri } = people);
    owner = await backend.signedIn({ language: 'en' });
    [manager, asUna] = [callsOf(app, people.staff), callsOf(app, people.una)];
    booking = createBooking(() => ({
      manager: manager!,
      interpreters: [people.una.id],
      customer: people.customer.id,
    }));
  };

  /** Shifts, bookings and absences of all states around a night, all still to come. */
  const fillNights = async ({ first, night, morning, last }: (typeof changes)[number]) => {
    const nights = { time_from: '22:00', time_to: '06:00' };
    for (const { id } of [una!, orri!])
      await booking.shift({ ...nights, interpreter: id, repeat: 'daily', date: first, until: last });
    const { shifts } = await booking
      .shift({ interpreter: orri!.id, date: morning, time_from: '12:00', time_to: '14:00' })
      .then(async ({ id }) => ({
        shifts: await recount<{ id: string }>(`select id from shifts where schedule_id = '${id}'`),
      }));
    await manager!.patch(`/shifts/${shifts[0]!.id}/`, '*', { state: 'disabled' });
    const [ofUna, ofOrri] = [{ interpreters: [una!.id] }, { interpreters: [orri!.id] }];
    for (const date of [first, night, morning, last])
      await booking.approved({ ...ofUna, date, time_from: '23:30', time_to: '02:15' });
    await booking.approved({ ...ofOrri, date: morning, time_from: '02:30', time_to: '05:30', interpreters_needed: 1 });
    await booking.approved({
      interpreters: [una!.id, orri!.id],
      date: night,
      time_from: '22:00',
      time_to: '23:15',
      interpreters_needed: 2,
    });
    await booking.reserve({
      interpreters: [],
      date: night,
      time_from: '23:00',
      time_to: '05:00',
      interpreters_needed: 2,
    });
    await booking.reserve({ ...ofOrri, date: morning, time_from: '22:30', time_to: '01:00', interpreters_needed: 2 });
    for (const act of ['reject', 'cancel']) {
      const { id } = await booking.reserve({ ...ofOrri, date: night, time_from: '23:15', time_to: '03:45' });
      await booking.act(id, act);
    }
    const absence = { date_from: night, date_to: morning, time_from: '23:00', time_to: '03:30' };
    const add = async (calls: Calls, body: object) => {
      const answer = await calls.post('/absences/', { ...absence, ...body });
      expect([answer.statusCode, answer.json().code]).toEqual([201, undefined]);
      return answer.json<Absence>().id;
    };
    await add(asUna!, { kind: 'illness' });
    await add(asUna!, { kind: 'leave', date_from: last, date_to: last, time_from: '04:00', time_to: '05:00' });
    for (const act of ['refuse', 'take_back']) {
      const id = await add(asUna!, { kind: 'training', date_from: first });
      expect((await (act === 'refuse' ? manager! : asUna!).post(`/absences/${id}/${act}/`)).statusCode).toBe(200);
    }
    const { id: away } = await backend.addUser({ role: 'interpreter', first_name: 'Asta' });
    await add(manager!, { kind: 'other', person: away, time_from: null, time_to: null });
  };

  describe.each(changes)('go $of', (change) => {
    const { first, night, morning, last, length } = change;
    const days = `from_day=${first}&to_day=${last}`;
    beforeEach(async () => {
      await start(first);
      await fillNights(change);
    });

    it('last as long as they do, in feeds, which say nothing of absences', async () => {
      const feed = async (person: SignedIn, covers: string) => {
        const again = callsOf(app, await backend.openSession(person));
        const { address } = (await again.post('/calendar_feeds/', { name: 'Phone', covers })).json();
        return new URL(address).pathname;
      };
      for (const [reader, covers, person] of [
        [staff!, 'all', null],
        [una!, 'own', una!.id],
      ] as const) {
        const { body } = await app.inject({ url: await feed(reader, covers) });
        expect(body).not.toMatch(/illness|training|absen/i);
        const entries = feedEntriesOf(body).map(({ uid, starts, ends, status }) =>
          [uid.replace('@testland', ''), starts, ends, status].join(' '),
        );
        const rows = await recount<{ uid: string; starts: Date; ends: Date; status: string }>(`
          select * from (
            select 'shift-' || id as uid, starts, ends, interpreter_id = '${person}' as is_own,
              case state when 'disabled' then 'CANCELLED' else 'CONFIRMED' end as status
            from shifts
            union all
            select 'reservation-' || id, starts, ends, exists (
                select from reservation_interpreters person
                where person.reservation_id = reservations.id and person.interpreter_id = '${person}'
                  and response not in ('offered', 'declined', 'handed_back')),
              case status when 'approved' then 'CONFIRMED' when 'pending' then 'TENTATIVE' else 'CANCELLED' end
            from reservations) as entries
          where is_own or ${person === null}`);
        expect(rows.length).toBeGreaterThan(8);
        expect(entries.toSorted()).toEqual(
          rows
            .map((row) => [row.uid, row.starts.toISOString(), row.ends.toISOString(), row.status].join(' '))
            .toSorted(),
        );
      }
      const [{ hours } = { hours: 0 }] = await recount<{ hours: number }>(`
        select extract(epoch from ends - starts)::int / 3600 as hours from shifts
        where day = '${night}' and interpreter_id = '${una!.id}'`);
      expect(hours).toBe(length);
    });

    it('count their hours on the day on which they begin', async () => {
      for (const [from, to] of [
        [first, last],
        [morning, morning],
      ]) {
        const month = await get<CalendarMonth>(`/calendar/month/?from_day=${from}&to_day=${to}`);
        const rows = await recount<CalendarMonth['days'][number]>(`
          with parts as (
            select day::text as date, 1 as count, extract(epoch from ends - starts) / 60 as planned, 0 as booked, 0 as open, 0 as short
            from shifts where state <> 'disabled'
            union all
            select (starts at time zone '${zone}')::date::text, 0, 0, 0,
              (interpreters_needed - team) * extract(epoch from ends - starts) / 60, interpreters_needed - team
            from reservations cross join lateral (
              select count(*) as team from reservation_interpreters person
              where person.reservation_id = reservations.id and response not in ('offered', 'declined', 'handed_back')) as teams
            where status in ('pending', 'approved') and team < interpreters_needed
            union all
            select (starts at time zone '${zone}')::date::text, 0, 0, extract(epoch from ends - starts) / 60, 0, 0
            from reservations
            join reservation_interpreters person on person.reservation_id = reservations.id
            where status = 'approved' and response not in ('offered', 'declined', 'handed_back'))
          select date, sum(count)::int as count, sum(planned)::int as planned, sum(booked)::int as booked, sum(open)::int as open,
            sum(short)::int as short
          from parts where date between '${from}' and '${to}' group by date order by date`);
        expect(month.days).toEqual(rows);
        expect(rows.find(({ date }) => date === night || date === to)?.planned).toBeGreaterThan(0);
      }
      const { days: counted } = await get<CalendarMonth>(`/calendar/month/?from_day=${night}&to_day=${night}`);
      expect(counted[0]?.planned).toBe(2 * length * 60);
    });

    it('are in the calendar, on paper and in lists as they are stored, with absences of all states', async () => {
      const instant = (column: string) => `to_char(${column} at time zone '${zone}', 'YYYY-MM-DD"T"HH24:MI:SS') || '+'
        || to_char((${column} at time zone '${zone}') - (${column} at time zone 'UTC'), 'HH24:MI')`;
      const cells = (columns: string[], from: string) =>
        recount<{ cells: string[] }>(`select json_build_array(${columns.join()}) as cells from ${from}`).then((rows) =>
          rows.map((row) => row.cells.join(' ')).toSorted(),
        );
      const times = [instant('starts'), instant('ends')];
      const walls = (column: string, format: string) => `to_char(${column} at time zone '${zone}', '${format}')`;
      const bookingTimes = [
        ...times,
        walls('starts', 'YYYY-MM-DD'),
        walls('starts', 'HH24:MI'),
        walls('ends', 'HH24:MI'),
      ];
      const { results, unassigned } = await get<CalendarPage>(`/calendar/?${days}&page_size=100`);
      expect(
        results
          .flatMap(({ interpreter, shifts }) =>
            shifts.map(({ id, from, to, date, time_from, time_to, state }) =>
              [interpreter, id, from, to, date, time_from, time_to, state].join(' '),
            ),
          )
          .toSorted(),
      ).toEqual(await cells(['interpreter_id', 'id', ...times, ...bookingTimes.slice(2), 'state'], 'shifts'));
      expect(
        results
          .flatMap(({ interpreter, bookings = [] }) =>
            bookings.map(({ id, start: from, end, date, time_from, time_to, status, obstacle }) =>
              [interpreter, id, from, end, date, time_from, time_to, status, obstacle ?? 'free'].join(' '),
            ),
          )
          .toSorted(),
      ).toEqual(
        await cells(
          [
            'interpreter_id',
            'id',
            ...bookingTimes,
            'status',
            `case when exists (
              select from absences where absences.interpreter_id = person.interpreter_id and state in ('reported', 'approved')
                and absences.starts < reservations.ends and absences.ends > reservations.starts) then 'absent' else 'free' end`,
          ],
          `reservations join reservation_interpreters person on reservation_id = id
            where status in ('pending', 'approved') and response not in ('offered', 'declined', 'handed_back')`,
        ),
      );
      const bookings = await get<{ results: Reservation[] }>('/reservations/?page_size=100');
      const inList = ({ id, start: from, end, date, time_from, time_to }: Omit<Reservation, 'interpreters'>) =>
        [id, from, end, date, time_from, time_to].join(' ');
      expect(bookings.results.map(inList).toSorted()).toEqual(await cells(['id', ...bookingTimes], 'reservations'));
      expect(unassigned?.results.map(({ id, missing }) => `${id} ${missing}`).toSorted()).toEqual(
        await cells(
          ['id', 'interpreters_needed - team'],
          `(select *, (select count(*) from reservation_interpreters where reservation_id = id and takes_part) as team
            from reservations) as counted where status in ('pending', 'approved') and team < interpreters_needed`,
        ),
      );
      const absences = await get<{ results: Absence[] }>('/absences/?page_size=100');
      expect(new Set(absences.results.map(({ state }) => state))).toEqual(new Set(absenceStates));
      expect(absences.results.map(({ id, from, to, state }) => [id, from, to, state].join(' ')).toSorted()).toEqual(
        await cells(['id', ...times, 'state'], 'absences'),
      );
    });

    it('count calls in statistics and files on the day of their wall time, as long as they lasted', async () => {
      const { db } = backend.database;
      const customer = await backend.addUser({ role: 'deaf' });
      const begin = Date.parse(`${night}T19:30:00Z`);
      for (let index = 0; index < 24; index += 1) {
        const created = new Date(begin + index * 30 * 60_000);
        const after = (minutes: number) => new Date(created.getTime() + minutes * 60_000);
        const call = {
          channel: 'online',
          location_type: 'remote',
          session_mode: 'VRS',
          service_kind: 'interpretation',
          queue_type: 'social',
          kind: 'immediate',
          category: 'Health',
        } as const;
        const times = { created, started: after(1), ended: after(1 + 17 * index) };
        const people = { customer_id: customer.id, interpreter_id: orri!.id };
        await db
          .insertInto('interpretations')
          .values({ ...call, ...times, ...people, id: randomId() })
          .execute();
      }
      const range = `from_day=${first}&to_day=${last}`;
      const as = callsOf(app, owner!);
      const statistics = (await as.get(`/statistics/?${range}&output=objects`)).json();
      const totals = await recount<{ date: string; requests: number; duration: number }>(`
        select (created at time zone '${zone}')::date::text as date, count(*)::int as requests,
          sum(extract(epoch from ended - started))::int as duration
        from interpretations group by date order by date`);
      expect(
        statistics.results
          .filter(({ requests }: { requests: number }) => requests > 0)
          .map((row: { from_day: string; requests: number; total_duration: number }) => ({
            date: row.from_day,
            requests: row.requests,
            duration: row.total_duration,
          })),
      ).toEqual(totals);
      const names = ['day', 'time', 'started', 'ended', 'duration_seconds'] as const;
      const asked = `/report/?${range}&${names.map((name) => `columns[]=${name}`).join('&')}`;
      const { columns }: TableRows = (await as.get(asked)).json();
      const wall = (column: string) => `to_char(${column} at time zone '${zone}', 'DD-MM-YYYY HH24:MI')`;
      const rows = await recount<{ cells: string[] }>(`
        select json_build_array(
          to_char(created at time zone '${zone}', 'DD-MM-YYYY'), to_char(created at time zone '${zone}', 'HH24:MI'),
          ${wall('started')}, ${wall('ended')},
          (extract(epoch from ended - started)::int / 60) || ':' || to_char(extract(epoch from ended - started)::int % 60, 'FM00')) as cells
        from interpretations order by created`);
      for (const output of ['csv', 'xlsx'] as const) {
        const { rawPayload } = await app.inject({ url: `${asked}&output=${output}`, headers: owner!.headers });
        const { table } = await openTable(output, rawPayload, { columns, locale: 'en-IS', separator: ',' });
        const european = (cell: string) => cell.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$3-$2-$1');
        expect([output, table.slice(1).map((row) => row.map(european))]).toEqual([
          output,
          rows.map((row) => row.cells),
        ]);
      }
    });
  });
});
