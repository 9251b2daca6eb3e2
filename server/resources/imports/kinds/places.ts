import { sql } from 'kysely';
import { NewContact } from '../../../../contract/contacts.ts';
import { NewPartner } from '../../../../contract/partners.ts';
import { Id } from '../../../../contract/fields.ts';
import { NewVenue } from '../../../../contract/venues.ts';
import Type from 'typebox';
import { phoneOf } from '../../../phone.ts';
import { columnsOf } from '../../partners/partners.ts';
import type { ImportRules } from './rules.ts';

/** Partners are recognised by their slug. */
export const partners: ImportRules = {
  table: 'partners',
  schema: NewPartner,
  compared: [
    'name',
    'contact_email',
    'phone',
    'category_id',
    'website',
    'custom_website',
    'slug',
    'address',
    'visibleInApp',
    'display_venue',
    'restrict_sessions',
  ],
  derived: ['created'],
  keyOf: ({ slug }) => String(slug),
  key: sql`partners.slug`,
  columnsOf: (form, { deployment, now }, existing) => {
    const columns = columnsOf(deployment, form);
    if (existing) return columns;
    return {
      contact_email: null,
      phone: null,
      category_id: null,
      website: null,
      custom_website: null,
      address: null,
      visibleInApp: false,
      display_venue: false,
      restrict_sessions: false,
      created: now,
      ...columns,
    };
  },
};

/** Venues are recognised by their partner and their name. */
export const venues: ImportRules = {
  table: 'venues',
  schema: Type.Object({ partner: Id, ...NewVenue.properties }, { additionalProperties: false }),
  compared: ['partner_id', 'name', 'address'],
  derived: ['created'],
  keyOf: ({ partner, name }) => `${String(partner)} ${String(name)}`,
  key: sql`venues.partner_id || ' ' || venues.name`,
  columnsOf: ({ partner, ...same }, { now }, existing) => ({
    ...(existing ? {} : { address: null, created: now }),
    ...same,
    partner_id: partner,
  }),
  check: async (_context, rows) => {
    for (const row of rows)
      if (row.existing && row.existing.columns['partner_id'] !== row.after['partner_id'])
        row.issues.push({ field: 'partner', code: 'field_fixed', value: null });
  },
};

/** Contacts are recognised by their name. */
export const contacts: ImportRules = {
  table: 'contacts',
  schema: NewContact,
  compared: ['name', 'phoneNumber'],
  derived: ['created'],
  keyOf: ({ name }) => String(name),
  key: sql`contacts.name`,
  columnsOf: ({ name, phoneNumber }, { deployment, now }, existing) => ({
    ...(existing ? {} : { created: now }),
    name,
    phoneNumber: phoneOf(String(phoneNumber), 'phoneNumber', deployment),
  }),
};
