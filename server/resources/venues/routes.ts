import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import { PartnerRecordPath, QrQuery } from '../../../contract/partners.ts';
import { recordVerdicts } from '../../../contract/recordRules.ts';
import { NewVenue, Venue, VenueChanges, VenuesPage, VenuesQuery } from '../../../contract/venues.ts';
import { etagOf } from '../../collection/etag.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { serveCollection } from '../../collection/routes.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { mayRead } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { qrAnswer, sendQr } from '../../qr.ts';
import type { Services } from '../../services.ts';
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

/** The sources of the global search. */
export const searchSources: SearchSources = {
  venues: tableSource('venues', { detail: sql`address`, partner: sql`partner_id` }),
};

/** `partners/{partner}/venues/` (Q12). */
export const routes =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    const { appUrl } = services.settings;
    const urlOf = (row: VenueRow) => venueUrl(row.id, partnerUrl(row, appUrl));

    serveCollection(app, services, {
      url: '/partners/:partner/venues/',
      parents: ['partner'],
      kind: 'venues',
      names: { many: 'venues of a partner', one: 'venue' },
      query: VenuesQuery,
      page: VenuesPage,
      item: Venue,
      created: NewVenue,
      changes: VenueChanges,
      list: async (db, query, { parentIds: { partner } }) => {
        await requirePartner(db, partner);
        return listVenues(db, partner, query);
      },
      find: (db, id, { parentIds: { partner } }) => findVenue(db, partner, id),
      present: (_, rows, { person }) =>
        rows.map((row) => ({
          id: row.id,
          etag: etagOf(row.version),
          partner: row.partner_id,
          name: row.name,
          address: row.address,
          public_url: urlOf(row),
          created: row.created.toISOString(),
          can: recordVerdicts('venues', person),
        })),
      insert: async (trx, id, { name, address = null }, { parentIds: { partner }, now }) => {
        await requirePartner(trx, partner);
        await insertVenue(trx, { id, partner_id: partner, name, address, created: now });
      },
      lock: (trx, id, { parentIds: { partner } }) => lockVenue(trx, partner, id),
      update: (trx, id, changes) => updateVenue(trx, id, changes),
      remove: deleteVenue,
    });

    app.withTypeProvider<TypeBoxTypeProvider>().get(
      '/partners/:partner/venues/:id/qr/',
      {
        config: { policy: mayRead('venues') },
        schema: {
          summary: 'A venue’s QR code',
          description: 'It contains the venue’s `public_url`; without one: `no_public_address`.',
          tags: ['venues'],
          params: PartnerRecordPath,
          querystring: QrQuery,
          response: qrAnswer,
        },
      },
      async (request, reply) => {
        const { partner, id } = request.params;
        const row = orNotFound(await findVenue(services.database.db, partner, id));
        const public_url = urlOf(row);
        if (public_url === null) throw new ApiProblem('no_public_address');
        return sendQr(reply, request.query.format, public_url, [row.slug, row.name]);
      },
    );
  };
