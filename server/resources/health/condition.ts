import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { named, nullable } from '../../../contract/fields.ts';
import type { Db } from '../../db/tables.ts';

const Count = Type.Integer({ minimum: 0 });
const Moment = nullable(Type.String({ format: 'date-time' }));

/** What operators see of a backend: counts and times, never a name, an address or a text. */
export const Condition = named('Condition', {
  version: Type.String(),
  /** Whether the database answers and has room; milliseconds of one query. */
  database: Type.Object({ status: Type.Enum(['ok', 'full', 'unreachable']), milliseconds: Count }),
  /** Mails that were not sent yet. `failing`: at least one attempt failed. Null without a database. */
  outbox: nullable(Type.Object({ waiting: Count, failing: Count, oldest: Moment })),
  /** Background tasks. `failed`: in the last day. `oldest`: since when the first waiting one has been due. */
  jobs: nullable(Type.Object({ waiting: Count, running: Count, failed: Count, oldest: Moment })),
});

type Queues = Pick<Static<typeof Condition>, 'outbox' | 'jobs'>;

const day = 24 * 60 * 60_000;

const inWords = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** The state of the outbox and of the background tasks. @throws when the database does not answer */
export async function queuesOf(db: Db, now: Date): Promise<Queues> {
  const outbox = await sql<{ waiting: number; failing: number; oldest: Date | null }>`
    select count(*)::int waiting, (count(*) filter (where failure is not null))::int failing, min(created) oldest
    from mail_outbox`.execute(db);
  const yesterday = new Date(now.getTime() - day);
  const jobs = await sql<{ waiting: number; running: number; failed: number; oldest: Date | null }>`
    select (count(*) filter (where state = 'waiting'))::int waiting, (count(*) filter (where state = 'running'))::int running,
      (count(*) filter (where state = 'failed'))::int failed, min(due) filter (where state = 'waiting') oldest
    from tasks where state = 'running' or (state = 'waiting' and (due <= ${now}::timestamptz or tries > 0)) or ended > ${yesterday}::timestamptz`.execute(
    db,
  );
  const [mails, tasks] = [outbox.rows[0], jobs.rows[0]];
  return {
    outbox: mails ? { ...mails, oldest: inWords(mails.oldest) } : null,
    jobs: tasks ? { ...tasks, oldest: inWords(tasks.oldest) } : null,
  };
}
