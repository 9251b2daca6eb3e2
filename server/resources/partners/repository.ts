import { sql, type Insertable, type Updateable } from 'kysely';
import type { partnerOrderings, PartnersQuery } from '../../../contract/partners.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { alphabetically, listOf, type Orderings, searchIn } from '../../collection/list.ts';
import type { Db, Tables } from '../../db/tables.ts';

const orderings: Orderings<(typeof partnerOrderings)[number]> = {
  name: [alphabetically(sql`partners.name`)],
  address: [alphabetically(sql`partners.address`)],
  phone: [sql`partners.phone`],
  visibleInApp: [sql`partners."visibleInApp"`, alphabetically(sql`partners.name`)],
  created: [sql`partners.created`],
};

const searched = ['name', 'slug', 'address', 'contact_email', 'phone', 'website'].map((column) =>
  sql.ref(`partners.${column}`),
);

const countOf = (table: 'users' | 'venues' | 'videos') =>
  sql<number>`(select count(*)::int from ${sql.table(table)} part where part.partner_id = partners.id)`.as(table);

/** An approved reservation that is not over. */
const toCome = (now: Date) =>
  sql<boolean>`reservations.status = 'approved' and reservations.ends > ${now}::timestamptz`;

function selectPartners(db: Db, now: Date) {
  return db
    .selectFrom('partners')
    .leftJoin('partner_categories', 'partner_categories.id', 'partners.category_id')
    .select([
      'partners.id',
      'partners.version',
      'partners.name',
      'partners.contact_email',
      'partners.phone',
      'partners.category_id',
      'partner_categories.name as category_name',
      'partners.website',
      'partners.custom_website',
      'partners.slug',
      'partners.address',
      'partners.visibleInApp',
      'partners.display_venue',
      'partners.restrict_sessions',
      'partners.logo_id',
      'partners.created',
      countOf('users'),
      countOf('venues'),
      countOf('videos'),
      sql<number>`(select count(*)::int from reservations where reservations.partner_id = partners.id and ${toCome(now)})`.as(
        'reservations',
      ),
    ]);
}

/** A partner as the query returns it. */
export type PartnerRow = NonNullable<Awaited<ReturnType<typeof findPartner>>>;

/** One page of the partners. */
export const listPartners = listOf(selectSome, { orderings, fallback: 'name', tiebreak: sql`partners.id` });

function selectSome(db: Db, { query: { category, visibleInApp, slug, search } }: { query: PartnersQuery }, now: Date) {
  const condition = searchIn(search, searched, sql`partners.id`);
  let partners = selectPartners(db, now);
  if (category) partners = partners.where('partners.category_id', '=', category);
  if (visibleInApp !== undefined) partners = partners.where('partners.visibleInApp', '=', visibleInApp);
  if (slug !== undefined) partners = partners.where('partners.slug', '=', slug.trim().toLowerCase());
  if (condition) partners = partners.where(condition);
  return partners;
}

/** A partner by id. @param now reservations that end later count as future ones */
export function findPartner(db: Db, id: string, now: Date) {
  return selectPartners(db, now).where('partners.id', '=', id).executeTakeFirst();
}

/**
 * Locks a partner until the transaction ends, so that nobody changes it or adds users to it. Read its contents
 * afterwards: counts made while waiting for the lock would be outdated.
 */
export function lockPartner(trx: Db, id: string) {
  return trx
    .selectFrom('partners')
    .select(['id', 'version', 'logo_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the reservations of a partner until the transaction ends, so that none is approved meanwhile. */
export async function lockReservations(trx: Db, partner: string, now: Date): Promise<void> {
  await trx
    .selectFrom('reservations')
    .select('id')
    .where('partner_id', '=', partner)
    .where('ends', '>', now)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Checks that a partner exists. @throws ApiProblem not_found */
export async function requirePartner(db: Db, id: string): Promise<void> {
  orNotFound(await db.selectFrom('partners').select('id').where('id', '=', id).executeTakeFirst());
}

/** Adds a partner. */
export async function insertPartner(trx: Db, partner: Insertable<Tables['partners']>): Promise<void> {
  await trx.insertInto('partners').values(partner).execute();
}

/** Updates a partner; without changes it does nothing. */
export async function updatePartner(trx: Db, id: string, changes: Updateable<Tables['partners']>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await trx.updateTable('partners').set(changes).where('id', '=', id).execute();
}

/** Deletes a partner, its venues and its videos. Past reservations and interpretations stay, without a partner. */
export async function deletePartner(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('partners').where('id', '=', id).execute();
}
