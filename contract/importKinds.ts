import type { Flag } from './flags.ts';
import { channels, locationTypes, queueTypes, requestKinds, serviceKinds, sessionModes } from './interpretations.ts';
import { interpretingLanguages } from './interpretingCodes.ts';
import { languages } from './languages.ts';
import { roles } from './roles.ts';

/** The kinds of records that can be imported from a file. */
export const importKinds = [
  'users',
  'partners',
  'venues',
  'contacts',
  'shifts',
  'reservations',
  'interpretations',
] as const;
export type ImportKind = (typeof importKinds)[number];

/** The records that a cell can refer to, by name, e-mail address or external id. */
export type ImportReference =
  'departments' | 'partners' | 'partner_categories' | 'closure_categories' | 'interpreters' | 'customers' | 'venues';

/** How a cell is read. */
export type ImportFieldType =
  | 'text'
  | 'phone'
  | 'integer'
  | 'boolean'
  | 'day'
  | 'time'
  | 'instant'
  | { values: readonly string[] }
  | { refers: ImportReference };

/** A column that a file can have. */
export type ImportField = {
  /** The field of the record, as the API spells it. */
  name: string;
  type: ImportFieldType;
  required?: true;
  /** Several values, separated by semicolons. */
  many?: true;
  /** The flag without which the deployment has no such field. */
  flag?: Flag;
};

const externalId: ImportField = { name: 'external_id', type: 'text' };
const shared = {
  address: { name: 'address', type: 'text' },
  emergency: { name: 'emergency', type: 'boolean', flag: 'emergencySchedules' },
  languages: { name: 'languages', type: { values: interpretingLanguages }, many: true },
  date: { name: 'date', type: 'day', required: true },
  from: { name: 'time_from', type: 'time', required: true },
  to: { name: 'time_to', type: 'time', required: true },
} as const satisfies Record<string, ImportField>;

/** The columns of each kind, in the order of the template. */
export const importFields: Record<ImportKind, readonly ImportField[]> = {
  users: [
    externalId,
    { name: 'email', type: 'text', required: true },
    { name: 'first_name', type: 'text', required: true },
    { name: 'last_name', type: 'text', required: true },
    { name: 'role', type: { values: roles.filter((role) => role !== 'partner') }, required: true },
    { name: 'department', type: { refers: 'departments' }, flag: 'departments' },
    { name: 'phone', type: 'phone' },
    { name: 'personal_number_last4', type: 'text' },
    { name: 'language', type: { values: languages } },
    shared.languages,
  ],
  partners: [
    externalId,
    { name: 'name', type: 'text', required: true },
    { name: 'slug', type: 'text', required: true },
    { name: 'contact_email', type: 'text' },
    { name: 'phone', type: 'phone' },
    { name: 'category', type: { refers: 'partner_categories' } },
    { name: 'website', type: 'text' },
    { name: 'custom_website', type: 'text' },
    shared.address,
    { name: 'visibleInApp', type: 'boolean' },
    { name: 'display_venue', type: 'boolean' },
    { name: 'restrict_sessions', type: 'boolean' },
  ],
  venues: [
    externalId,
    { name: 'partner', type: { refers: 'partners' }, required: true },
    { name: 'name', type: 'text', required: true },
    shared.address,
  ],
  contacts: [
    externalId,
    { name: 'name', type: 'text', required: true },
    { name: 'phoneNumber', type: 'phone', required: true },
  ],
  shifts: [
    externalId,
    { name: 'interpreter', type: { refers: 'interpreters' }, required: true },
    shared.date,
    shared.from,
    shared.to,
    { name: 'location_type', type: { values: locationTypes }, required: true },
    { name: 'request_type', type: { values: channels }, required: true },
    shared.address,
    { name: 'travel_time', type: 'integer' },
    { name: 'communication_type', type: { values: serviceKinds } },
    { name: 'allowReservations', type: 'boolean', flag: 'reservations' },
    shared.emergency,
  ],
  reservations: [
    externalId,
    { name: 'name', type: 'text', required: true },
    shared.date,
    shared.from,
    shared.to,
    { name: 'type', type: { values: locationTypes }, required: true },
    shared.address,
    { name: 'venue', type: { refers: 'venues' } },
    { name: 'link', type: 'text' },
    { name: 'customer', type: { refers: 'customers' } },
    { name: 'partner', type: { refers: 'partners' } },
    { name: 'interpreters', type: { refers: 'interpreters' }, many: true },
    { name: 'interpreters_needed', type: 'integer' },
    { name: 'service_kind', type: { values: serviceKinds } },
    shared.emergency,
    shared.languages,
    { name: 'note', type: 'text' },
  ],
  interpretations: [
    externalId,
    { name: 'created', type: 'instant', required: true },
    { name: 'started', type: 'instant' },
    { name: 'ended', type: 'instant', required: true },
    { name: 'channel', type: { values: channels }, required: true },
    { name: 'session_mode', type: { values: sessionModes }, required: true },
    { name: 'queue_type', type: { values: queueTypes }, required: true },
    { name: 'category', type: 'text', required: true },
    { name: 'kind', type: { values: requestKinds } },
    { name: 'service_kind', type: { values: serviceKinds } },
    { name: 'location_type', type: { values: locationTypes } },
    { name: 'customer', type: { refers: 'customers' } },
    { name: 'interpreter', type: { refers: 'interpreters' } },
    { name: 'partner', type: { refers: 'partners' } },
    shared.address,
    { name: 'phone', type: 'phone' },
    { name: 'note', type: 'text' },
    { name: 'closure_category', type: { refers: 'closure_categories' } },
    { name: 'closure_note', type: 'text' },
  ],
};

/** The fields by which a row is recognised as a record that exists, unless it has a known external id. */
export const importKeys: Record<ImportKind, readonly string[]> = {
  users: ['email'],
  partners: ['slug'],
  venues: ['partner', 'name'],
  contacts: ['name'],
  shifts: ['interpreter', 'date', 'time_from'],
  reservations: ['name', 'date', 'time_from'],
  interpretations: ['created', 'channel', 'customer', 'interpreter'],
};

/** The flag without which a deployment has no records of a kind. */
export const importFlags: Partial<Record<ImportKind, Flag>> = { reservations: 'reservations' };

/** The limits of a file. */
export const importLimits = {
  bytes: 20 * 1024 * 1024,
  rows: 50_000,
  columns: 200,
  /** The characters of a cell. */
  cell: 5_000,
  /** The characters of all cells. */
  text: 40_000_000,
} as const;

/** How long an import can be undone, and how long its rows are kept, in hours. */
export const importUndoHours = 24;

/** The encodings that a CSV file is read with. */
export const importEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1252',
  'windows-1257',
] as const;
export type ImportEncoding = (typeof importEncodings)[number];

/** The states of an import. */
export const importStates = ['uploaded', 'checking', 'checked', 'writing', 'written', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

/** What an import does with a row. */
export const rowResults = ['new', 'changed', 'unchanged', 'refused'] as const;
export type RowResult = (typeof rowResults)[number];
