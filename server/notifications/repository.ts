import { sql } from 'kysely';
import { alphabetically } from '../collection/list.ts';
import { personName } from '../collection/personName.ts';
import type { Db } from '../db/tables.ts';
import type { Recipient } from './events.ts';

/** Recipients by user id. Read them before a person is deleted to notify them afterwards. */
export async function recipientsOf(db: Db, ids: readonly string[]): Promise<(Recipient & { id: string })[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('users')
    .select(['id', 'email', 'language', 'role'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
}

const interpreterNames = sql<string[]>`array(
  select ${personName('person')}
  from reservation_interpreters
  join users person on person.id = reservation_interpreters.interpreter_id
  where reservation_interpreters.reservation_id = reservations.id and takes_part
  order by ${alphabetically(sql`person.last_name`)}, ${alphabetically(sql`person.first_name`)}, person.id)`;

/** Reservations with the facts that notifications and calendar feeds contain. */
export function selectNotifiedReservations(db: Db) {
  return db
    .selectFrom('reservations')
    .leftJoin('users as customer', 'customer.id', 'reservations.customer_id')
    .leftJoin('reservation_offers as offer', 'offer.reservation_id', 'reservations.id')
    .select([
      'reservations.id',
      'reservations.version',
      'reservations.name',
      'reservations.status',
      'reservations.starts',
      'reservations.ends',
      'reservations.address',
      'reservations.link',
      'reservations.answer',
      'offer.deadline as offer_deadline',
      personName<string | null>('customer').as('customer_name'),
      interpreterNames.as('interpreter_names'),
    ]);
}

/** The facts of reservations that notifications contain, by id. */
export async function notifiedReservations(db: Db, ids: readonly string[]): Promise<Map<string, NotifiedReservation>> {
  if (ids.length === 0) return new Map();
  const rows = await selectNotifiedReservations(db)
    .where('reservations.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The facts of a reservation that notifications contain. */
export type NotifiedReservation = {
  id: string;
  version: number;
  name: string;
  status: 'pending' | 'approved' | 'rejected' | 'cancelled';
  starts: Date;
  ends: Date;
  address: string | null;
  link: string | null;
  answer: string | null;
  /** Until when its open offer can be accepted. */
  offer_deadline: Date | null;
  customer_name: string | null;
  interpreter_names: string[];
};
