import type { Contact, ContactChanges, NewContact } from '../../contract/contacts.ts';
import { collection } from './collection.ts';

/** `contacts/`. */
export const contacts = collection<Contact, NewContact, ContactChanges>('contacts/');
