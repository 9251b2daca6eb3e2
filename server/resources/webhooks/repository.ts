import { type Insertable, sql, type Updateable } from 'kysely';
import { deliveryDays, type AttemptFailure, testEventType } from '../../../contract/webhookLimits.ts';
import type { WebhookDeliveriesQuery } from '../../../contract/webhooks.ts';
import { type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import { personName } from '../../collection/personName.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { claimDue } from '../../queue/lease.ts';
import { randomId } from '../../randomId.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** How long a delivery is attempted, in milliseconds. `add_webhook_event` has the same. */
const attemptedFor = 3 * day;
/** Attempts that are shown of one delivery. */
const shownAttempts = 10;

function selectWebhooks(db: Db, now: Date) {
  const count = (state: 'waiting' | 'failed') =>
    sql<number>`(select count(*)::int from webhook_deliveries
      where webhook_deliveries.webhook_id = webhooks.id and webhook_deliveries.state = ${state})`;
  return db
    .selectFrom('webhooks')
    .leftJoin('users', 'users.id', 'webhooks.created_by')
    .leftJoin('webhook_failures', 'webhook_failures.webhook_id', 'webhooks.id')
    .select([
      'webhooks.id',
      'webhooks.version',
      'webhooks.url',
      'webhooks.description',
      'webhooks.event_types',
      'webhooks.enabled',
      'webhooks.disabled_because',
      'webhooks.created',
      'webhook_failures.since as failing_since',
      personName<string | null>('users').as('created_by'),
      sql<Date | null>`(select max(expires) from signing_keys
        where signing_keys.webhook_id = webhooks.id and expires > ${now}::timestamptz)`.as('former_secret_until'),
      count('waiting').as('waiting'),
      count('failed').as('failed'),
    ]);
}

/** A webhook as the query returns it. */
export type WebhookRow = Awaited<ReturnType<typeof listWebhooks>>[number];

/** All webhooks, the newest first. */
export function listWebhooks(db: Db, now: Date) {
  return selectWebhooks(db, now).orderBy('webhooks.created', 'desc').orderBy('webhooks.id').execute();
}

/** A webhook by id. */
export function findWebhook(db: Db, id: string, now: Date): Promise<WebhookRow | undefined> {
  return selectWebhooks(db, now).where('webhooks.id', '=', id).executeTakeFirst();
}

/** The state of a webhook, locked until the transaction ends. */
export function lockWebhook(trx: Db, id: string) {
  return trx
    .selectFrom('webhooks')
    .select(['id', 'version', 'enabled', 'description', 'url', 'event_types'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The number of webhooks. */
export async function countWebhooks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds a webhook. */
export async function insertWebhook(trx: Db, webhook: Insertable<Tables['webhooks']>): Promise<void> {
  await trx.insertInto('webhooks').values(webhook).execute();
}

/** Updates a webhook; without changes it does nothing. */
export async function updateWebhook(trx: Db, id: string, changes: Updateable<Tables['webhooks']>): Promise<void> {
  if (Object.keys(changes).length > 0) await trx.updateTable('webhooks').set(changes).where('id', '=', id).execute();
}

/** Deletes a webhook with its deliveries; false if there is none. */
export async function deleteWebhook(trx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Stores a wrapped secret. */
export async function insertSecret(trx: Db, secret: Insertable<Tables['signing_keys']>): Promise<void> {
  await trx.insertInto('signing_keys').values(secret).execute();
}

/** Lets the present secrets of a webhook expire; those that were to expire end now. */
export async function expireSecrets(trx: Db, webhookId: string, expires: Date): Promise<void> {
  await trx.deleteFrom('signing_keys').where('webhook_id', '=', webhookId).where('expires', 'is not', null).execute();
  await trx.updateTable('signing_keys').set({ expires }).where('webhook_id', '=', webhookId).execute();
}

/** The wrapped secrets of a webhook that sign now, the newest first. */
export function signingSecrets(db: Db, webhookId: string, now: Date) {
  return db
    .selectFrom('signing_keys')
    .select(['id', 'key_id', 'data_key'])
    .where('webhook_id', '=', webhookId)
    .where((eb) => eb.or([eb('expires', 'is', null), eb('expires', '>', now)]))
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute();
}

/** Adds a test event for one webhook. */
export async function insertTestEvent(trx: Db, webhookId: string, now: Date): Promise<void> {
  await trx
    .insertInto('webhook_deliveries')
    .values({
      id: randomId(),
      webhook_id: webhookId,
      type: testEventType,
      subject_id: webhookId,
      data: JSON.stringify({ id: webhookId }),
      created: now,
      due: now,
      until: new Date(now.getTime() + attemptedFor),
      transaction: sql<number>`pg_current_xact_id()::text::bigint`,
    })
    .execute();
}

const orderings: Orderings<'created'> = { created: [sql`webhook_deliveries.created`] };

type ShownAttempt = {
  /** From JSON, so as text. */
  at: string;
  milliseconds: number;
  status: number | null;
  failure: AttemptFailure | null;
  answer: string;
};

/** One page of the deliveries of a webhook. */
export function listDeliveries(db: Db, webhookId: string, { state, search, ...query }: WebhookDeliveriesQuery) {
  let deliveries = db
    .selectFrom('webhook_deliveries')
    .select(['id', 'type', 'state', 'created', 'due'])
    .select(
      sql<ShownAttempt[]>`(
        select coalesce(json_agg(json_build_object(
          'at', at, 'milliseconds', milliseconds, 'status', status, 'failure', failure, 'answer', answer
        ) order by id desc), '[]')
        from (select * from webhook_attempts where delivery_id = webhook_deliveries.id order by id desc limit ${shownAttempts}) latest
      )`.as('attempts'),
    )
    .where('webhook_id', '=', webhookId);
  if (state) deliveries = deliveries.where('state', '=', state);
  const found = searchIn(search, [sql`type`]);
  if (found) deliveries = deliveries.where(found);
  return pageOf(db, deliveries, query, { orderings, fallback: '-created', tiebreak: sql`webhook_deliveries.id` });
}

/** Lets deliveries of a webhook wait again: one that has ended, or all that were given up. Returns how many. */
export async function replayDeliveries(
  trx: Db,
  webhookId: string,
  { delivery, now }: { delivery: string | null; now: Date },
): Promise<number> {
  let ended = trx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', due: now, until: new Date(now.getTime() + attemptedFor), tries: 0, ended: null })
    .where('webhook_id', '=', webhookId);
  ended =
    delivery === null
      ? ended.where('state', '=', 'failed')
      : ended.where('id', '=', delivery).where('state', '<>', 'waiting');
  return Number((await ended.executeTakeFirst()).numUpdatedRows);
}

/** Begins anew with a webhook that was disabled: its waiting deliveries are due, and its failures are forgotten. */
export async function resumeDeliveries(trx: Db, webhookId: string, now: Date): Promise<void> {
  await forgetFailures(trx, webhookId);
  await trx
    .updateTable('webhook_deliveries')
    .set({ due: now, until: new Date(now.getTime() + attemptedFor), tries: 0 })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

const claimed = ['id', 'webhook_id', 'type', 'data', 'created', 'until', 'tries'] as const;

/** A delivery that this process attempts. */
export type ClaimedDelivery = Awaited<ReturnType<typeof claimDelivery>> & object;

/** Claims the delivery that has been due longest, of an enabled webhook that is not among `busy`. */
export async function claimDelivery(
  db: Db,
  { now, lease, busy }: { now: Date; lease: number; busy: readonly string[] },
) {
  const [delivery] = await claimDue(db, 'webhook_deliveries', {
    now,
    until: new Date(now.getTime() + lease),
    most: 1,
    columns: claimed,
    only: sql`state = 'waiting' and webhook_id <> all(${[...busy]}::text[])
      and exists (select from webhooks where webhooks.id = webhook_deliveries.webhook_id and webhooks.enabled)`,
  });
  return delivery;
}

/** The address of a webhook. */
export async function addressOf(db: Db, webhookId: string): Promise<string | undefined> {
  const row = await db.selectFrom('webhooks').select('url').where('id', '=', webhookId).executeTakeFirst();
  return row?.url;
}

/** Stores the outcome of a claimed delivery, unless it was claimed or replayed meanwhile. */
export async function endAttempt(
  trx: Db,
  { id, tries }: Pick<ClaimedDelivery, 'id' | 'tries'>,
  changes: { state: 'waiting'; due: Date } | { state: 'delivered' | 'failed'; ended: Date },
): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set(changes)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'waiting')
    .execute();
}

/** Adds a line to the log of attempts. */
export async function insertAttempt(trx: Db, attempt: Insertable<Tables['webhook_attempts']>): Promise<void> {
  await trx.insertInto('webhook_attempts').values(attempt).execute();
}

/** Stores that a webhook fails, and returns since when. */
export async function noteFailure(trx: Db, webhookId: string, now: Date): Promise<Date> {
  const { since } = await trx
    .insertInto('webhook_failures')
    .values({ webhook_id: webhookId, since: now })
    .onConflict((conflict) => conflict.column('webhook_id').doUpdateSet({ since: sql`webhook_failures.since` }))
    .returning('since')
    .executeTakeFirstOrThrow();
  return since;
}

/** Forgets that a webhook has failed. */
export async function forgetFailures(trx: Db, webhookId: string): Promise<void> {
  await trx.deleteFrom('webhook_failures').where('webhook_id', '=', webhookId).execute();
}

/** Disables a webhook that is enabled; returns its description, undefined if another process was first. */
export async function disableWebhook(trx: Db, id: string, because: 'failures' | 'gone'): Promise<string | undefined> {
  const row = await trx
    .updateTable('webhooks')
    .set({ enabled: false, disabled_because: because })
    .where('id', '=', id)
    .where('enabled', '=', true)
    .returning('description')
    .executeTakeFirst();
  return row?.description;
}

/** Deletes old deliveries with their attempts, and secrets that have expired. */
export async function deleteOldDeliveries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - deliveryDays * day);
  await db.deleteFrom('webhook_deliveries').where('created', '<=', before).execute();
  await db.deleteFrom('signing_keys').where('expires', '<=', now).execute();
}
