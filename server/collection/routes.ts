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

/** What the descriptions of a collection's routes are made of. */
type Described = Pick<
  CollectionOf<string, TSchema, TSchema, TSchema, TSchema, TSchema, unknown, { version: number }>,
  'above' | 'what' | 'flag' | 'names' | 'deleteNote' | 'query' | 'page' | 'item' | 'created' | 'changes'
>;

/** Who may call each route of a collection, and how it is described. */
function describedRoutes({ above, what, flag, names, deleteNote, ...schemas }: Described) {
  const config = { ...(flag ? { flag } : {}) };
  const reads = { ...config, policy: mayRead(what) };
  const writes = { ...config, policy: mayWrite(what) };
  const tags = [what];
  const ids = Object.fromEntries(above.map((name) => [name, RecordPath.properties.id]));
  const listPath = above.length > 0 ? { params: Type.Object(ids) } : {};
  const params = Type.Object({ ...ids, ...RecordPath.properties });
  const one = `${/^[aeiou]/.test(names.one) ? 'an' : 'a'} ${names.one}`;
  const described = {
    list: { summary: `The ${names.many}`, ...listPath, querystring: schemas.query, response: { 200: schemas.page } },
    add: {
      summary: `Add ${one}`,
      ...listPath,
      headers: CreateHeaders,
      body: schemas.created,
      response: { 201: schemas.item },
    },
    read: { summary: `One of the ${names.many}`, params, response: { 200: schemas.item } },
    change: {
      summary: `Change ${one}`,
      params,
      headers: UpdateHeaders,
      body: schemas.changes,
      response: { 200: schemas.item },
    },
    remove: {
      summary: `Delete ${one}`,
      ...(deleteNote ? { description: deleteNote } : {}),
      params,
      headers: UpdateHeaders,
      response: { 204: NoContent },
    },
  } satisfies Record<string, FastifySchema>;
  return {
    list: { config: reads, schema: { tags, ...described.list } },
    add: { config: writes, schema: { tags, ...described.add } },
    read: { config: reads, schema: { tags, ...described.read } },
    change: { config: writes, schema: { tags, ...described.change } },
    remove: { config: writes, schema: { tags, ...described.remove } },
  };
}

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
  const { url } = of;
  const oneUrl = `${url}:id/`;
  const routes = describedRoutes(of);

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

  app.get(url, routes.list, async (request) => {
    const call = callOf(request);
    const { count, rows } = await of.list(db, request.query as Static<Query>, call);
    return { count, results: await of.present(db, rows, call) };
  });

  app.post(url, routes.add, (request, reply) => {
    const call = callOf(request);
    return createOnce(db, request, reply, {
      now: call.now,
      insert: async (trx) => {
        const id = randomId();
        await of.insert(trx, id, request.body as Static<New>, call);
        return read(trx, id, call);
      },
    });
  });

  app.get(oneUrl, routes.read, async (request, reply) =>
    answerRecord(reply, await read(db, idOf(request), callOf(request))),
  );

  app.patch(oneUrl, routes.change, async (request, reply) => {
    const call = callOf(request);
    const id = idOf(request);
    const changed = await write(db, { request, now: call.now }, async (trx) => {
      const before = found(await of.lock(trx, id, call));
      requireMatch(request, before.version);
      await of.update(trx, id, request.body as Static<Changes>, { ...call, before });
      return read(trx, id, call);
    });
    return answerRecord(reply, changed);
  });

  app.delete(oneUrl, routes.remove, async (request, reply) => {
    const call = callOf(request);
    const id = idOf(request);
    await write(db, { request, now: call.now }, async (trx) => {
      const before = found(await of.lock(trx, id, call));
      respectMatch(request, before.version);
      await of.remove(trx, id, { ...call, before });
    });
    return reply.code(204).send(null);
  });
}
