import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Db } from '../../db/tables.ts';
import { claimDue, nextAttempt, type Retries } from '../../queue/lease.ts';
import { pollWith } from '../../queue/poll.ts';
import { createWorkerPool } from '../../queue/workerPool.ts';
import { type ForwardedEvent, type Receiver, receiverAt } from './receivers.ts';

const second = 1000;
/** Longer than the timeout of one delivery; renewed after each. */
const lease = 60 * second;
const retries = { first: 5 * second, longest: 10 * 60 * second } as const satisfies Retries;
/** Maximum number of events in one delivery. */
const batchSize = 200;

type Claim = { id: number; tries: number };

/** Claims the task of sending if events are waiting. */
async function claimTask(db: Db, now: Date): Promise<Claim[]> {
  const waiting = await db.selectFrom('security_forwards').select('event_id').limit(1).executeTakeFirst();
  if (!waiting) return [];
  await sql`insert into security_forwarding (id, due) values (1, 'epoch') on conflict do nothing`.execute(db);
  const until = new Date(now.getTime() + lease);
  return claimDue(db, 'security_forwarding', { now, until, most: 1, columns: ['id', 'tries'] });
}

async function waitingEvents(db: Db, deployment: string): Promise<ForwardedEvent[]> {
  const rows = await db
    .selectFrom('security_forwards')
    .innerJoin('security_events', 'security_events.id', 'security_forwards.event_id')
    .selectAll('security_events')
    .orderBy('security_events.id')
    .limit(batchSize)
    .execute();
  return rows.map(({ at, event, person_id, subject_id, ...rest }) => ({
    deployment,
    ...rest,
    event: event as ForwardedEvent['event'],
    at: at.toISOString(),
    person: person_id,
    subject: subject_id,
  }));
}

/** Sends all waiting events in their order, and renews the lease after each delivery. */
async function sendAll(
  db: Db,
  { receiver, deployment, clock }: { receiver: Receiver; deployment: string; clock: () => Date },
) {
  for (;;) {
    const events = await waitingEvents(db, deployment);
    if (events.length === 0) return;
    await receiver(events);
    await db
      .deleteFrom('security_forwards')
      .where(
        'event_id',
        'in',
        events.map(({ id }) => id),
      )
      .execute();
    await db
      .updateTable('security_forwarding')
      .set({ due: new Date(clock().getTime() + lease) })
      .execute();
  }
}

/**
 * Forwards security events to another system: at least once, and in order, because one process at a time holds the
 * lease. After a failure the pause doubles. Starts and stops with the app.
 * @param address see `receiverAt`
 */
export function forwardSecurityEvents(
  app: FastifyInstance,
  { database: { db }, deployment, clock, settings }: Dependencies,
  address: string,
): void {
  const receiver = receiverAt(address);
  const report = (error: unknown) => app.log.warn({ err: error }, 'waiting security events cannot be read; retrying');
  const sending = createWorkerPool<Claim>(1, {
    take: () => claimTask(db, clock()),
    perform: async ({ tries }) => {
      const release = (changes: { due: Date; tries: number; failure: string | null }) =>
        db.updateTable('security_forwarding').set(changes).execute();
      try {
        await sendAll(db, { receiver, deployment: deployment.id, clock });
        await release({ due: clock(), tries: 0, failure: null });
      } catch (error) {
        const due = nextAttempt(retries, { tries, now: clock() }) ?? clock();
        app.log.warn({ err: error, tries, due }, 'security events were not forwarded and are sent later');
        await release({ due, tries, failure: error instanceof Error ? error.message.slice(0, 500) : 'unknown' });
      }
    },
    onError: report,
  });
  const look = () => void sending.fill().catch(report);
  pollWith(app, { interval: settings.pollInterval, look, stop: sending.stop });
}
