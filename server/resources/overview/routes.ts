import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { channels } from '../../../contract/interpretations.ts';
import { Overview } from '../../../contract/overview.ts';
import type { AppParts } from '../../appParts.ts';
import { lastDays } from '../../days.ts';
import { sessionOf } from '../../http/guard.ts';
import { mayRead, reach } from '../../policies/policy.ts';
import { averageRating, countOnlineInterpreters, countRegisteredUsers, countRequests } from './repository.ts';

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
        const { fromDay, toDay, ...range } = lastDays(clock(), timeZone, overviewDays);
        const scope = reach('overview', person.role) === 'all' ? 'all' : 'own';
        const about = scope === 'own' ? person.id : null;
        const [requests, registered_users, online_interpreters, rating] = await Promise.all([
          countRequests(
            db,
            range,
            channels.filter((channel) => flags[channel]),
            about,
          ),
          reach('users', person.role) === 'none' ? null : countRegisteredUsers(db),
          countOnlineInterpreters(db),
          flags.feedback ? averageRating(db, range, about) : { average: null, count: 0 },
        ]);
        return {
          from_day: fromDay,
          to_day: toDay,
          scope,
          requests,
          registered_users,
          online_interpreters,
          average_feedback: rating.average,
          feedback_count: rating.count,
        } satisfies Overview;
      },
    );
  };
