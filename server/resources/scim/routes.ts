import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type Trx, write } from '../../collection/write.ts';
import { serviceOf } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import type { Directory } from '../users/acts/provisioned.ts';
import { listOf, resourceTypes, schemas, serviceProviderConfig, withAttributes } from './discovery.ts';
import { readFilter } from './filters.ts';
import { allGroups, createGroup, membersOf, removeGroup, requireGroup, updateGroup } from './groups.ts';
import { checkGroup, checkUser, patched, readBody } from './patch.ts';
import { type ProvisionedUser, provisionedUsers } from './repository.ts';
import { errorBody, ScimError, toScimError } from './scimError.ts';
import {
  createScimUser,
  removeScimUser,
  requireUser,
  rulesOf,
  type ScimContext,
  scopeOf,
  updateScimUser,
} from './users.ts';
import { wantedByPatch, wantedOf } from './wanted.ts';
import { type Group, groupResource, type Json, userResource } from './wire.ts';

const mediaType = 'application/scim+json';

/** The query of lists and resources. */
const Query = Type.Object({
  filter: Type.Optional(Type.String({ maxLength: 2000 })),
  startIndex: Type.Optional(Type.Integer()),
  count: Type.Optional(Type.Integer()),
  attributes: Type.Optional(Type.String({ maxLength: 1000 })),
  excludedAttributes: Type.Optional(Type.String({ maxLength: 1000 })),
});
type Query = { filter?: string; startIndex?: number; count?: number; attributes?: string; excludedAttributes?: string };

const options = {
  config: { policy: { scope: 'provisioning' }, flag: 'singleSignOn' },
  schema: { hide: true, querystring: Query, response: { '2xx': Type.Unknown() } },
} as const;

/** Refuses a change of an older version (RFC 7644, 3.14). @throws ScimError 412 */
function checkVersion({ headers }: FastifyRequest, resource: Json): void {
  const { version } = resource['meta'] as { version?: string };
  const wanted = headers['if-match'];
  if (wanted === undefined || wanted === '*' || version === undefined) return;
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  if (!wanted.split(',').some((tag) => strong(tag) === strong(version)))
    throw new ScimError(412, undefined, 'The resource has changed since it was read.');
}

function sendResource(request: FastifyRequest, reply: FastifyReply, resource: Json): FastifyReply {
  const { version, location } = resource['meta'] as { version?: string; location: string };
  if (version !== undefined) void reply.header('etag', version);
  if (version !== undefined && request.method === 'GET' && request.headers['if-none-match'] === version)
    return reply.code(304).send();
  return reply
    .header('content-location', location)
    .type(mediaType)
    .send(JSON.stringify(withAttributes(resource, request.query as Query)));
}

const sendPlain = (reply: FastifyReply, body: Json): FastifyReply => reply.type(mediaType).send(JSON.stringify(body));

/** `scim/v2/`: provisioning by the directory of an organisation (RFC 7643, RFC 7644). */
export const routes =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    const settings = services.deployment.singleSignOn;
    if (!settings) return;
    const context: ScimContext = { deployment: services.deployment, notify: services.notify, settings };
    await app.register(async (scim) => {
      prepare(scim);
      const acts = actsOf(services, context);
      serveDiscovery(scim, acts.base);
      serveUsers(scim, acts);
      serveGroups(scim, acts);
    });
  };

/** The media type, and errors in the form of the protocol. */
function prepare(scim: FastifyInstance): void {
  scim.removeAllContentTypeParsers();
  scim.addContentTypeParser(
    [mediaType, 'application/json'],
    { parseAs: 'string' },
    scim.getDefaultJsonParser('error', 'error'),
  );
  scim.setErrorHandler((error, request, reply) => {
    const failure = toScimError(error);
    if (failure.status >= 500) request.log.error({ err: error }, 'provisioning failed');
    if (failure.status === 401) void reply.header('www-authenticate', 'Bearer');
    return reply
      .code(failure.status)
      .type(mediaType)
      .send(JSON.stringify(errorBody(failure)));
  });
}

/** The acts of the routes, each in one transaction, and the resources after them. */
function actsOf({ database: { db }, clock, publicAddress }: Services, context: ScimContext) {
  const base = new URL('scim/v2', publicAddress ?? 'http://localhost/').href;
  const hasDepartments = context.deployment.flags.departments;
  const ofUser = (row: ProvisionedUser): Json =>
    userResource(row, { base, settings: context.settings, hasDepartments });
  const ofGroup = async (trx: Trx, group: Group, users?: ProvisionedUser[]): Promise<Json> =>
    groupResource(group, membersOf(group, users ?? (await provisionedUsers(trx, scopeOf(context)))), base);
  const act = <Result>(request: FastifyRequest, run: (trx: Trx, directory: Directory) => Promise<Result>) => {
    const directory = { request, now: clock(), actor: serviceOf(request).name };
    return write(db, directory, (trx) => run(trx, directory));
  };
  return { base, context, ofUser, ofGroup, act, rules: rulesOf(context) };
}
type Acts = ReturnType<typeof actsOf>;

function serveDiscovery(scim: FastifyInstance, base: string): void {
  scim.get('/scim/v2/ServiceProviderConfig/', options, (_request, reply) =>
    sendPlain(reply, serviceProviderConfig(base)),
  );
  for (const [path, all] of [
    ['ResourceTypes', resourceTypes(base)],
    ['Schemas', schemas(base)],
  ] as const) {
    scim.get(`/scim/v2/${path}/`, options, (_request, reply) => sendPlain(reply, listOf(all, {})));
    scim.get(`/scim/v2/${path}/:id/`, options, (request, reply) => {
      const one = all.find(({ id }) => id === (request.params as { id: string }).id);
      if (!one) throw new ApiProblem('not_found');
      return sendPlain(reply, one);
    });
  }
}

const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id;

function serveUsers(scim: FastifyInstance, { act, context, ofUser, rules }: Acts): void {
  const path = '/scim/v2/Users/';
  scim.get(path, options, async (request, reply) => {
    const query = request.query as Query;
    const { restriction, match } = readFilter(query.filter);
    const users = await act(request, (trx) => provisionedUsers(trx, scopeOf(context), restriction));
    const found = match(users.map(ofUser)).map((resource) => withAttributes(resource, query));
    return sendPlain(reply, listOf(found, query));
  });
  scim.get(`${path}:id/`, options, async (request, reply) =>
    sendResource(request, reply, ofUser(await act(request, (trx) => requireUser(trx, context, idOf(request))))),
  );
  scim.post(path, options, async (request, reply) => {
    const wanted = wantedOf(checkUser(readBody(request.body)), rules);
    const user = await act(request, (trx, directory) => createScimUser(trx, context, directory, wanted));
    const resource = ofUser(user);
    void reply.code(201).header('location', (resource['meta'] as { location: string }).location);
    return sendResource(request, reply, resource);
  });
  const change = (read: (body: unknown, before: Json) => Promise<Json> | Json) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const user = await act(request, async (trx, directory) => {
        const before = await requireUser(trx, context, idOf(request));
        const resource = ofUser(before);
        checkVersion(request, resource);
        const after = await read(request.body, resource);
        const wanted = wantedOf(after, rules);
        return updateScimUser(trx, context, directory, {
          before,
          wanted: request.method === 'PATCH' ? wantedByPatch(wanted, before, rules) : wanted,
        });
      });
      return sendResource(request, reply, ofUser(user));
    };
  };
  scim.put(
    `${path}:id/`,
    options,
    change((body) => checkUser(readBody(body))),
  );
  scim.patch(
    `${path}:id/`,
    options,
    change((body, before) => patched('User', before, body)),
  );
  scim.delete(`${path}:id/`, options, async (request, reply) => {
    await act(request, async (trx, directory) => {
      checkVersion(request, ofUser(await requireUser(trx, context, idOf(request))));
      await removeScimUser(trx, context, directory, idOf(request));
    });
    return reply.code(204).send();
  });
}

function serveGroups(scim: FastifyInstance, { act, context, ofGroup }: Acts): void {
  const path = '/scim/v2/Groups/';
  scim.get(path, options, async (request, reply) => {
    const query = request.query as Query;
    const { match } = readFilter(query.filter);
    const resources = await act(request, async (trx) => {
      const users = await provisionedUsers(trx, scopeOf(context));
      return Promise.all((await allGroups(trx, context)).map((group) => ofGroup(trx, group, users)));
    });
    return sendPlain(
      reply,
      listOf(
        match(resources).map((resource) => withAttributes(resource, query)),
        query,
      ),
    );
  });
  scim.get(`${path}:id/`, options, async (request, reply) => {
    const read = async (trx: Trx) => ofGroup(trx, await requireGroup(trx, context, idOf(request)));
    return sendResource(request, reply, await act(request, read));
  });
  scim.post(path, options, async (request, reply) => {
    const resource = checkGroup(readBody(request.body));
    const created = await act(request, async (trx, directory) =>
      ofGroup(trx, await createGroup(trx, context, directory, resource)),
    );
    void reply.code(201).header('location', (created['meta'] as { location: string }).location);
    return sendResource(request, reply, created);
  });
  const change = (read: (body: unknown, before: Json) => Promise<Json> | Json) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const after = await act(request, async (trx, directory) => {
        const group = await requireGroup(trx, context, idOf(request));
        const before = await ofGroup(trx, group);
        checkVersion(request, before);
        const resource = await read(request.body, before);
        return ofGroup(trx, await updateGroup(trx, context, directory, { group, resource }));
      });
      return sendResource(request, reply, after);
    };
  };
  scim.put(
    `${path}:id/`,
    options,
    change((body) => checkGroup(readBody(body))),
  );
  scim.patch(
    `${path}:id/`,
    options,
    change((body, before) => patched('Group', before, body)),
  );
  scim.delete(`${path}:id/`, options, async (request, reply) => {
    await act(request, async (trx, directory) => {
      const group = await requireGroup(trx, context, idOf(request));
      checkVersion(request, await ofGroup(trx, group));
      await removeGroup(trx, directory, group);
    });
    return reply.code(204).send();
  });
}
