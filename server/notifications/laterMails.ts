import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { maySignIn } from '../../contract/permissions.ts';
import type { AppParts } from '../appParts.ts';
import { asTask } from '../callContext.ts';
import { type Trx, write } from '../collection/write.ts';
import { isSuspended } from '../db/suspension.ts';
import { mailLanguage } from '../mail/mailLanguage.ts';
import type { Outbox } from '../mail/outbox.ts';
import { mailAbout, type StoredSection } from './letters.ts';

/** The interval at which every process looks for e-mails that are due, in milliseconds. */
const pollInterval = 5_000;

/** Moves the due parts of one person's e-mails into the outbox, as one e-mail. Returns false if nothing is due. */
async function sendNext(
  trx: Trx,
  { deployment }: Pick<AppParts, 'deployment'>,
  outbox: Pick<Outbox, 'put'>,
  now: Date,
): Promise<boolean> {
  // The lock on the person makes two processes write one e-mail each to two people, not two to one.
  const person = await trx
    .selectFrom('users')
    .select(['id', 'email', 'language', 'role', 'approval_status', 'suspended_at', 'suspension_expires'])
    .where('id', 'in', (eb) => eb.selectFrom('notification_mails').select('user_id').where('due', '<=', now))
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!person) return false;
  const { rows: parts } = await sql<{ section: StoredSection }>`
    with due as (
      delete from notification_mails where user_id = ${person.id} and due <= ${now}::timestamptz
      returning notification_id, section, until
    )
    select section from due join notifications on notifications.id = due.notification_id
    where read is null and seen is null and (until is null or until > ${now}::timestamptz)
    order by created, notifications.id`.execute(trx);
  const isActive =
    person.approval_status === 'approved' &&
    !isSuspended(person, now) &&
    maySignIn(person.role, deployment.allowedRoles);
  if (!isActive) return true;
  const language = mailLanguage(deployment, person.language);
  const content = mailAbout(deployment, language, { sections: parts.map(({ section }) => section), isNamed: false });
  if (content) await outbox.put(trx, { to: person.email, ...content });
  return true;
}

/**
 * Sends what people have in e-mails about several events, and what has waited for the end of their quiet hours; nothing that they have
 * seen meanwhile. Starts and stops with the app; several processes may do so.
 */
export function sendLaterMails(app: FastifyInstance, parts: AppParts, outbox: Pick<Outbox, 'put' | 'sendDue'>): void {
  const { database, clock, tracer } = parts;
  let running: Promise<void> | null = null;
  const stopping = new AbortController();
  const send = async () => {
    let count = 0;
    const now = clock();
    const caller = { request: { id: 'worker', session: null }, now };
    while (!stopping.signal.aborted && (await write(database.db, caller, (trx) => sendNext(trx, parts, outbox, now))))
      count += 1;
    if (count > 0) await outbox.sendDue();
  };
  const look = () => {
    running ??= asTask(tracer, { route: 'later mails', id: `later-mails-${clock().toISOString()}` }, send)
      .catch((error: unknown) => app.log.warn({ err: error }, 'waiting e-mails cannot be read; retrying'))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(look, pollInterval).unref();
  app.addHook('onReady', async () => look());
  app.addHook('onClose', async () => {
    stopping.abort();
    clearInterval(timer);
    await running;
  });
}
