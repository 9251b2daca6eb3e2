import { RecordPath } from '../../../contract/collection.ts';
import { Feedback, FeedbackPage, FeedbackQuery } from '../../../contract/feedback.ts';
import { readScope } from '../../../contract/permissions.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { spanOfDays } from '../../days.ts';
import { sessionOf } from '../../http/guard.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, type Person } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { type FeedbackRow, findFeedback, listFeedback } from './repository.ts';

const seesAll = ({ role }: Person) => readScope('feedback', role) === 'all';

/** The interpreter that the person's read scope is limited to; null: everybody's feedback. */
const scopeOf = (person: Person) => (seesAll(person) ? null : person.id);

function toFeedback(row: FeedbackRow, person: Person): Feedback {
  const { interpretation_id, interpreter_id, customer_id, customer_name, created, request_created, ...same } = row;
  const seesCustomer = seesAll(person);
  return {
    ...same,
    created: created.toISOString(),
    request: interpretation_id,
    request_date: request_created.toISOString(),
    interpreter: interpreter_id,
    customer: seesCustomer ? customer_id : null,
    customer_name: seesCustomer ? customer_name : null,
  };
}

/** `feedback/` (R149). Interpreters read feedback on themselves, anonymously. */
export function routes(app: TypedApp, { deployment: { timeZone }, database: { db }, clock }: Services): void {
  const reads = routeOptions('feedback', { policy: mayRead('feedback'), flag: 'feedback' });

  app.get(
    '/feedback/',
    reads({ summary: 'The feedback', querystring: FeedbackQuery, response: { 200: FeedbackPage } }),
    async (request) => {
      const { person } = sessionOf(request);
      const { from_day, to_day, ...query } = request.query;
      const asked = { query, interpreterId: scopeOf(person), ...spanOfDays({ from_day, to_day }, timeZone) };
      const { count, rows } = await listFeedback(db, asked, clock());
      return { count, results: rows.map((row) => toFeedback(row, person)) };
    },
  );

  app.get(
    '/feedback/:id/',
    reads({ summary: 'A feedback', params: RecordPath, response: { 200: Feedback } }),
    async (request) => {
      const { person } = sessionOf(request);
      return toFeedback(orNotFound(await findFeedback(db, scopeOf(person), request.params.id)), person);
    },
  );
}
