import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import type { Kysely } from 'kysely';
import Type, { type Static, type TSchema } from 'typebox';
import { CreateHeaders, RecordPath, UpdateHeaders } from '../../contract/collection.ts';
import type { Flag } from '../../contract/flags.ts';
import type { Writable } from '../../contract/kinds.ts';
import type { AppParts } from '../appParts.ts';
import type { Tables } from '../db/tables.ts';
import { sessionOf } from '../http/guard.ts';
import { NoContent } from '../http/noContent.ts';
import { mayRead, mayWrite, type Person } from '../policies/policy.ts';
import { randomId } from '../randomId.ts';
import { createOnce } from './create.ts';
import { answerRecord, requireMatch, respectMatch } from './etag.ts';
import { found } from './found.ts';
import { type Trx, write } from './write.ts';

type Db = Kysely<Tables>;

/** A call under way: who makes it, when, and the ids of the records that its collection hangs on (`partner`). */
export type Call<Above extends string = never> = { person: Person; now: Date; above: Record<Above, string> };

/** What makes one collection of records different from the next. `Row` is a record as the database has it. */
export type CollectionOf<
  Above extends string,
  Query extends TSchema,
  Page extends TSchema,
  Item extends TSchema,
  New extends TSchema,
  Changes extends TSchema,
  Row,
  Locked extends { version: number },
> = {
  /** Of the list, ending in a slash; each record is below it. */
  url: string;
  /** The parameters in `url`: `partner` of `/partners/:partner/venues/`. */
  above: readonly Above[];
  what: Writable;
  /** The flag that it stands behind. */
  flag?: Flag;
  /** For the description of the API: `venues of a partner`, `venue`. */
  names: { many: string; one: string };
  /** What people should know before they delete one. */
  deleteNote?: string;
  query: Query;
  page: Page;
  item: Item;
  created: New;
  changes: Changes;
  list: (db: Db, query: Static<Query>, call: Call<Above>) => Promise<{ count: number; rows: Row[] }>;
  find: (db: Db, id: string, call: Call<Above>) => Promise<Row | undefined>;
  /** Rows as they are answered; one that is gone meanwhile may be left out. Inside a transaction it is given that. */
  present: (db: Db, rows: Row[], call: Call<Above>) => Static<Item>[] | Promise<Static<Item>[]>;
  insert: (trx: Trx, id: string, body: Static<New>, call: Call<Above>) => Promise<unknown>;
  /** A record that nobody else changes until the transaction ends. Takes what other locks a change needs first. */
  lock: (trx: Trx, id: string, call: Call<Above>) => Promise<Locked | undefined>;
  update: (trx: Trx, id: string, body: Static<Changes>, call: Call<Above> & { before: Locked }) => Promise<unknown>;
  remove: (trx: Trx, id: string, call: Call<Above> & { before: Locked }) => Promise<unknown>;
};

/**
 * The five routes that every plain collection answers: list, create, read, change and delete, with the protocol of
 * docs/decisions/090 and 091. What a collection does beyond stands beside them in its own `routes.ts`.
 */
export function serveCollection<
  Above extends string,
  Query extends TSchema,
  Page extends TSchema,
  Item extends TSchema,
  New extends TSchema,
  Changes extends TSchema,
  Row,
  Locked extends { version: number },
>(
  app: FastifyInstance,
  { database: { db }, clock }: AppParts,
  of: CollectionOf<Above, Query, Page, Item, New, Changes, Row, Locked>,
): void {
  type Answer = Static<Item> & { etag: string };
  const { url, names, flag } = of;
  const config = { ...(flag ? { flag } : {}) };
  const reads = { config: { ...config, policy: mayRead(of.what) } };
  const writes = { config: { ...config, policy: mayWrite(of.what) } };
  const ids = Object.fromEntries(of.above.map((name) => [name, RecordPath.properties.id]));
  const listPath = of.above.length > 0 ? { params: Type.Object(ids) } : {};
  const recordPath = Type.Object({ ...ids, ...RecordPath.properties });
  const described = (schema: FastifySchema): { schema: FastifySchema } => ({ schema: { tags: [of.what], ...schema } });
  const oneUrl = `${url}:id/`;
  const an = /^[aeiou]/.test(names.one) ? 'an' : 'a';

  const callOf = (request: FastifyRequest): Call<Above> => ({
    person: sessionOf(request).person,
    now: clock(),
    above: request.params as Record<Above, string>,
  });
  const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id;

  const read = async (handle: Db, id: string, call: Call<Above>): Promise<Answer> => {
    const [record] = await of.present(handle, [found(await of.find(handle, id, call))], call);
    return found(record) as Answer;
  };

  app.get(
    url,
    {
      ...reads,
      ...described({ summary: `The ${names.many}`, ...listPath, querystring: of.query, response: { 200: of.page } }),
    },
    async (request) => {
      const call = callOf(request);
      const { count, rows } = await of.list(db, request.query as Static<Query>, call);
      return { count, results: await of.present(db, rows, call) };
    },
  );

  app.post(
    url,
    {
      ...writes,
      ...described({
        summary: `Add ${an} ${names.one}`,
        ...listPath,
        headers: CreateHeaders,
        body: of.created,
        response: { 201: of.item },
      }),
    },
    (request, reply) => {
      const call = callOf(request);
      return createOnce(db, request, reply, {
        now: call.now,
        insert: async (trx) => {
          const id = randomId();
          await of.insert(trx, id, request.body as Static<New>, call);
          return read(trx, id, call);
        },
      });
    },
  );

  app.get(
    oneUrl,
    {
      ...reads,
      ...described({ summary: `One of the ${names.many}`, params: recordPath, response: { 200: of.item } }),
    },
    async (request, reply) => answerRecord(reply, await read(db, idOf(request), callOf(request))),
  );

  app.patch(
    oneUrl,
    {
      ...writes,
      ...described({
        summary: `Change ${an} ${names.one}`,
        params: recordPath,
        headers: UpdateHeaders,
        body: of.changes,
        response: { 200: of.item },
      }),
    },
    async (request, reply) => {
      const call = callOf(request);
      const id = idOf(request);
      const changed = await write(db, { request, now: call.now }, async (trx) => {
        const before = found(await of.lock(trx, id, call));
        requireMatch(request, before.version);
        await of.update(trx, id, request.body as Static<Changes>, { ...call, before });
        return read(trx, id, call);
      });
      return answerRecord(reply, changed);
    },
  );

  app.delete(
    oneUrl,
    {
      ...writes,
      ...described({
        summary: `Delete ${an} ${names.one}`,
        ...(of.deleteNote ? { description: of.deleteNote } : {}),
        params: recordPath,
        headers: UpdateHeaders,
        response: { 204: NoContent },
      }),
    },
    async (request, reply) => {
      const call = callOf(request);
      const id = idOf(request);
      await write(db, { request, now: call.now }, async (trx) => {
        const before = found(await of.lock(trx, id, call));
        respectMatch(request, before.version);
        await of.remove(trx, id, { ...call, before });
      });
      return reply.code(204).send(null);
    },
  );
}
