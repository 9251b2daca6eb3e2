import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AuditPage, AuditQuery } from '../../../contract/audit.ts';
import { spanOfDays } from '../../days.ts';
import { mayRead } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { listEntries } from './repository.ts';
import { nameEntries } from './names.ts';

/** `audit/`: the writes with caller, time, and the record before and after; for owners. */
export const routes =
  ({ deployment: { timeZone }, database: { db } }: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/audit/',
      {
        config: { policy: mayRead('audit') },
        schema: {
          summary: 'The audit log',
          tags: ['audit'],
          querystring: AuditQuery,
          response: { 200: AuditPage },
        },
      },
      async (request) => {
        const { from, to, from_day, to_day, ...query } = request.query;
        const { count, rows } = await listEntries(db, query, [
          { from: from ? new Date(from) : null, to: to ? new Date(to) : null },
          spanOfDays({ from_day, to_day }, timeZone),
        ]);
        return {
          count,
          results: await nameEntries(db, rows),
        };
      },
    );
  };
