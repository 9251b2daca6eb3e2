import { sql } from 'kysely';
import type { Trx } from '../../collection/write.ts';
import type { Db } from '../../db/tables.ts';
import type { NotificationEvent } from '../../notifications/events.ts';

/** A decision and the interpreters of a reservation with their answers, and its open offer, as they were. */
export type Before = {
  interpreters: { interpreter_id: string }[];
  offer: { id: string; deadline: string } | null;
};

/** What people are told of a decision, unless it is undone; `person` has made it. */
export type HeldNews = { person: string; news: NotificationEvent[] };

/** What a decision may change. */
export async function readBefore(trx: Trx, id: string): Promise<Before> {
  const { rows } = await sql<{ before: Before }>`
    select jsonb_build_object(
      'status', status, 'answer', answer, 'answered', answered, 'answered_by', answered_by,
      'interpreters', (
        select coalesce(jsonb_agg(to_jsonb(team) - array['reservation_id', 'period', 'takes_part']), '[]')
        from reservation_interpreters team where team.reservation_id = reservations.id),
      'offer', (select to_jsonb(offer) from reservation_offers offer where offer.reservation_id = reservations.id)
    ) as before
    from reservations where id = ${id}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`There is no reservation ${id}.`);
  return row.before;
}

/**
 * Holds back the news of a decision, and its webhook events, for a time in milliseconds. Call it after the last write to
 * the reservation.
 */
export async function holdNews(
  trx: Trx,
  id: string,
  { person, before, news, time }: HeldNews & { before: Before; time: number },
): Promise<void> {
  await sql`
    with held as (
      delete from webhook_deliveries
      where transaction = pg_current_xact_id()::text::bigint and subject_id = ${id}
      returning *
    )
    insert into reservation_undos (reservation_id, person_id, until, version, before, news, deliveries)
    select id, ${person}::text, clock_timestamp() + ${time}::float8 * interval '1 millisecond', version,
      ${JSON.stringify(before)}::jsonb, ${JSON.stringify(news)}::jsonb,
      (select coalesce(jsonb_agg(to_jsonb(held)), '[]') from held)
    from reservations where id = ${id}`.execute(trx);
}

/**
 * Lets a person undo their last decisions on some reservations until the same moment: a time in milliseconds from now.
 * Undefined: there are none.
 */
export async function prolongUndo(
  db: Db,
  { person, ids, time }: { person: string; ids: readonly string[]; time: number },
): Promise<Date | undefined> {
  if (time === 0 || ids.length === 0) return undefined;
  const [row] = await db
    .updateTable('reservation_undos')
    .set({ until: sql`statement_timestamp() + ${time}::float8 * interval '1 millisecond'` })
    .where('person_id', '=', person)
    .where('reservation_id', 'in', [...ids])
    .returning('until')
    .execute();
  return row?.until;
}

/** Deletes held news, and lets their webhook events wait to be sent. */
async function release(trx: Trx, which: ReturnType<typeof sql>, now: Date): Promise<HeldNews[]> {
  const { rows } = await sql<HeldNews>`
    with released as (
      delete from reservation_undos where ${which} returning *
    ), sent as (
      insert into webhook_deliveries (id, webhook_id, type, subject_id, data, state, created, due, until, tries, transaction)
      select event.id, webhooks.id, event.type, event.subject_id, event.data, 'waiting', event.created,
        ${now}::timestamptz, event.until, 0, event.transaction
      from released
      cross join lateral jsonb_populate_recordset(null::webhook_deliveries, released.deliveries) as event
      join webhooks on webhooks.id = event.webhook_id
    )
    select person_id as person, news from released`.execute(trx);
  return rows;
}

/** Takes the news of a reservation that are held back, because it changes. */
export function takeHeldNews(trx: Trx, id: string, now: Date): Promise<HeldNews[]> {
  return release(trx, sql`reservation_id = ${id}`, now);
}

/** The same for all reservations of a person. */
export function takeHeldNewsOf(trx: Trx, person: string, now: Date): Promise<HeldNews[]> {
  return release(
    trx,
    sql`reservation_id in (
      select reservation_id from reservation_interpreters where interpreter_id = ${person}
      union all select id from reservations where customer_id = ${person})`,
    now,
  );
}

/** Takes the oldest news that nobody can undo any more; those that another process is taking are skipped. */
export async function takeDueNews(trx: Trx, now: Date): Promise<HeldNews | undefined> {
  const [due] = await release(
    trx,
    sql`reservation_id = (
      select reservation_id from reservation_undos where until <= clock_timestamp()
      order by until limit 1 for update skip locked)`,
    now,
  );
  return due;
}

/** Whether news are held back that nobody can undo any more. */
export async function hasDueNews(db: Db): Promise<boolean> {
  const { rows } = await sql`select from reservation_undos where until <= clock_timestamp() limit 1`.execute(db);
  return rows.length > 0;
}

/** The last decision on a reservation that is not sent yet: who has made it, and what was before. */
export function findUndo(db: Db, id: string): Promise<{ person_id: string; before: Before } | undefined> {
  return db
    .selectFrom('reservation_undos')
    .select(['person_id', sql<Before>`before`.as('before')])
    .where('reservation_id', '=', id)
    .executeTakeFirst();
}

/**
 * Drops the news of a person's decision. Returns what was before it; undefined: the news are sent, or the reservation has
 * changed since.
 */
export async function dropHeldNews(trx: Trx, id: string, person: string): Promise<Before | undefined> {
  const dropped = await trx
    .deleteFrom('reservation_undos')
    .where('reservation_id', '=', id)
    .where('person_id', '=', person)
    .where('until', '>', sql<Date>`clock_timestamp()`)
    .where('version', '=', (eb) => eb.selectFrom('reservations').select('version').where('id', '=', id))
    .returning(sql<Before>`before`.as('before'))
    .executeTakeFirst();
  return dropped?.before;
}

/**
 * Puts a reservation back to what it was before a decision; people who were deleted since stay away. Webhooks get no
 * event, as they got none of the decision.
 */
export async function putBack(trx: Trx, id: string, before: Before): Promise<void> {
  const was = sql`${JSON.stringify(before)}::jsonb`;
  const team = sql`(
    select team.*, booker.id as booker
    from jsonb_populate_recordset(null::reservation_interpreters, ${was} -> 'interpreters') as team
    join users on users.id = team.interpreter_id
    left join users booker on booker.id = team.booked_by)`;
  await sql`select set_config('signboard.undo', ${id}, true)`.execute(trx);
  await sql`
    update reservations set status = ${was} ->> 'status', answer = ${was} ->> 'answer',
      answered = (${was} ->> 'answered')::timestamptz,
      answered_by = (select users.id from users where users.id = ${was} ->> 'answered_by')
    where id = ${id}`.execute(trx);
  await sql`
    delete from reservation_interpreters
    where reservation_id = ${id} and interpreter_id not in (select interpreter_id from ${team} as team)`.execute(trx);
  await sql`
    insert into reservation_interpreters (reservation_id, interpreter_id, response, responded, message, language_reason)
    select ${id}::text, interpreter_id, response, responded, message, language_reason from ${team} as team
    on conflict (reservation_id, interpreter_id) do update
    set response = excluded.response, responded = excluded.responded, message = excluded.message,
      language_reason = excluded.language_reason
    where (reservation_interpreters.response, reservation_interpreters.responded, reservation_interpreters.message,
        reservation_interpreters.language_reason)
      is distinct from (excluded.response, excluded.responded, excluded.message, excluded.language_reason)`.execute(
    trx,
  );
  // The trigger has named the caller; only a later write names somebody else.
  await sql`
    update reservation_interpreters set booked_by = team.booker from ${team} as team
    where reservation_interpreters.reservation_id = ${id}
      and reservation_interpreters.interpreter_id = team.interpreter_id`.execute(trx);
  await sql`delete from reservation_offers where reservation_id = ${id}`.execute(trx);
  await sql`
    insert into reservation_offers (id, reservation_id, deadline, approves, next, message, made, made_by)
    select offer.id, reservation_id, deadline, approves, next, message, made, users.id
    from jsonb_populate_record(null::reservation_offers, coalesce(nullif(${was} -> 'offer', 'null'), '{}')) as offer
    left join users on users.id = offer.made_by
    where offer.id is not null`.execute(trx);
  await sql`
    delete from webhook_deliveries
    where transaction = pg_current_xact_id()::text::bigint and subject_id = ${id}`.execute(trx);
}
