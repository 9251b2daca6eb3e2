import { create as contentDisposition } from 'content-disposition';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import Type from 'typebox';
import { RecordPath } from '../../../contract/collection.ts';
import {
  Erasure,
  ErasuresPage,
  ErasuresQuery,
  FoundPeople,
  HoldsPage,
  HoldsQuery,
  LegalHold,
  NewErasure,
  NewLegalHold,
  PeopleQuery,
  PersonExport,
  PersonExportQuery,
  PersonPrivacy,
} from '../../../contract/privacy.ts';
import { refusalFor } from '../../../contract/recordRules.ts';
import { searchIn, searchIndexed } from '../../collection/list.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { addAuditEntry, write } from '../../collection/write.ts';
import { sendParts, writePdfLazily } from '../../documents/sendParts.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { languageFor } from '../../language.ts';
import { mayRead, mayWrite } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { findUser } from '../users/repository.ts';
import { subjectOf as userSubject } from '../users/wire.ts';
import { erasePerson } from './erase.ts';
import { listErasures } from './erasures.ts';
import { personDocument, personJson } from './exportDocument.ts';
import { addHold, endHold } from './holds.ts';
import { holdOnWire, holdsOf, listHolds } from './holdsTable.ts';
import { personalRows, storedData, tallyOf } from './stored.ts';
import { findPeople, findPerson, type KnownPerson, subjectOf } from './subject.ts';

const reads = routeOptions('privacy', { policy: mayRead('privacy') });
const changes = routeOptions('privacy', { policy: mayWrite('privacy') });

const foundOnWire = ({ id, first_name, last_name, email, role, deleted }: KnownPerson) => ({
  id,
  name: `${first_name} ${last_name}`,
  email,
  role,
  deleted: deleted?.toISOString() ?? null,
});

function serveReading(app: TypedApp, { deployment, database: { db }, clock }: Services): void {
  app.get(
    '/privacy/people/',
    reads({
      summary: 'People by name or e-mail address, also deleted ones',
      querystring: PeopleQuery,
      response: { 200: FoundPeople },
    }),
    async (request) => {
      const { search } = request.query;
      const former = ['email', 'first_name', 'last_name', 'id'].map((name) => sql.ref(name));
      const people = await findPeople(db, {
        users: searchIndexed(search, sql`search_text`, sql`id`) ?? sql`false`,
        deleted: searchIn(search, former) ?? sql`false`,
      });
      return { results: people.map(foundOnWire) };
    },
  );

  /** The code that would refuse an erasure; null if it is possible. */
  const refusalOf = async (request: FastifyRequest, person: KnownPerson, isHeld: boolean): Promise<string | null> => {
    const user = await findUser(db, person.id);
    const caller = sessionOf(request).person;
    const refusal = user ? refusalFor('delete', caller, userSubject(user, deployment, clock())) : null;
    return refusal ?? (isHeld ? 'legal_hold' : null);
  };

  app.get(
    '/privacy/people/:id/',
    reads({
      summary: 'What is stored about a person, and what an erasure would do to it',
      params: RecordPath,
      response: { 200: PersonPrivacy },
    }),
    async (request) => {
      const now = clock();
      const person = orNotFound(await findPerson(db, request.params.id));
      const holds = (await holdsOf(db, person.id)).map((hold) => holdOnWire(hold, now));
      const isHeld = holds.some(({ in_force }) => in_force);
      return {
        ...foundOnWire(person),
        data: storedData(await tallyOf(db, await subjectOf(db, person.id, now)), deployment),
        holds,
        refusal: await refusalOf(request, person, isHeld),
      };
    },
  );

  app.get(
    '/privacy/erasures/',
    reads({ summary: 'The erasures done', querystring: ErasuresQuery, response: { 200: ErasuresPage } }),
    (request) => listErasures(db, request.query),
  );

  app.get(
    '/privacy/holds/',
    reads({ summary: 'The legal holds in force', querystring: HoldsQuery, response: { 200: HoldsPage } }),
    async (request) => {
      const now = clock();
      const { count, rows } = await listHolds(db, request.query, now);
      return { count, results: rows.map((hold) => holdOnWire(hold, now)) };
    },
  );
}

function serveExport(app: TypedApp, { deployment, database: { db }, clock, securityLog }: Services): void {
  const file = Type.String({ format: 'binary' });
  app.get(
    '/privacy/people/:id/export/',
    reads({
      summary: 'All data about a person, as a file',
      description: `JSON has every column except proofs of identity; PDF is for people, in the language of \`Accept-Language\`. In the audit log and the security log.`,
      params: RecordPath,
      querystring: PersonExportQuery,
      response: {
        200: {
          description: 'The file.',
          content: { 'application/json': { schema: PersonExport }, 'application/pdf': { schema: file } },
        },
      },
    }),
    async (request, reply) => {
      const now = clock();
      const { output } = request.query;
      const person = orNotFound(await findPerson(db, request.params.id));
      const { id } = person;
      const act = { request, now, act: 'export' };
      await write(db, act, (trx) => addAuditEntry(trx, act, { collection: 'users', id, after: { output } }));
      securityLog.record(request, 'export', { object: 'person', subject: id });
      const subject = await subjectOf(db, id, now);
      const parts = { deployment, person, rows: personalRows(db, subject), now };
      reply.header('content-disposition', contentDisposition(`person.${output}`, { type: 'attachment' }));
      if (output === 'json') return sendParts(reply, 'application/json; charset=utf-8', personJson(parts));
      const language = languageFor(request.headers['accept-language'], sessionOf(request).person.language, deployment);
      const document = personDocument(parts, await tallyOf(db, subject), language);
      return sendParts(reply, 'application/pdf', writePdfLazily(document));
    },
  );
}

function serveActs(app: TypedApp, services: Services): void {
  const { securityLog } = services;
  app.post(
    '/privacy/people/:id/erasure/',
    changes({
      summary: 'Erase a person',
      description: `All of their data is deleted, blanked or unlinked, as \`GET\` of the person says; it cannot be undone. 409 \`legal_hold\` while a hold is in force. 409 \`reservations_affected\` lists future approved reservations without a decision (\`users/affected/\`).`,
      params: RecordPath,
      body: NewErasure,
      response: { 200: Erasure },
    }),
    async (request) => {
      const { id } = request.params;
      const erasure = await erasePerson(services, request, id, request.body);
      securityLog.record(request, 'erased', { subject: id });
      return erasure;
    },
  );

  app.post(
    '/privacy/people/:id/holds/',
    changes({
      summary: 'Put a person under a legal hold',
      description: `Until it ends, the person cannot be deleted or erased, and retention deletes nothing about them.`,
      params: RecordPath,
      body: NewLegalHold,
      response: { 201: LegalHold },
    }),
    (request) => addHold(services, request, request.params.id, request.body),
  );

  app.post(
    '/privacy/holds/:id/end/',
    changes({
      summary: 'End a legal hold early',
      params: RecordPath,
      response: { 204: NoContent },
    }),
    (request) => endHold(services, request, request.params.id),
  );
}

/** `privacy/`: what is stored about people, export, erasure and legal holds; for owners. */
export function routes(app: TypedApp, services: Services): void {
  serveReading(app, services);
  serveExport(app, services);
  serveActs(app, services);
}
