import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { venueOrderings, VenuesQuery } from '../../../contract/venues.ts';
import { alphabetically, type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

const orderings: Orderings<(typeof venueOrderings)[number]> = {
  name: [alphabetically(sql`venues.name`)],
  address: [alphabetically(sql`venues.address`)],
  created: [sql`venues.created`],
};

function selectVenues(db: Db, partner: string) {
  return db
    .selectFrom('venues')
    .innerJoin('partners', 'partners.id', 'venues.partner_id')
    .select([
      'venues.id',
      'venues.version',
      'venues.partner_id',
      'venues.name',
      'venues.address',
      'venues.created',
      'partners.slug',
      'partners.website',
      'partners.custom_website',
    ])
    .where('venues.partner_id', '=', partner);
}

/** A venue as the query returns it, with the columns that its public URL needs. */
export type VenueRow = NonNullable<Awaited<ReturnType<typeof findVenue>>>;

/** One page of a partner's venues. */
export function listVenues(db: Db, partner: string, { search, ...query }: VenuesQuery) {
  const found = searchIn(search, [sql`venues.name`, sql`venues.address`], sql`venues.id`);
  const venues = selectVenues(db, partner);
  return pageOf(db, found ? venues.where(found) : venues, query, {
    orderings,
    fallback: 'name',
    tiebreak: sql`venues.id`,
  });
}

/** A venue of a partner by id. */
export function findVenue(db: Db, partner: string, id: string) {
  return selectVenues(db, partner).where('venues.id', '=', id).executeTakeFirst();
}

/** A venue of a partner by id, locked until the transaction ends. */
export function lockVenue(trx: Db, partner: string, id: string) {
  return selectVenues(trx, partner).where('venues.id', '=', id).forUpdate('venues').executeTakeFirst();
}

/** Adds a venue. */
export async function insertVenue(trx: Db, venue: Insertable<Tables['venues']>): Promise<void> {
  await trx.insertInto('venues').values(venue).execute();
}

/** Updates a venue; without changes it does nothing. */
export async function updateVenue(trx: Db, id: string, changes: Updateable<Tables['venues']>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await trx.updateTable('venues').set(changes).where('id', '=', id).execute();
}

/** Deletes a venue. */
export async function deleteVenue(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('venues').where('id', '=', id).execute();
}
