import { sql } from 'kysely';
import { CreateHeaders, RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import {
  NewPartner,
  NewPartnerUser,
  OfPartnerPath,
  Partner,
  PartnerChanges,
  PartnersPage,
  PartnersQuery,
  PartnerUsersQuery,
  QrQuery,
} from '../../../contract/partners.ts';
import { User, UsersPage } from '../../../contract/users.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createOnce } from '../../collection/create.ts';
import { sendRecord } from '../../collection/etag.ts';
import { searchIn } from '../../collection/list.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, mayWrite } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { qrAnswer, sendQr } from '../../qr.ts';
import type { Services } from '../../services.ts';
import type { Users } from '../users/users.ts';
import { createPartners, type Partners } from './partners.ts';
import { requirePartner } from './repository.ts';

const readsUsers = routeOptions('partners', { policy: mayRead('users') });
const changesUsers = routeOptions('partners', { policy: mayWrite('users') });
const reads = routeOptions('partners', { policy: mayRead('partners') });
const changes = routeOptions('partners', { policy: mayWrite('partners') });

function serveList(app: TypedApp, { database: { db }, clock }: Dependencies, partners: Partners): void {
  app.get(
    '/partners/',
    reads({ summary: 'The partners', querystring: PartnersQuery, response: { 200: PartnersPage } }),
    (request) => partners.list(request, request.query),
  );

  app.post(
    '/partners/',
    changes({
      summary: 'Add a partner',
      headers: CreateHeaders,
      body: NewPartner,
      response: { 201: Partner },
    }),
    (request, reply) => {
      const now = clock();
      return createOnce(db, request, reply, { now, insert: (trx) => partners.add(trx, request, request.body, now) });
    },
  );
}

function serveRecord(app: TypedApp, partners: Partners): void {
  app.get(
    '/partners/:id/',
    reads({ summary: 'A partner', params: RecordPath, response: { 200: Partner } }),
    async (request, reply) => sendRecord(reply, await partners.read(request, request.params.id)),
  );

  app.patch(
    '/partners/:id/',
    changes({
      summary: 'Change a partner',
      params: RecordPath,
      headers: UpdateHeaders,
      body: PartnerChanges,
      response: { 200: Partner },
    }),
    async (request, reply) => sendRecord(reply, await partners.update(request, request.params.id, request.body)),
  );

  app.delete(
    '/partners/:id/',
    changes({
      summary: 'Delete a partner',
      description:
        'Its venues and videos are deleted with it. A partner with users, or with future approved reservations, cannot be deleted.',
      params: RecordPath,
      headers: UpdateHeaders,
      response: { 204: NoContent },
    }),
    (request) => partners.remove(request, request.params.id),
  );

  app.get(
    '/partners/:id/qr/',
    reads({
      summary: 'A partner’s QR code',
      description: 'It contains the partner’s `public_url`; without one: `no_public_address`.',
      params: RecordPath,
      querystring: QrQuery,
      response: qrAnswer,
    }),
    async (request, reply) => {
      const { public_url, slug } = await partners.read(request, request.params.id);
      if (public_url === null) throw new ApiProblem('no_public_address');
      return sendQr(reply, request.query.format, public_url, [slug]);
    },
  );
}

function servePeople(app: TypedApp, { database: { db }, clock }: Dependencies, users: Users): void {
  app.get(
    '/partners/:partner/users/',
    readsUsers({
      summary: 'The users of a partner',
      params: OfPartnerPath,
      querystring: PartnerUsersQuery,
      response: { 200: UsersPage },
    }),
    async (request) => {
      const { partner } = request.params;
      await requirePartner(db, partner);
      return users.list(request, { ...request.query, partner });
    },
  );

  app.post(
    '/partners/:partner/users/',
    changesUsers({
      summary: 'Add a user to a partner',
      description: 'They get the role `partner`; other acts are in `users/`.',
      params: OfPartnerPath,
      headers: CreateHeaders,
      body: NewPartnerUser,
      response: { 201: User },
    }),
    (request, reply) => {
      const now = clock();
      const { partner } = request.params;
      return createOnce(db, request, reply, {
        now,
        insert: async (trx) => {
          await requirePartner(trx, partner);
          return users.add(trx, request, { ...request.body, role: 'partner' }, now, partner);
        },
      });
    },
  );
}

/** The sources of the global search. */
export const searchSources: SearchSources = {
  partners: tableSource('partners', {
    detail: sql`address`,
    fits: (search) => searchIn(search, [sql`name`, sql`address`, sql`slug`, sql`contact_email`, sql`phone`], sql`id`),
  }),
};

/** `partners/` (R140), and the users of each. */
export function routes(app: TypedApp, services: Services): void {
  const partners = createPartners(services);
  serveList(app, services, partners);
  serveRecord(app, partners);
  servePeople(app, services, services.users);
}
