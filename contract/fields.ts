import Type, { type TProperties, type TSchema } from 'typebox';
import Format from 'typebox/format';
import { bounds, dayBounds } from './bounds.ts';
import { isEmail } from './emailAddress.ts';

export { bounds } from './bounds.ts';

/** Whether a text has no line breaks and no other control characters: they could end a mail header or hide text. */
function isLine(value: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(value);
}

Format.Set('line', isLine);
Format.Set('email', isEmail);
Format.Set('text', (value) => isLine(value.replace(/[\n\r\t]/g, '')));
// Text that mail programs turn into a link: a scheme, www., or a domain between other words.
Format.Set(
  'no-link',
  (value) =>
    !/:\/\/|(?:^|[^\p{L}\d])www\.|(?:^|[\s(<"'„“,;:])[\p{L}\d-]{2,}(?:\.[\p{L}\d-]+)*\.(?:[a-z]{2,}|[A-Z]{2,})(?=$|[\s/:?#)>"',;.!])/u.test(
      value,
    ),
);
Format.Set('last4', (value) => /^[0-9]{4}$/.test(value));
Format.Set('link', (value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password && !/\s/.test(value) && isLine(value);
});
// A format instead of `maxLength`, so that a long link gets its own code (`link_too_long`).
Format.Set('short-link', (value) => value.length <= bounds.link);
Format.Set('slug', (value) => /^[a-z0-9]+(-[a-z0-9]+)*$/i.test(value));
/** An instant in UTC; empty for a time that does not exist. */
const utcOf = (value: string): string => (Number.isNaN(Date.parse(value)) ? '' : new Date(value).toISOString());

// The default pattern accepts impossible times: 24:00, a 60th second.
Format.Set(
  'date-time',
  (value) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(value) &&
    // In UTC its year has four digits, too.
    /^\d{4}-/.test(utcOf(value)),
);

// A day of the calendar; one outside the bounds would make instants whose year has more than four digits.
Format.Set('date', (value) => Format.IsDate(value) && value >= dayBounds.first && value <= dayBounds.last);

Format.Set('network', (value) => {
  const [address = '', prefix = '', ...rest] = value.split('/');
  const longest = Format.IsIPv4(address) ? 32 : Format.IsIPv6(address) ? 128 : -1;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest;
});

/** An object of the API with a name, which generated clients give its type. */
export function named<Properties extends TProperties>(
  $id: string,
  properties: Properties,
  options: { description?: string } = {},
) {
  return Type.Object(properties, { $id, ...options });
}

/** The named body of a call, which refuses other properties. */
export function form<Properties extends TProperties>($id: string, properties: Properties) {
  return Type.Object(properties, { $id, additionalProperties: false });
}

/** The same with properties that may all be omitted, as for a change. */
export function partialForm<Properties extends TProperties>($id: string, properties: Properties) {
  return Type.Partial(Type.Object(properties), { $id, additionalProperties: false });
}

/** One of some values. */
export function oneOf<Value extends string>(values: readonly Value[], description?: string) {
  return Type.Unsafe<Value>(Type.Enum([...values], description === undefined ? {} : { description }));
}

/** A value or null. */
export function nullable<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

/** A record's id: 24 hexadecimal characters (12 bytes; R205). */
export const Id = Type.String({ pattern: '^[0-9a-f]{24}$', description: '24 hexadecimal characters (12 bytes).' });

/**
 * A text of one line, without control characters (`control_characters`). All single-line fields use it, or a format
 * that is as strict.
 */
export function line({ min = 0, max }: { min?: number; max: number }) {
  return Type.String({ minLength: min, maxLength: max, format: 'line' });
}

/** A text of any number of lines, without control characters except line breaks and tabs. */
export function text({ min = 0, max }: { min?: number; max: number }) {
  return Type.String({ minLength: min, maxLength: max, format: 'text' });
}

/** A name or a title, but not the name of a person (Q15: at least 3 characters). */
export const Name = line(bounds.name);

/** A first or last name (Q15: at least 1 character). Links are refused, because names appear in mails. */
export const PersonName = Type.String({
  minLength: bounds.personName.min,
  maxLength: bounds.personName.max,
  format: 'line',
  allOf: [{ format: 'no-link' }],
});

/** The reason for an act. */
export const Reason = line(bounds.reason);

/** An e-mail address. Stored in lower case: addresses that differ only in case are equal. */
export const Email = Type.String({ format: 'email', maxLength: bounds.email });

/** A telephone number, with a country prefix or as dialled in the deployment's country; stored as E.164. */
export const Phone = line({ min: 1, max: bounds.phone });

/** The last 4 digits of a personal number (R166). */
export const LastFourDigits = Type.String({ format: 'last4', description: 'Exactly 4 digits.' });

/** A day, `YYYY-MM-DD`, from 1900 to 2099; others are `check_dates`. */
export function day(description?: string) {
  return Type.String({ format: 'date', description });
}

/** An instant, ISO 8601 with offset. */
export const Instant = Type.String({ format: 'date-time', maxLength: 40 });

/** A postal address. */
export const Address = line(bounds.address);

/** An `http` or `https` link without credentials (Q15: `link_too_long` above 200 characters). */
export const Link = Type.String({
  format: 'link',
  allOf: [{ format: 'short-link' }],
  description: `http or https; at most ${bounds.link} characters.`,
});

/** The part of a URL that names a record: letters a to z, digits, single hyphens between them. Stored in lower case. */
export const Slug = Type.String({ minLength: bounds.slug.min, maxLength: bounds.slug.max, format: 'slug' });

/** A range of network addresses in CIDR notation, IPv4 or IPv6. */
export const Network = Type.String({ maxLength: 43, format: 'network', description: 'CIDR, such as `192.0.2.0/24`.' });

/** An optional field; null means empty. */
export function maybe<Field extends TSchema>(field: Field) {
  return Type.Optional(nullable(field));
}

/** A file that the caller has uploaded for this field (`POST files/`), or the record's current file. */
export const UploadId = Type.String({ pattern: '^[0-9a-f]{24}$', description: 'The id of a file uploaded for it.' });

/** The language of a text. */
export const LanguageTag = Type.String({
  maxLength: 35,
  pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
  description: 'BCP 47, for example `is` or `pt-BR`.',
});
