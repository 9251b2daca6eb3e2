import type { FastifyPluginAsync } from 'fastify';
import { Contact, ContactChanges, ContactsPage, ContactsQuery, NewContact } from '../../../contract/contacts.ts';
import type { AppParts } from '../../appParts.ts';
import { etagOf } from '../../collection/etag.ts';
import { serveCollection } from '../../collection/routes.ts';
import { phoneOf } from '../../phone.ts';
import { recordVerdicts } from '../../../contract/recordRules.ts';
import { deleteContact, findContact, insertContact, listContacts, lockContact, updateContact } from './repository.ts';

/** `contacts/` (specification §3). */
export const contactsRoutes =
  (parts: AppParts): FastifyPluginAsync =>
  async (app) => {
    const numberOf = (typed: string) => phoneOf(typed, 'phoneNumber', parts.deployment);
    serveCollection(app, parts, {
      url: '/contacts/',
      above: [],
      what: 'contacts',
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
