import { sql } from 'kysely';
import { PartnerRecordPath, QrQuery } from '../../../contract/partners.ts';
import { NewVenue, Venue, VenueChanges, VenuesPage, VenuesQuery } from '../../../contract/venues.ts';
import { alphabetically } from '../../collection/list.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { serveCollection } from '../../collection/routes.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { recordOf, tableRepository } from '../../collection/tableRepository.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { qrAnswer, sendQr } from '../../qr.ts';
import type { Services } from '../../services.ts';
import { partnerUrl, venueUrl } from '../partners/publicUrl.ts';
import { requirePartner } from '../partners/repository.ts';

const reads = routeOptions('venues', { policy: mayRead('venues') });

const venues = tableRepository('venues', {
  select: (db, { partner }: { partner: string }) =>
    db
      .selectFrom('venues')
      .innerJoin('partners', 'partners.id', 'venues.partner_id')
      .select([
        'venues.id',
        'venues.version',
        'venues.partner_id as partner',
        'venues.name',
        'venues.address',
        'venues.created',
        'partners.slug',
        'partners.website',
        'partners.custom_website',
      ])
      .where('venues.partner_id', '=', partner),
  searched: [sql`venues.name`, sql`venues.address`],
  orderings: {
    name: [alphabetically(sql`venues.name`)],
    address: [alphabetically(sql`venues.address`)],
    created: [sql`venues.created`],
  },
  fallback: 'name',
});

/** A venue, with the columns that its public URL needs. */
type VenueRow = NonNullable<Awaited<ReturnType<typeof venues.find>>>;

/** The sources of the global search. */
export const searchSources: SearchSources = {
  venues: tableSource('venues', { detail: sql`address`, partner: sql`partner_id` }),
};

/** `partners/{partner}/venues/` (Q12). */
export function routes(app: TypedApp, services: Services): void {
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
    ...venues,
    list: async (db, query, call) => {
      await requirePartner(db, call.parentIds.partner);
      return venues.list(db, query, call);
    },
    present: (_, rows, { person }) =>
      rows.map(({ slug, website, custom_website, ...row }) => ({
        ...recordOf('venues', row, person),
        public_url: urlOf({ ...row, slug, website, custom_website }),
      })),
    insert: async (trx, id, { name, address = null }, { parentIds: { partner }, now }) => {
      await requirePartner(trx, partner);
      await venues.insert(trx, { id, partner_id: partner, name, address, created: now });
    },
  });

  app.get(
    '/partners/:partner/venues/:id/qr/',
    reads({
      summary: 'A venue’s QR code',
      description: 'It contains the venue’s `public_url`; without one: `no_public_address`.',
      params: PartnerRecordPath,
      querystring: QrQuery,
      response: qrAnswer,
    }),
    async (request, reply) => {
      const { partner, id } = request.params;
      const row = orNotFound(await venues.find(services.database.db, id, { parentIds: { partner } }));
      const public_url = urlOf(row);
      if (public_url === null) throw new ApiProblem('no_public_address');
      return sendQr(reply, request.query.format, public_url, [row.slug, row.name]);
    },
  );
}
