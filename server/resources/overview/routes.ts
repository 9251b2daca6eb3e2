import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Overview } from '../../../contract/overview.ts';
import type { AppParts } from '../../appParts.ts';
import { lastDays } from '../../days.ts';
import { addUp, figuresOf } from '../../figures/figures.ts';
import { sumsOf } from '../../figures/repository.ts';
import { everything, scopeOf } from '../../figures/selection.ts';
import { sessionOf } from '../../http/guard.ts';
import { mayRead, reach } from '../../policies/policy.ts';
import { countOnlineInterpreters, countRegisteredUsers } from './repository.ts';

/** How many days the overview looks back, today included (Q8). */
const overviewDays = 30;

/** `overview/`: the four figures (specification §2). */
export const overviewRoutes =
  ({ deployment: { flags, timeZone }, database: { db }, clock }: AppParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/overview/',
      {
        config: { policy: mayRead('overview') },
        schema: {
          summary: 'Requests, registered users, online interpreters and average feedback',
          description: 'An interpreter reads their own figures; days are cut in the deployment’s time zone.',
          tags: ['overview'],
          response: { 200: Overview },
        },
      },
      async (request) => {
        const { person } = sessionOf(request);
        const now = clock();
        const range = lastDays(now, timeZone, overviewDays);
        const [sums, registered_users, online_interpreters] = await Promise.all([
          sumsOf(db, [range], everything(person, flags), { withRatings: flags.feedback }),
          reach('users', person.role) === 'none' ? null : countRegisteredUsers(db),
          countOnlineInterpreters(db, now),
        ]);
        const { requests, average_feedback, feedback_count } = figuresOf(addUp(sums));
        return {
          from_day: range.fromDay,
          to_day: range.toDay,
          scope: scopeOf(person),
          requests,
          registered_users,
          online_interpreters,
          average_feedback,
          feedback_count,
        } satisfies Overview;
      },
    );
  };
