import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { NewPartner, Partner, PartnerChanges, PartnersQuery } from '../../../contract/partners.ts';
import type { Services } from '../../services.ts';
import { etagOf, requireMatch, checkMatchIfGiven } from '../../collection/etag.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { type Trx, write } from '../../collection/write.ts';
import { givenColumns } from '../../collection/givenColumns.ts';
import { refusalOf } from '../../db/constraints.ts';
import type { Db } from '../../db/tables.ts';
import type { Deployment } from '../../deployment.ts';
import { replaceFile } from '../../files/files.ts';
import { sessionOf } from '../../http/guard.ts';
import { phoneOf } from '../../phone.ts';
import type { Person } from '../../policies/policy.ts';
import { recordVerdicts } from '../../../contract/recordRules.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { filesOfRecords } from '../files/repository.ts';
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

/** Why a partner cannot be deleted, or null (Q17). */
function refusalToDelete({ users, reservations }: PartnerRow): ErrorCode | null {
  if (users > 0) return 'partner_has_users';
  return reservations > 0 ? 'partner_has_reservations' : null;
}

/** Adds the slug to an error that it is taken. */
async function naming<Result>(slug: string | undefined, act: Promise<Result>): Promise<Result> {
  try {
    return await act;
  } catch (error) {
    const refusal = error instanceof Error ? refusalOf(error) : null;
    if (refusal?.code !== 'slug_taken' || slug === undefined) throw error;
    throw new ApiProblem('slug_taken', { ...refusal.details, values: { slug } }, { cause: error });
  }
}

/** The columns for the fields of a form; omitted fields are left out. @throws ApiProblem invalid */
export function columnsOf(
  deployment: Deployment,
  { category, phone, slug, contact_email, logo, ...same }: PartnerChanges,
) {
  return givenColumns({
    ...same,
    category_id: category,
    phone: phone && phoneOf(phone, 'phone', deployment),
    slug: slug?.toLowerCase(),
    contact_email: contact_email && contact_email.toLowerCase(),
    logo_id: logo,
  });
}

/** Partners and their rules (R140, Q17); each act is one transaction. */
export function createPartners({ deployment, database: { db }, clock, files, settings: { appUrl } }: Services) {
  /** Rows as records of the API, with links to their logos. Inside a transaction pass the transaction. */
  const toPartners = async (handle: Db, rows: PartnerRow[], person: Person): Promise<Partner[]> => {
    const may = recordVerdicts('partners', person);
    const toFile = await files.presenter(person, handle);
    const ids = rows.flatMap(({ id, logo_id }) => (logo_id === null ? [] : id));
    const logos = await filesOfRecords(handle, 'partners', ids);
    return rows.map((row) => {
      const { version, category_id, logo_id, created, ...same } = row;
      const logo = logos.get(row.id)?.find(({ id }) => id === logo_id);
      return {
        ...same,
        etag: etagOf(version),
        category: category_id,
        logo: logo ? toFile(logo) : null,
        public_url: partnerUrl(row, appUrl),
        created: created.toISOString(),
        can: { ...may, delete: may.delete && refusalToDelete(row) === null },
      };
    });
  };

  const read = async (handle: Db, id: string, person: Person): Promise<Partner> => {
    const [partner] = await toPartners(handle, [orNotFound(await findPartner(handle, id, clock()))], person);
    return orNotFound(partner);
  };

  return {
    list: async (request: FastifyRequest, query: PartnersQuery) => {
      const { count, rows } = await listPartners(db, { query }, clock());
      return { count, results: await toPartners(db, rows, sessionOf(request).person) };
    },

    read: (request: FastifyRequest, id: string): Promise<Partner> => read(db, id, sessionOf(request).person),

    /** Adds a partner within the transaction of the create. */
    add: async (trx: Trx, request: FastifyRequest, form: NewPartner, now: Date): Promise<Partner> => {
      const { person } = sessionOf(request);
      const id = randomId();
      const columns = columnsOf(deployment, form);
      const partner = { ...columns, id, name: form.name, slug: form.slug.toLowerCase(), created: now };
      await naming(partner.slug, insertPartner(trx, partner));
      await replaceFile(trx, { purpose: 'logo', field: 'logo', person }, [null, form.logo], {
        collection: 'partners',
        id,
      });
      return read(trx, id, person);
    },

    update: (request: FastifyRequest, id: string, form: PartnerChanges): Promise<Partner> =>
      write(db, { request, now: clock() }, async (trx) => {
        const { person } = sessionOf(request);
        const { version, logo_id } = orNotFound(await lockPartner(trx, id));
        requireMatch(request, version);
        const columns = columnsOf(deployment, form);
        await naming(columns.slug, updatePartner(trx, id, columns));
        await replaceFile(trx, { purpose: 'logo', field: 'logo', person }, [logo_id, form.logo], {
          collection: 'partners',
          id,
        });
        return read(trx, id, person);
      }),

    remove: (request: FastifyRequest, id: string): Promise<void> => {
      const now = clock();
      return write(db, { request, now }, async (trx) => {
        checkMatchIfGiven(request, orNotFound(await lockPartner(trx, id)).version);
        await lockReservations(trx, id, now);
        const refusal = refusalToDelete(orNotFound(await findPartner(trx, id, now)));
        if (refusal) throw new ApiProblem(refusal);
        await deletePartner(trx, id);
      });
    },
  };
}

/** See `createPartners`. */
export type Partners = ReturnType<typeof createPartners>;
