import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AuditPage, AuditQuery } from '../../../contract/audit.ts';
import type { AppParts } from '../../appParts.ts';
import { mayRead } from '../../policies/policy.ts';
import { listEntries } from './repository.ts';

/** `audit/`: who wrote what, and when, with the record before and after; for owners. */
export const auditRoutes =
  ({ database: { db } }: AppParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/audit/',
      {
        config: { policy: mayRead('audit') },
        schema: {
          summary: 'The audit trail',
          tags: ['audit'],
          querystring: AuditQuery,
          response: { 200: AuditPage },
        },
      },
      async (request) => {
        const { count, rows } = await listEntries(db, request.query);
        return {
          count,
          results: rows.map(({ at, person_id, record_id, ...row }) => ({
            ...row,
            at: at.toISOString(),
            person: person_id,
            record: record_id,
          })),
        };
      },
    );
  };
