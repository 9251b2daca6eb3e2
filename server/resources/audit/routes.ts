import { AuditPage, AuditQuery } from '../../../contract/audit.ts';
import { spanOfDays } from '../../days.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { listEntries } from './repository.ts';
import { nameEntries } from './names.ts';

const reads = routeOptions('audit', { policy: mayRead('audit') });

/** `audit/`: the writes with caller, time, and the record before and after; for owners. */
export function routes(app: TypedApp, { deployment: { timeZone }, database: { db } }: Services): void {
  app.get(
    '/audit/',
    reads({
      summary: 'The audit log',
      querystring: AuditQuery,
      response: { 200: AuditPage },
    }),
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
}
