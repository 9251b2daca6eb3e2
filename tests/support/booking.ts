import { expect } from '@jest/globals';
import type { NewReservation, Reservation, ReservationStatus } from '../../contract/reservations.ts';
import type { SignedIn, TestBackend } from './backend.ts';
import type { Calls } from './calls.ts';

type User = Awaited<ReturnType<TestBackend['addUser']>>;
type UserValues = Parameters<TestBackend['addUser']>[0];

/** The people of a booking: `staff` write it, `una` and `orri` interpret, `customer` receives it. */
type People = { staff: SignedIn; una: SignedIn; orri: SignedIn; customer: User };

/**
 * Adds the people of a booking: a manager, two interpreters and a deaf customer. `values` changes them one by one, for
 * example `{ staff: { role: 'owner' } }`. Orri reads mails in the language of the deployment, the customer in Lithuanian.
 */
export async function addBookingPeople(
  backend: TestBackend,
  values: Partial<Record<keyof People, UserValues>> = {},
): Promise<People> {
  const interpreter = { role: 'interpreter' } as const;
  return {
    staff: await backend.signedIn({ role: 'manager', first_name: 'Manni', language: 'en', ...values.staff }),
    una: await backend.signedIn({
      ...interpreter,
      first_name: 'Una',
      last_name: 'Arnardóttir',
      language: 'en',
      ...values.una,
    }),
    orri: await backend.signedIn({ ...interpreter, first_name: 'Orri', last_name: 'Bjarnason', ...values.orri }),
    customer: await backend.addUser({ role: 'deaf', first_name: 'Katrín', language: 'lt', ...values.customer }),
  };
}

/**
 * A reservation, or the error of a refused act: the status of the reservation or the HTTP status, and the error code.
 */
type Tried = { status: ReservationStatus | number; code?: string };

/** Who books: the calls of staff, and the ids of the interpreters and the customer of every reservation. */
type Booking = { manager: Calls; interpreters: string[]; customer: string };

/**
 * The steps of a booking, as staff do them on Monday 2024-05-06. `current` is called at every step, because each test
 * has its own people. `defaults` changes every reservation, for example `{ name: 'Dentist' }`.
 */
export function createBooking(current: () => Booking, defaults: Partial<NewReservation> = {}) {
  const form = (changes: object = {}) => ({
    name: 'Court hearing',
    date: '2024-05-06',
    time_from: '10:00',
    time_to: '11:30',
    type: 'remote',
    customer: current().customer,
    interpreters: current().interpreters,
    ...defaults,
    ...changes,
  });
  const created = async (url: string, payload: object) => {
    const answer = await current().manager.post(url, payload);
    expect([answer.statusCode, answer.json().code]).toEqual([201, undefined]);
    return answer.json();
  };
  const reserve = (changes: object = {}): Promise<Reservation> => created('/reservations/', form(changes));
  const send = (id: string, name: string, payload: object = {}, calls: Calls = current().manager) =>
    calls.post(`/reservations/${id}/${name}/`, payload);
  /** Does an act such as `approve`, which must succeed. Resolves to the reservation after it. */
  const act = async (...args: Parameters<typeof send>): Promise<Reservation> => {
    const answer = await send(...args);
    expect([answer.statusCode, answer.json().code]).toEqual([200, undefined]);
    return answer.json();
  };

  return {
    /** The body that creates a reservation: remote, from 10:00 to 11:30. */
    form,
    /** Plans a remote shift of the first interpreter from 09:00 to 17:00. Resolves to its schedule. */
    shift: (changes: object = {}) =>
      created('/schedules/', {
        interpreter: current().interpreters[0],
        date: '2024-05-06',
        repeat: 'once',
        time_from: '09:00',
        time_to: '17:00',
        location_type: 'remote',
        request_type: 'online',
        allowReservations: true,
        ...changes,
      }),
    /** The shifts of a schedule in May 2024. */
    shiftsOf: async (schedule: string) =>
      (await current().manager.get(`/shifts/?from_day=2024-05-01&to_day=2024-05-31&schedule=${schedule}`)).json()
        .results,
    /** Creates a pending reservation. */
    reserve,
    act,
    /** Tries an act that may be refused. Resolves to the reservation after it, or to the error. */
    tryAct: async (...args: Parameters<typeof send>): Promise<Tried> => {
      const answer = await send(...args);
      const body = answer.json();
      expect(answer.statusCode).toBe(body.code === undefined ? 200 : body.status);
      return body;
    },
    /** Creates a reservation and approves it. */
    approved: async (changes: object = {}): Promise<Reservation> => {
      const reservation = await act((await reserve(changes)).id, 'approve');
      expect(reservation).toMatchObject({ status: 'approved', uncovered: false });
      return reservation;
    },
    /** A reservation as staff read it, or the given caller. */
    read: async (id: string, calls: Calls = current().manager): Promise<Reservation> =>
      (await calls.get(`/reservations/${id}/`)).json(),
  };
}
