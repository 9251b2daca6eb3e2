import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CreateHeaders, RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import { Contact, ContactChanges, ContactsPage, ContactsQuery, NewContact } from '../../../contract/contacts.ts';
import type { AppParts } from '../../appParts.ts';
import { createOnce } from '../../collection/create.ts';
import { answerRecord, etagOf, requireMatch, respectMatch } from '../../collection/etag.ts';
import { found } from '../../collection/found.ts';
import { write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent } from '../../http/noContent.ts';
import { phoneOf } from '../../phone.ts';
import { mayRead, mayWrite, type Person } from '../../policies/policy.ts';
import { recordVerdicts } from '../../policies/records.ts';
import { randomId } from '../../randomId.ts';
import {
  type ContactRow,
  deleteContact,
  findContact,
  insertContact,
  listContacts,
  lockContact,
  updateContact,
} from './repository.ts';

const tags = ['contacts'];
const reads = { config: { policy: mayRead('contacts') } };
const changes = { config: { policy: mayWrite('contacts') } };

function toContact({ version, created, ...row }: ContactRow, person: Person): Contact {
  return { ...row, created: created.toISOString(), etag: etagOf(version), can: recordVerdicts('contacts', person) };
}

/** `contacts/` (specification §3). */
export const contactsRoutes =
  ({ deployment, database: { db }, clock }: AppParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const numberOf = (typed: string) => phoneOf(typed, 'phoneNumber', deployment);

    app.get(
      '/contacts/',
      {
        ...reads,
        schema: { summary: 'The contacts', tags, querystring: ContactsQuery, response: { 200: ContactsPage } },
      },
      async (request) => {
        const { person } = sessionOf(request);
        const { count, rows } = await listContacts(db, request.query);
        return { count, results: rows.map((row) => toContact(row, person)) };
      },
    );

    app.post(
      '/contacts/',
      {
        ...changes,
        schema: {
          summary: 'Add a contact',
          tags,
          headers: CreateHeaders,
          body: NewContact,
          response: { 201: Contact },
        },
      },
      (request, reply) => {
        const now = clock();
        return createOnce(db, request, reply, {
          now,
          insert: async (trx) => {
            const id = randomId();
            const { name, phoneNumber } = request.body;
            await insertContact(trx, { id, name, phoneNumber: numberOf(phoneNumber), created: now });
            return toContact(found(await findContact(trx, id)), sessionOf(request).person);
          },
        });
      },
    );

    app.get(
      '/contacts/:id/',
      { ...reads, schema: { summary: 'A contact', tags, params: RecordPath, response: { 200: Contact } } },
      async (request, reply) => {
        const row = found(await findContact(db, request.params.id));
        return answerRecord(reply, toContact(row, sessionOf(request).person));
      },
    );

    app.patch(
      '/contacts/:id/',
      {
        ...changes,
        schema: {
          summary: 'Change a contact',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          body: ContactChanges,
          response: { 200: Contact },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const { phoneNumber, ...same } = request.body;
        const changed = await write(db, { request, now: clock() }, async (trx) => {
          requireMatch(request, found(await lockContact(trx, id)).version);
          await updateContact(trx, id, {
            ...same,
            ...(phoneNumber === undefined ? {} : { phoneNumber: numberOf(phoneNumber) }),
          });
          return toContact(found(await findContact(trx, id)), sessionOf(request).person);
        });
        return answerRecord(reply, changed);
      },
    );

    app.delete(
      '/contacts/:id/',
      {
        ...changes,
        schema: {
          summary: 'Delete a contact',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        await write(db, { request, now: clock() }, async (trx) => {
          respectMatch(request, found(await lockContact(trx, id)).version);
          await deleteContact(trx, id);
        });
        return reply.code(204).send(null);
      },
    );
  };
