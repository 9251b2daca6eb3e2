import type { FastifyRequest } from 'fastify';
import type { Updateable } from 'kysely';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { NewPartner, Partner, PartnerChanges, PartnersQuery } from '../../../contract/partners.ts';
import type { AppParts } from '../../appParts.ts';
import { etagOf, requireMatch, respectMatch } from '../../collection/etag.ts';
import { found } from '../../collection/found.ts';
import { type Trx, write } from '../../collection/write.ts';
import { refusalOf } from '../../db/constraints.ts';
import type { Tables } from '../../db/tables.ts';
import { sessionOf } from '../../http/guard.ts';
import { phoneOf } from '../../phone.ts';
import type { Person } from '../../policies/policy.ts';
import { recordVerdicts } from '../../policies/records.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { partnerUrl } from './publicUrl.ts';
import {
  deletePartner,
  findPartner,
  insertPartner,
  listPartners,
  lockPartner,
  lockReservations,
  type PartnerRow,
  updatePartner,
} from './repository.ts';

/** Why a partner cannot be deleted, or null where it can (Q17). */
function refusalToDelete({ users, reservations }: PartnerRow): ErrorCode | null {
  if (users > 0) return 'partner_has_users';
  return reservations > 0 ? 'partner_has_reservations' : null;
}

/** Says which slug it is that another partner has. */
async function naming<Result>(slug: string | undefined, act: Promise<Result>): Promise<Result> {
  try {
    return await act;
  } catch (error) {
    const refusal = error instanceof Error ? refusalOf(error) : null;
    if (refusal?.code !== 'slug_taken' || slug === undefined) throw error;
    throw new ApiProblem('slug_taken', { ...refusal.details, values: { slug } }, { cause: error });
  }
}

/** Partners and their rules (specification §3 and §5, Q17), each act in one transaction. */
export function createPartners({ deployment, database: { db }, clock }: AppParts, appUrl: string | null) {
  const toPartner = (row: PartnerRow, person: Person): Partner => {
    const { version, category_id, created, ...same } = row;
    const can = recordVerdicts('partners', person);
    return {
      ...same,
      etag: etagOf(version),
      category: category_id,
      public_url: partnerUrl(row, appUrl),
      created: created.toISOString(),
      can: { ...can, delete: can.delete && refusalToDelete(row) === null },
    };
  };

  /** The columns behind what a form holds; what it leaves out is left out. */
  const columnsOf = ({ category, phone, slug, contact_email, ...same }: PartnerChanges) =>
    ({
      ...same,
      ...(category === undefined ? {} : { category_id: category }),
      ...(phone === undefined ? {} : { phone: phone === null ? null : phoneOf(phone, 'phone', deployment) }),
      ...(slug === undefined ? {} : { slug: slug.toLowerCase() }),
      ...(contact_email === undefined ? {} : { contact_email: contact_email?.toLowerCase() ?? null }),
    }) satisfies Updateable<Tables['partners']>;

  const reread = async (trx: Trx, id: string, person: Person) =>
    toPartner(found(await findPartner(trx, id, clock())), person);

  return {
    list: async (request: FastifyRequest, query: PartnersQuery) => {
      const { person } = sessionOf(request);
      const { count, rows } = await listPartners(db, query, clock());
      return { count, results: rows.map((row) => toPartner(row, person)) };
    },

    read: async (request: FastifyRequest, id: string): Promise<Partner> =>
      toPartner(found(await findPartner(db, id, clock())), sessionOf(request).person),

    /** Adds a partner within the transaction of the create. */
    add: async (trx: Trx, request: FastifyRequest, form: NewPartner, now: Date): Promise<Partner> => {
      const id = randomId();
      const columns = columnsOf(form);
      const partner = { ...columns, id, name: form.name, slug: form.slug.toLowerCase(), created: now };
      await naming(partner.slug, insertPartner(trx, partner));
      return reread(trx, id, sessionOf(request).person);
    },

    update: (request: FastifyRequest, id: string, form: PartnerChanges): Promise<Partner> =>
      write(db, { request, now: clock() }, async (trx) => {
        requireMatch(request, found(await lockPartner(trx, id)).version);
        const columns = columnsOf(form);
        await naming(columns.slug, updatePartner(trx, id, columns));
        return reread(trx, id, sessionOf(request).person);
      }),

    remove: (request: FastifyRequest, id: string): Promise<void> => {
      const now = clock();
      return write(db, { request, now }, async (trx) => {
        respectMatch(request, found(await lockPartner(trx, id)).version);
        await lockReservations(trx, id, now);
        const refusal = refusalToDelete(found(await findPartner(trx, id, now)));
        if (refusal) throw new ApiProblem(refusal);
        await deletePartner(trx, id);
      });
    },
  };
}
