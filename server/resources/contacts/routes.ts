import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import { Contact, ContactChanges, ContactsPage, ContactsQuery, NewContact } from '../../../contract/contacts.ts';
import { recordVerdicts } from '../../../contract/recordRules.ts';
import { etagOf } from '../../collection/etag.ts';
import { serveCollection } from '../../collection/routes.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { phoneOf } from '../../phone.ts';
import type { Services } from '../../services.ts';
import { deleteContact, findContact, insertContact, listContacts, lockContact, updateContact } from './repository.ts';

/** The sources of the global search. */
export const searchSources: SearchSources = {
  contacts: tableSource('contacts', { detail: sql`"phoneNumber"` }),
};

/** `contacts/` (R143). */
export const routes =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    const numberOf = (typed: string) => phoneOf(typed, 'phoneNumber', services.deployment);
    serveCollection(app, services, {
      url: '/contacts/',
      parents: [],
      kind: 'contacts',
      names: { many: 'contacts', one: 'contact' },
      query: ContactsQuery,
      page: ContactsPage,
      item: Contact,
      created: NewContact,
      changes: ContactChanges,
      list: listContacts,
      find: findContact,
      present: (_, rows, { person }) =>
        rows.map(({ version, created, ...row }) => ({
          ...row,
          created: created.toISOString(),
          etag: etagOf(version),
          can: recordVerdicts('contacts', person),
        })),
      insert: (trx, id, { name, phoneNumber }, { now }) =>
        insertContact(trx, { id, name, phoneNumber: numberOf(phoneNumber), created: now }),
      lock: lockContact,
      update: (trx, id, { phoneNumber, ...same }) =>
        updateContact(trx, id, {
          ...same,
          ...(phoneNumber === undefined ? {} : { phoneNumber: numberOf(phoneNumber) }),
        }),
      remove: deleteContact,
    });
  };
