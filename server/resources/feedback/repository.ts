import { sql } from 'kysely';
import type { feedbackOrderings, FeedbackQuery } from '../../../contract/feedback.ts';
import { listOf, type Orderings, searchIndexed } from '../../collection/list.ts';
import { personName } from '../../collection/personName.ts';
import type { Db, Tables } from '../../db/tables.ts';

const orderings: Orderings<(typeof feedbackOrderings)[number]> = {
  created: [sql`feedback.created`],
  rating: [sql`feedback.rating`, sql`feedback.created`],
  waiting_seconds: [sql`feedback.waiting_seconds`],
};

/** Left joins only, so that the planner drops them when counting. */
function selectFeedback(db: Db, interpreterId: string | null) {
  const feedback = db
    .selectFrom('feedback')
    .leftJoin('interpretations', 'interpretations.id', 'feedback.interpretation_id')
    .leftJoin('users as interpreters', 'interpreters.id', 'feedback.interpreter_id')
    .leftJoin('users as customers', 'customers.id', 'interpretations.customer_id')
    .select([
      'feedback.id',
      'feedback.rating',
      'feedback.video_quality',
      'feedback.interpreter_quality',
      'feedback.notes',
      'feedback.created',
      'feedback.interpretation_id',
      'feedback.interpreter_id',
      'feedback.waiting_seconds',
      sql<Date>`interpretations.created`.as('request_created'),
      sql<Tables['interpretations']['channel']>`interpretations.channel`.as('channel'),
      sql<string>`interpretations.category`.as('category'),
      'interpretations.duration_seconds',
      'interpretations.customer_id',
      personName<string | null>('interpreters').as('interpreter_name'),
      personName<string | null>('customers').as('customer_name'),
    ]);
  return interpreterId === null ? feedback : feedback.where('feedback.interpreter_id', '=', interpreterId);
}

/** Feedback as the query returns it. */
export type FeedbackRow = NonNullable<Awaited<ReturnType<typeof findFeedback>>>;

/** One page of the feedback on one interpreter, or on everybody (null). `to` is exclusive. */
export const listFeedback = listOf(selectSome, { orderings, fallback: '-created', tiebreak: sql`feedback.id` });

type Asked = {
  interpreterId: string | null;
  query: Omit<FeedbackQuery, 'from_day' | 'to_day'>;
  from: Date | null;
  to: Date | null;
};

function selectSome(db: Db, { interpreterId, query: { search, rating, interpreter }, from, to }: Asked) {
  const found = searchIndexed(search, sql`feedback.search_text`);
  let feedback = selectFeedback(db, interpreterId);
  if (rating) feedback = feedback.where('feedback.rating', 'in', rating);
  if (interpreter) feedback = feedback.where('feedback.interpreter_id', 'in', interpreter);
  if (from) feedback = feedback.where('feedback.created', '>=', from);
  if (to) feedback = feedback.where('feedback.created', '<', to);
  if (found) feedback = feedback.where(found);
  return feedback;
}

/** The feedback on one interpretation, limited to one interpreter, or not limited (null). */
export function feedbackOf(db: Db, interpreterId: string | null, interpretationId: string) {
  const feedback = db.selectFrom('feedback').select(['id', 'rating']).where('interpretation_id', '=', interpretationId);
  return (interpreterId === null ? feedback : feedback.where('interpreter_id', '=', interpreterId)).executeTakeFirst();
}

/** Feedback by id, limited to one interpreter, or not limited (null). */
export function findFeedback(db: Db, interpreterId: string | null, id: string) {
  return selectFeedback(db, interpreterId).where('feedback.id', '=', id).executeTakeFirst();
}
