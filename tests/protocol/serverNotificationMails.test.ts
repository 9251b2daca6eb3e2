import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import ICAL from 'ical.js';
import { languages } from '../../contract/languages.ts';
import type { ReceivedMail } from '../../server/mail/sink.ts';
import { createOutbox } from '../../server/mail/outbox.ts';
import type { NotificationEvent } from '../../server/notifications/events.ts';
import { createNotify } from '../../server/notifications/notifications.ts';
import { recipientsOf } from '../../server/notifications/repository.ts';
import { defaultSettings } from '../../server/settings.ts';
import { anyDatabase, type SignedIn, testDeployment, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';

/** The calendar event in a mail. */
function eventIn({ calendars }: ReceivedMail, index = 0) {
  const { content = '', method, filename } = calendars[index] ?? {};
  const calendar = new ICAL.Component(ICAL.parse(content));
  const events = calendar.getAllSubcomponents('vevent');
  const [component] = events;
  if (!component || events.length !== 1) throw new Error(`${filename} has ${events.length} events`);
  const event = new ICAL.Event(component);
  const [attendee] = event.attendees;
  return {
    method: calendar.getFirstPropertyValue('method'),
    partMethod: method,
    uid: event.uid,
    sequence: event.sequence,
    status: component.getFirstPropertyValue('status'),
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    summary: event.summary,
    location: event.location,
    description: event.description,
    organizer: event.organizer,
    attendee: String(attendee?.getFirstValue()).toLowerCase(),
    answer: attendee?.getFirstParameter('partstat'),
  };
}

describe.each(anyDatabase)('notifications, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let app: FastifyInstance;
  let staff: SignedIn;
  let manager: Calls;
  let una: SignedIn;
  let orri: SignedIn;
  let customer: { id: string; email: string };
  beforeEach(async () => {
    app = await backend.app();
    ({ staff, una, orri, customer } = await addBookingPeople(backend, { orri: { language: 'sk' } }));
    manager = callsOf(app, staff);
  });

  const { shift, shiftsOf, reserve, act } = createBooking(
    () => ({ manager, interpreters: [una.id], customer: customer.id }),
    { name: 'Court hearing; Unnur, Reykjavík', link: 'https://meet.example/court;room=2,a' },
  );
  const change = async (path: string, changes: object) => {
    const { etag } = (await manager.get(path)).json();
    const answer = await manager.patch(path, etag, changes);
    expect([answer.statusCode, answer.json().code]).toEqual([200, undefined]);
    return answer.json();
  };
  /** The mails sent by a step, once the outbox is empty. */
  const sentBy = async (step: () => Promise<unknown>): Promise<ReceivedMail[]> => {
    const settled = async () => {
      while ((await backend.database.db.selectFrom('mail_outbox').select('id').execute()).length > 0)
        await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await settled();
    backend.sink.messages.length = 0;
    await step();
    await settled();
    return [...backend.sink.messages].toSorted((a, b) => a.subject.localeCompare(b.subject));
  };
  const linesOf = (mails: readonly ReceivedMail[]) => mails.map(({ to, subject }) => [to[0], subject]);
  /** The mails sent for events of the test itself. */
  const notified = (by: string | null, events: readonly NotificationEvent[]) =>
    sentBy(async () => {
      const { database, mailer } = backend;
      const parts = {
        deployment: testDeployment,
        database,
        mailer,
        clock: () => testStart,
        tracer: null,
        settings: { ...defaultSettings, dashboardUrl: 'https://dashboard.example/' },
      };
      const outbox = createOutbox(parts, app.log);
      const notify = createNotify(parts, outbox);
      await database.db.transaction().execute((trx) => notify(trx, by, events));
      await outbox.sendDue();
    });

  describe('contain a calendar file', () => {
    it('that follows a reservation from request to cancellation: one UID, an increasing sequence', async () => {
      await shift();
      await shift({ interpreter: orri.id });
      const toUna: ReceivedMail[] = [];
      const follow = async (step: () => Promise<unknown>) => {
        const mail = (await sentBy(step)).find(({ to }) => to.includes(una.email));
        if (!mail) throw new Error('Una was not notified.');
        toUna.push(mail);
      };
      let id = '';
      await follow(async () => {
        ({ id } = await reserve());
      });
      await follow(() => act(id, 'approve'));
      await follow(() => change(`/reservations/${id}/`, { time_from: '10:30' }));
      await follow(() => act(id, 'assign', { interpreters: [orri.id] }));
      await follow(() => act(id, 'assign', { interpreters: [una.id, orri.id] }));
      await follow(() => act(id, 'cancel'));
      const events = toUna.map((mail) => eventIn(mail));
      expect(
        events.map(({ method, partMethod, status, answer, start }) => [method, partMethod, status, answer, start]),
      ).toEqual([
        ['REQUEST', 'REQUEST', 'TENTATIVE', 'NEEDS-ACTION', '2024-05-06T07:00:00.000Z'],
        ['REQUEST', 'REQUEST', 'CONFIRMED', 'ACCEPTED', '2024-05-06T07:00:00.000Z'],
        ['REQUEST', 'REQUEST', 'CONFIRMED', 'ACCEPTED', '2024-05-06T07:30:00.000Z'],
        ['CANCEL', 'CANCEL', 'CANCELLED', 'NEEDS-ACTION', '2024-05-06T07:30:00.000Z'],
        ['REQUEST', 'REQUEST', 'CONFIRMED', 'ACCEPTED', '2024-05-06T07:30:00.000Z'],
        ['CANCEL', 'CANCEL', 'CANCELLED', 'NEEDS-ACTION', '2024-05-06T07:30:00.000Z'],
      ]);
      expect(new Set(events.map(({ uid }) => uid))).toEqual(new Set([`reservation-${id}@testland`]));
      events.slice(1).forEach(({ sequence }, index) => expect(sequence).toBeGreaterThan(events[index]?.sequence ?? 0));
    });

    it('that removes a deleted reservation from the calendar', async () => {
      const [asked] = await sentBy(() => reserve());
      const { id } = (await manager.get('/reservations/')).json().results[0];
      const mails = await sentBy(() => manager.remove(`/reservations/${id}/`));
      expect(linesOf(mails)).toEqual([
        [una.email, 'Reservation deleted: 06-05-2024, 10:00–11:30'],
        [customer.email, 'Rezervacija ištrinta: 06-05-2024, 10:00–11:30'],
      ]);
      const before = eventIn(asked as ReceivedMail);
      for (const mail of mails) {
        const event = eventIn(mail);
        expect(event).toMatchObject({ method: 'CANCEL', uid: before.uid, attendee: `mailto:${mail.to[0]}` });
        expect(event.sequence).toBeGreaterThan(before.sequence);
      }
    });

    it('that contains no more than the mail, and less for others', async () => {
      const [asked] = await sentBy(() => reserve({ note: 'Room 2' }));
      const event = eventIn(asked as ReceivedMail);
      expect(event).toMatchObject({
        summary: 'Reservation · Brú & Co',
        location: 'https://meet.example/court;room=2,a',
        organizer: 'mailto:help@testland.example',
        attendee: `mailto:${una.email}`,
        end: '2024-05-06T08:30:00.000Z',
      });
      expect(event.description).toBe(
        [
          'Reservation: Court hearing; Unnur, Reykjavík',
          'Date: 06-05-2024',
          'Time: 10:00–11:30',
          'Link: https://meet.example/court;room=2,a',
          'Customer: Katrín Jónsdóttir',
        ].join('\n'),
      );
      expect(asked?.text).toContain(event.description);
      expect(asked?.calendars[0]?.content).toContain('CLASS:PRIVATE\r\n');
      expect(asked?.calendars[0]?.content).not.toContain('Room 2');
    });
  });

  describe('are one mail per person and act', () => {
    it('with a file for every reservation, the account first', async () => {
      await shift({ repeat: 'weekdays', until: '2024-05-10' });
      const first = await reserve();
      const second = await reserve({ date: '2024-05-07', name: 'Dentist' });
      const mails = await notified(staff.id, [
        { about: 'reservation', what: 'taken_off', reservation: first.id, to: [una.id, staff.id] },
        { about: 'reservation', what: 'taken_off', reservation: second.id, to: [una.id] },
        { about: 'reservation', what: 'returned_to_pending', reservation: first.id, to: [customer.id] },
        { about: 'reservation', what: 'cancelled', reservation: second.id, to: [customer.id] },
        {
          about: 'account',
          what: 'suspended',
          reason: 'On leave',
          until: new Date('2024-11-30T22:00:00Z'),
          to: [una.id],
        },
      ]);
      expect(linesOf(mails)).toEqual([
        [customer.email, 'Jums svarbūs pakeitimai: 2'],
        [una.email, 'Your account with Brú & Co is suspended'],
      ]);
      const [toCustomer, toUna] = mails as [ReceivedMail, ReceivedMail];
      expect(toUna.text).toMatch(
        /suspended[^]+Reason: On leave\nLast day: 30-11-2024[^]+You no longer take part[^]+Court hearing[^]+Dentist[^]+Questions/,
      );
      expect(toUna.text.match(/no longer take part/g)).toHaveLength(1);
      expect(toUna.html).toContain('Dentist');
      expect([0, 1].map((index) => eventIn(toUna, index).uid)).toEqual([
        `reservation-${first.id}@testland`,
        `reservation-${second.id}@testland`,
      ]);
      expect([0, 1].map((index) => eventIn(toCustomer, index).method)).toEqual(['REQUEST', 'CANCEL']);
    });

    it('also for a person whose account is deleted by then', async () => {
      const { id } = await reserve();
      const { db } = backend.database;
      const [gone] = await recipientsOf(db, [una.id]);
      await db.deleteFrom('users').where('id', '=', una.id).execute();
      const mails = await notified(staff.id, [
        { about: 'account', what: 'deleted', to: gone ? [gone] : [] },
        { about: 'reservation', what: 'taken_off', reservation: id, to: gone ? [gone] : [] },
      ]);
      expect(linesOf(mails)).toEqual([[una.email, 'Your account with Brú & Co has been deleted']]);
    });

    it('for a series of sixty days, in the language of the reader', async () => {
      const days = { repeat: 'weekdays', date: '2024-05-06', until: '2024-07-26' };
      let schedule = { id: '' };
      const planned = await sentBy(async () => {
        schedule = await shift({ ...days, interpreter: orri.id });
      });
      expect(linesOf(planned)).toEqual([[orri.email, 'Nové vo vašom kalendári: 06-05-2024 – 26-07-2024']]);
      expect(planned[0]?.text.match(/\d\d-\d\d-2024/g)).toHaveLength(60);
      expect(planned[0]?.calendars).toEqual([]);
      const changed = await sentBy(() => change(`/schedules/${schedule.id}/`, { time_to: '16:00' }));
      expect(linesOf(changed)).toEqual([[orri.email, 'Upravené vo vašom kalendári: 06-05-2024 – 26-07-2024']]);
      expect(changed[0]?.text).toContain('09:00–16:00');
      const deleted = await sentBy(() => manager.remove(`/schedules/${schedule.id}/`));
      expect(linesOf(deleted)).toEqual([[orri.email, 'Odstránené z vášho kalendára: 06-05-2024 – 26-07-2024']]);
    });
  });

  describe('notify interpreters of changes in their calendar by others', () => {
    it('cancelled, restored, moved, reassigned, deleted', async () => {
      const { id: schedule } = await shift();
      const [{ id }] = await shiftsOf(schedule);
      const path = `/shifts/${id}/`;
      const off = await sentBy(() => change(path, { state: 'disabled' }));
      expect(linesOf(off)).toEqual([[una.email, 'Called off in your calendar: 06-05-2024']]);
      const again = await sentBy(() => change(path, { state: 'enabled' }));
      expect(linesOf(again)).toEqual([[una.email, 'On again in your calendar: 06-05-2024']]);
      const moved = await sentBy(() => change(path, { date: '2024-05-08', time_from: '10:00' }));
      expect(linesOf(moved)).toEqual([[una.email, 'Changed in your calendar: 08-05-2024']]);
      expect(moved[0]?.text).toContain('Time: 10:00–17:00');
      const given = await sentBy(() => change(path, { interpreter: orri.id }));
      expect(linesOf(given)).toEqual([
        [una.email, 'No longer in your calendar: 08-05-2024'],
        [orri.email, 'Nové vo vašom kalendári: 08-05-2024'],
      ]);
      const deleted = await sentBy(() => manager.remove(path));
      expect(linesOf(deleted)).toEqual([[orri.email, 'Odstránené z vášho kalendára: 08-05-2024']]);
      const files = [off, again, moved, [given[0]], [given[1]], deleted].map(([mail]) => eventIn(mail as ReceivedMail));
      expect(files.map(({ method }) => method)).toEqual([
        'CANCEL',
        'REQUEST',
        'REQUEST',
        'CANCEL',
        'REQUEST',
        'CANCEL',
      ]);
      expect(new Set(files.map(({ uid }) => uid))).toEqual(new Set([`shift-${id}@testland`]));
      expect(files.map(({ sequence }) => sequence)).toEqual(
        files.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
      );
    });

    it('but not of changes without effect for them, nor of their own', async () => {
      const mine = callsOf(app, una);
      const { id: schedule } = await shift();
      const [{ id }] = await shiftsOf(schedule);
      expect(linesOf(await sentBy(() => change(`/shifts/${id}/`, { time_from: '09:00' })))).toEqual([]);
      const { etag } = (await mine.get(`/shifts/${id}/`)).json();
      const mails = await sentBy(async () => {
        expect((await mine.patch(`/shifts/${id}/`, etag, { state: 'disabled' })).statusCode).toBe(200);
      });
      expect(linesOf(mails)).toEqual([]);
    });

    it('from a day on, and only those whose days they are', async () => {
      const { id: schedule } = await shift({ repeat: 'weekdays', until: '2024-05-10' });
      const days = await shiftsOf(schedule);
      await change(`/shifts/${days[3].id}/`, { interpreter: orri.id });
      const { etag } = (await manager.get(`/shifts/${days[2].id}/`)).json();
      const changed = await sentBy(() => manager.patch(`/shifts/${days[2].id}/following/`, etag, { time_to: '15:00' }));
      expect(linesOf(changed)).toEqual([[una.email, 'Changed in your calendar: 08-05-2024 – 10-05-2024']]);
      expect(changed[0]?.text).toContain('Dates: 08-05-2024, 10-05-2024');
      const deleted = await sentBy(() => manager.remove(`/shifts/${days[1].id}/`));
      expect(linesOf(deleted)).toEqual([[una.email, 'Deleted from your calendar: 07-05-2024']]);
      const following = await sentBy(() => manager.remove(`/shifts/${days[2].id}/following/`));
      expect(linesOf(following)).toEqual([
        [una.email, 'Deleted from your calendar: 08-05-2024 – 10-05-2024'],
        [orri.email, 'Odstránené z vášho kalendára: 09-05-2024'],
      ]);
    });
  });

  describe('are sent for pending reservations', () => {
    it('to removed and newly asked interpreters', async () => {
      const { id } = await reserve();
      const mails = await sentBy(() => act(id, 'assign', { interpreters: [orri.id] }));
      expect(linesOf(mails)).toEqual([
        [orri.email, 'Rezervácia čaká na vašu odpoveď: 06-05-2024'],
        [una.email, 'You no longer take part in a reservation: 06-05-2024, 10:00–11:30'],
      ]);
    });

    it('to interpreters and customer for another time or place, and to nobody without a change in the mail’s facts', async () => {
      const { id } = await reserve();
      const path = `/reservations/${id}/`;
      expect(linesOf(await sentBy(() => change(path, { note: 'Room 2' })))).toEqual([]);
      expect(linesOf(await sentBy(() => change(path, { date: '2024-05-07' })))).toEqual([
        [una.email, 'A reservation that waits for your answer has changed: 07-05-2024'],
        [customer.email, 'Rezervacija pakeista: 07-05-2024, 10:00–11:30'],
      ]);
      expect(linesOf(await sentBy(() => change(path, { link: 'https://meet.example/other' })))).toHaveLength(2);
    });

    it('to a former customer', async () => {
      await shift();
      const { id } = await reserve();
      await act(id, 'approve');
      const other = await backend.addUser({ role: 'partner', language: 'es' });
      const mails = await sentBy(() => change(`/reservations/${id}/`, { customer: other.id }));
      expect(linesOf(mails)).toEqual([
        [other.email, 'Reserva aprobada: 06-05-2024, 10:00–11:30'],
        [una.email, 'Reservation changed: 06-05-2024, 10:00–11:30'],
        [customer.email, 'Rezervacijoje nebedalyvaujate: 06-05-2024, 10:00–11:30'],
      ]);
    });

    it('to staff when an interpreter answers, without an entry for their calendar; who declines loses theirs', async () => {
      await shift();
      const mine = callsOf(app, una);
      const { id } = await reserve();
      const accepted = await sentBy(() => act(id, 'accept', {}, mine));
      expect(linesOf(accepted)).toEqual([
        [staff.email, 'Una Arnardóttir accepts a reservation: 06-05-2024, 10:00–11:30'],
      ]);
      expect(accepted[0]?.calendars).toEqual([]);
      const { id: other } = await reserve({ time_from: '13:00', time_to: '14:00' });
      const declined = await sentBy(() => act(other, 'decline', { answer: 'I am away' }, mine));
      expect(linesOf(declined)).toEqual([
        [staff.email, 'Una Arnardóttir declines a reservation: 06-05-2024, 13:00–14:00'],
        [una.email, 'You no longer take part in a reservation: 06-05-2024, 13:00–14:00'],
      ]);
      expect(declined.map(({ calendars }) => calendars[0]?.method)).toEqual([undefined, 'CANCEL']);
    });
  });

  it('are sent to both addresses for a change of e-mail, and for a change of role', async () => {
    const owner = callsOf(app, await backend.signedIn({ role: 'owner' }));
    const path = `/users/${orri.id}/`;
    const patch = async (changes: object) => {
      const { etag } = (await owner.get(path)).json();
      expect((await owner.patch(path, etag, changes)).statusCode).toBe(200);
    };
    const moved = await sentBy(() => patch({ email: 'Orri.New@testland.example' }));
    expect(new Set(linesOf(moved))).toEqual(
      new Set([
        [orri.email, 'Táto adresa už nepatrí k vášmu účtu – Brú & Co'],
        ['orri.new@testland.example', 'Toto je teraz e-mailová adresa vášho účtu – Brú & Co'],
      ]),
    );
    const promoted = await sentBy(() => patch({ role: 'manager' }));
    expect(linesOf(promoted)).toContainEqual(['orri.new@testland.example', 'Váš účet má inú rolu – Brú & Co']);
    expect(promoted.find(({ to }) => to.includes('orri.new@testland.example'))?.text).toContain('Manažér');
  });

  it('notify interpreters when a customer is deleted', async () => {
    await reserve();
    const mails = await sentBy(() => callsOf(app, staff).remove(`/users/${customer.id}/`));
    expect(linesOf(mails)).toEqual([
      [una.email, 'A reservation that waits for your answer has changed: 06-05-2024'],
      [customer.email, 'Jūsų „Brú & Co“ paskyra ištrinta'],
    ]);
    expect(mails[0]?.text).not.toContain('Katrín');
  });

  it('have all texts in every language, as text and as HTML', async () => {
    await shift();
    const { id } = await reserve();
    const answerText = { by: 'Una Arnardóttir', message: null };
    const reservationNews = [
      ...(['asked', 'approved', 'assigned', 'changed', 'changed_asked', 'reassigned', 'taken_off'] as const),
      ...(['returned_to_pending', 'rejected', 'cancelled', 'deleted', 'accepted', 'declined', 'handed_back'] as const),
      ...(['offered', 'offer_taken', 'offer_ended', 'offer_withdrawn', 'offer_changed'] as const),
      ...(['accepted_approved', 'offer_over', 'offer_widened'] as const),
    ];
    const shiftNews = ['planned', 'changed', 'cancelled', 'restored', 'deleted', 'moved_away'] as const;
    const [storedShift] = await shiftsOf((await manager.get('/schedules/')).json().results[0].id);
    const day = {
      ...storedShift,
      day: storedShift.date,
      version: 1,
      starts: new Date(storedShift.from),
      ends: new Date(storedShift.to),
    };
    const times = { time_from: '09:00', time_to: '17:00' };
    for (const language of languages) {
      const said = new Set<string>();
      const to = [(await backend.addUser({ role: 'interpreter', language })).id];
      const events: NotificationEvent[] = [
        ...reservationNews.map((what) => ({ about: 'reservation', what, reservation: id, ...answerText, to }) as const),
        ...shiftNews.map((what) => ({ about: 'shift', what, shifts: [{ ...day, ...times }], to }) as const),
        { about: 'account', what: 'deleted', to },
        { about: 'account', what: 'role_changed', role: 'manager', to },
        { about: 'account', what: 'email_arrived', to },
      ];
      for (const event of events) {
        const [mail] = await notified(null, [event]);
        for (const body of [mail?.subject, mail?.text, mail?.html]) expect(body).not.toMatch(/[{}]|undefined/);
        said.add(mail?.subject ?? '');
      }
      const [digest] = await notified(null, events.slice(0, 2));
      said.add(digest?.subject ?? '');
      expect([language, said.size]).toEqual([language, reservationNews.length + shiftNews.length + 4]);
    }
  });
});
