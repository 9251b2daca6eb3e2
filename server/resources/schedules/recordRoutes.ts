import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import type { Static } from 'typebox';
import { RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import { BlockingReservations } from '../../../contract/schedules.ts';
import { NoContent } from '../../http/noContent.ts';
import { mayDeleteShifts } from '../../../contract/permissions.ts';
import { mayRead } from '../../policies/policy.ts';

const idOf = ({ params }: FastifyRequest): string => (params as Static<typeof RecordPath>).id;

type Described = Pick<FastifySchema, 'summary' | 'description' | 'tags'>;

/** Serves the DELETE of a schedule, a day, or a day and the following days. `url` ends in a slash. */
export function serveRemoval(
  app: FastifyInstance,
  url: string,
  described: Described,
  remove: (request: FastifyRequest, id: string) => Promise<void>,
): void {
  app.delete(
    url,
    {
      config: { policy: mayDeleteShifts },
      schema: { ...described, params: RecordPath, headers: UpdateHeaders, response: { 204: NoContent } },
    },
    async (request, reply) => {
      await remove(request, idOf(request));
      return reply.code(204).send(null);
    },
  );
}

/**
 * Serves the approved reservations that prevent a change of a schedule or of one day (specification §5). `url` ends in
 * a slash.
 */
export function serveBlocking(
  app: FastifyInstance,
  url: string,
  described: Described,
  find: (request: FastifyRequest, id: string) => Promise<Static<typeof BlockingReservations>>,
): void {
  app.get(
    url,
    {
      config: { policy: mayRead('calendar'), flag: 'reservations' },
      schema: { ...described, params: RecordPath, response: { 200: BlockingReservations } },
    },
    (request) => find(request, idOf(request)),
  );
}
