import { sql } from 'kysely';
import { Contact, ContactChanges, ContactsPage, ContactsQuery, NewContact } from '../../../contract/contacts.ts';
import { alphabetically } from '../../collection/list.ts';
import { serveCollection } from '../../collection/routes.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { recordOf, tableRepository } from '../../collection/tableRepository.ts';
import { type TypedApp } from '../../http/routes.ts';
import { phoneOf } from '../../phone.ts';
import type { Services } from '../../services.ts';

const contacts = tableRepository('contacts', {
  select: (db) => db.selectFrom('contacts').select(['id', 'version', 'name', 'phoneNumber', 'created']),
  searched: [sql`name`, sql`"phoneNumber"`],
  orderings: { name: [alphabetically(sql`name`)], phoneNumber: [sql`"phoneNumber"`], created: [sql`created`] },
  fallback: 'name',
});

/** The sources of the global search. */
export const searchSources: SearchSources = {
  contacts: tableSource('contacts', { detail: sql`"phoneNumber"` }),
};

/** `contacts/` (R143). */
export function routes(app: TypedApp, services: Services): void {
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
    ...contacts,
    present: (_, rows, { person }) => rows.map((row) => recordOf('contacts', row, person)),
    insert: (trx, id, { name, phoneNumber }, { now }) =>
      contacts.insert(trx, { id, name, phoneNumber: numberOf(phoneNumber), created: now }),
    update: (trx, id, { name, phoneNumber }) =>
      contacts.update(trx, id, { name, phoneNumber: phoneNumber === undefined ? undefined : numberOf(phoneNumber) }),
  });
}
