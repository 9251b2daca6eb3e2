import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CreateHeaders, UpdateHeaders } from '../../../contract/collection.ts';
import { OfPartnerPath, PartnerRecordPath, QrQuery } from '../../../contract/partners.ts';
import { NewVenue, Venue, VenueChanges, VenuesPage, VenuesQuery } from '../../../contract/venues.ts';
import type { AppParts } from '../../appParts.ts';
import { createOnce } from '../../collection/create.ts';
import { answerRecord, etagOf, requireMatch, respectMatch } from '../../collection/etag.ts';
import { found } from '../../collection/found.ts';
import { write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent } from '../../http/noContent.ts';
import { mayRead, mayWrite, type Person } from '../../policies/policy.ts';
import { recordVerdicts } from '../../policies/records.ts';
import { ApiProblem } from '../../problem.ts';
import { qrAnswer, sendQr } from '../../qr.ts';
import { randomId } from '../../randomId.ts';
import { partnerUrl, venueUrl } from '../partners/publicUrl.ts';
import { requirePartner } from '../partners/repository.ts';
import {
  deleteVenue,
  findVenue,
  insertVenue,
  listVenues,
  lockVenue,
  updateVenue,
  type VenueRow,
} from './repository.ts';

const tags = ['venues'];
const reads = { config: { policy: mayRead('venues') } };
const changes = { config: { policy: mayWrite('venues') } };

/** `partners/{partner}/venues/` (Q12). */
export const venuesRoutes =
  ({ database: { db }, clock }: AppParts, appUrl: string | null): FastifyPluginAsyncTypebox =>
  async (app) => {
    const toVenue = (row: VenueRow, person: Person): Venue => ({
      id: row.id,
      etag: etagOf(row.version),
      partner: row.partner_id,
      name: row.name,
      address: row.address,
      public_url: venueUrl(row.id, partnerUrl(row, appUrl)),
      created: row.created.toISOString(),
      can: recordVerdicts('venues', person),
    });

    app.get(
      '/partners/:partner/venues/',
      {
        ...reads,
        schema: {
          summary: 'The venues of a partner',
          tags,
          params: OfPartnerPath,
          querystring: VenuesQuery,
          response: { 200: VenuesPage },
        },
      },
      async (request) => {
        const { person } = sessionOf(request);
        const { partner } = request.params;
        await requirePartner(db, partner);
        const { count, rows } = await listVenues(db, partner, request.query);
        return { count, results: rows.map((row) => toVenue(row, person)) };
      },
    );

    app.post(
      '/partners/:partner/venues/',
      {
        ...changes,
        schema: {
          summary: 'Add a venue',
          tags,
          params: OfPartnerPath,
          headers: CreateHeaders,
          body: NewVenue,
          response: { 201: Venue },
        },
      },
      (request, reply) => {
        const now = clock();
        return createOnce(db, request, reply, {
          now,
          insert: async (trx) => {
            const { partner } = request.params;
            await requirePartner(trx, partner);
            const id = randomId();
            const { name, address = null } = request.body;
            await insertVenue(trx, { id, partner_id: partner, name, address, created: now });
            return toVenue(found(await findVenue(trx, partner, id)), sessionOf(request).person);
          },
        });
      },
    );

    app.get(
      '/partners/:partner/venues/:id/',
      { ...reads, schema: { summary: 'A venue', tags, params: PartnerRecordPath, response: { 200: Venue } } },
      async (request, reply) => {
        const { partner, id } = request.params;
        return answerRecord(reply, toVenue(found(await findVenue(db, partner, id)), sessionOf(request).person));
      },
    );

    app.patch(
      '/partners/:partner/venues/:id/',
      {
        ...changes,
        schema: {
          summary: 'Change a venue',
          tags,
          params: PartnerRecordPath,
          headers: UpdateHeaders,
          body: VenueChanges,
          response: { 200: Venue },
        },
      },
      async (request, reply) => {
        const { partner, id } = request.params;
        const changed = await write(db, { request, now: clock() }, async (trx) => {
          requireMatch(request, found(await lockVenue(trx, partner, id)).version);
          await updateVenue(trx, id, request.body);
          return toVenue(found(await findVenue(trx, partner, id)), sessionOf(request).person);
        });
        return answerRecord(reply, changed);
      },
    );

    app.delete(
      '/partners/:partner/venues/:id/',
      {
        ...changes,
        schema: {
          summary: 'Delete a venue',
          tags,
          params: PartnerRecordPath,
          headers: UpdateHeaders,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        const { partner, id } = request.params;
        await write(db, { request, now: clock() }, async (trx) => {
          respectMatch(request, found(await lockVenue(trx, partner, id)).version);
          await deleteVenue(trx, id);
        });
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/partners/:partner/venues/:id/qr/',
      {
        ...reads,
        schema: {
          summary: 'A venue’s QR code',
          description: 'It says the venue’s `public_url`; without one: `no_public_address`.',
          tags,
          params: PartnerRecordPath,
          querystring: QrQuery,
          response: qrAnswer,
        },
      },
      async (request, reply) => {
        const { partner, id } = request.params;
        const row = found(await findVenue(db, partner, id));
        const { public_url } = toVenue(row, sessionOf(request).person);
        if (public_url === null) throw new ApiProblem('no_public_address');
        return sendQr(reply, request.query.format, public_url, [row.slug, row.name]);
      },
    );
  };
