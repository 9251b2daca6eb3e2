import type { FastifyRequest } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import { CreateHeaders, RecordPath, UpdateHeaders } from '../../contract/collection.ts';
import type { Flag } from '../../contract/flags.ts';
import type { Writable } from '../../contract/kinds.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Db } from '../db/tables.ts';
import { sessionOf } from '../http/guard.ts';
import { NoContent, routeOptions, type TypedApp } from '../http/routes.ts';
import { mayRead, mayWrite, type Person } from '../policies/policy.ts';
import { randomId } from '../randomId.ts';
import { createOnce } from './create.ts';
import { sendRecord, requireMatch, checkMatchIfGiven } from './etag.ts';
import { orNotFound } from './orNotFound.ts';
import { type Trx, write } from './write.ts';

/** The context of a call: caller, time, and the parent ids in the path (`partner`). */
export type Call<Parent extends string = never> = { person: Person; now: Date; parentIds: Record<Parent, string> };

/** The definition of one collection. `Row` is a record as the database returns it. */
export type CollectionDefinition<
  Parent extends string,
  Query extends TSchema,
  Page extends TSchema,
  Item extends TSchema,
  New extends TSchema,
  Changes extends TSchema,
  Row,
  Locked extends { version: number },
> = {
  /** The path of the list, ending in a slash; each record is below it. */
  url: string;
  /** The parameters in `url`: `partner` of `/partners/:partner/venues/`. */
  parents: readonly Parent[];
  kind: Writable;
  /** The flag required. */
  flag?: Flag;
  /** For the API description: `venues of a partner`, `venue`. */
  names: { many: string; one: string };
  /** A consequence of deleting, for the API description. */
  deleteNote?: string;
  query: Query;
  page: Page;
  item: Item;
  created: New;
  changes: Changes;
  list: (db: Db, query: Static<Query>, call: Call<Parent>) => Promise<{ count: number; rows: Row[] }>;
  find: (db: Db, id: string, call: Call<Parent>) => Promise<Row | undefined>;
  /**
   * Converts rows to records of the API; rows deleted meanwhile may be left out. Inside a transaction, `db` is the
   * transaction.
   */
  present: (db: Db, rows: Row[], call: Call<Parent>) => Static<Item>[] | Promise<Static<Item>[]>;
  insert: (trx: Trx, id: string, body: Static<New>, call: Call<Parent>) => Promise<unknown>;
  /** Locks a record until the transaction ends, after any other lock that a change needs. */
  lock: (trx: Trx, id: string, call: Call<Parent>) => Promise<Locked | undefined>;
  update: (trx: Trx, id: string, body: Static<Changes>, call: Call<Parent> & { before: Locked }) => Promise<unknown>;
  remove: (trx: Trx, id: string, call: Call<Parent> & { before: Locked }) => Promise<unknown>;
};

/** The parts of a collection that describe its routes. */
type Described = Pick<
  CollectionDefinition<string, TSchema, TSchema, TSchema, TSchema, TSchema, unknown, { version: number }>,
  'parents' | 'kind' | 'flag' | 'names' | 'deleteNote' | 'query' | 'page' | 'item' | 'created' | 'changes'
>;

/** The policy and the API description of each route of a collection. */
function describedRoutes({ parents, kind, flag, names, deleteNote, ...schemas }: Described) {
  const reads = routeOptions(kind, { flag, policy: mayRead(kind) });
  const writes = routeOptions(kind, { flag, policy: mayWrite(kind) });
  const ids = Object.fromEntries(parents.map((name) => [name, RecordPath.properties.id]));
  const listPath = parents.length > 0 ? { params: Type.Object(ids) } : {};
  const params = Type.Object({ ...ids, ...RecordPath.properties });
  const record = `${/^[aeiou]/.test(names.one) ? 'an' : 'a'} ${names.one}`;
  return {
    list: reads({
      summary: `The ${names.many}`,
      ...listPath,
      querystring: schemas.query,
      response: { 200: schemas.page },
    }),
    add: writes({
      summary: `Add ${record}`,
      ...listPath,
      headers: CreateHeaders,
      body: schemas.created,
      response: { 201: schemas.item },
    }),
    read: reads({ summary: `One of the ${names.many}`, params, response: { 200: schemas.item } }),
    change: writes({
      summary: `Change ${record}`,
      params,
      headers: UpdateHeaders,
      body: schemas.changes,
      response: { 200: schemas.item },
    }),
    remove: writes({
      summary: `Delete ${record}`,
      description: deleteNote,
      params,
      headers: UpdateHeaders,
      response: { 204: NoContent },
    }),
  };
}

/**
 * The five routes of a plain collection: list, create, read, update and delete, with versions and idempotency keys
 * (decision 091). Additional routes are in the `routes.ts` of the collection.
 */
export function serveCollection<
  Parent extends string,
  Query extends TSchema,
  Page extends TSchema,
  Item extends TSchema,
  New extends TSchema,
  Changes extends TSchema,
  Row,
  Locked extends { version: number },
>(
  app: TypedApp,
  { database: { db }, clock }: Dependencies,
  definition: CollectionDefinition<Parent, Query, Page, Item, New, Changes, Row, Locked>,
): void {
  type Answer = Static<Item> & { etag: string };
  const { url } = definition;
  const oneUrl = `${url}:id/`;
  const routes = describedRoutes(definition);

  const callOf = (request: FastifyRequest): Call<Parent> => ({
    person: sessionOf(request).person,
    now: clock(),
    parentIds: request.params as Record<Parent, string>,
  });
  const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id;

  const read = async (handle: Db, id: string, call: Call<Parent>): Promise<Answer> => {
    const [record] = await definition.present(handle, [orNotFound(await definition.find(handle, id, call))], call);
    return orNotFound(record) as Answer;
  };

  app.get(url, routes.list, async (request) => {
    const call = callOf(request);
    const { count, rows } = await definition.list(db, request.query as Static<Query>, call);
    return { count, results: await definition.present(db, rows, call) };
  });

  app.post(url, routes.add, (request, reply) => {
    const call = callOf(request);
    return createOnce(db, request, reply, {
      now: call.now,
      insert: async (trx) => {
        const id = randomId();
        await definition.insert(trx, id, request.body as Static<New>, call);
        return read(trx, id, call);
      },
    });
  });

  app.get(oneUrl, routes.read, async (request, reply) =>
    sendRecord(reply, await read(db, idOf(request), callOf(request))),
  );

  app.patch(oneUrl, routes.change, async (request, reply) => {
    const call = callOf(request);
    const id = idOf(request);
    const changed = await write(db, { request, now: call.now }, async (trx) => {
      const before = orNotFound(await definition.lock(trx, id, call));
      requireMatch(request, before.version);
      await definition.update(trx, id, request.body as Static<Changes>, { ...call, before });
      return read(trx, id, call);
    });
    return sendRecord(reply, changed);
  });

  app.delete(oneUrl, routes.remove, async (request) => {
    const call = callOf(request);
    const id = idOf(request);
    await write(db, { request, now: call.now }, async (trx) => {
      const before = orNotFound(await definition.lock(trx, id, call));
      checkMatchIfGiven(request, before.version);
      await definition.remove(trx, id, { ...call, before });
    });
  });
}
