import Type, { type TSchema } from 'typebox';
import Format from 'typebox/format';
import { bounds } from './bounds.ts';

export { bounds } from './bounds.ts';

/** Whether a text is one line: no line breaks, no other control characters. They would end a header of a mail, or hide text. */
function isLine(value: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(value);
}

Format.Set('line', isLine);
Format.Set('text', (value) => isLine(value.replace(/[\n\r\t]/g, '')));
// What mail programs make a link of: a scheme, www., or a domain between other words.
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
// A length of its own code ('link_too_long'): `maxLength` would say of a link what it says of a name.
Format.Set('short-link', (value) => value.length <= bounds.link);
Format.Set('slug', (value) => /^[a-z0-9]+(-[a-z0-9]+)*$/i.test(value));
// The usual pattern takes what no calendar has: 24:00, a 60th second.
Format.Set(
  'date-time',
  (value) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(value) && !Number.isNaN(Date.parse(value)),
);

/** A record's id: 24 hexadecimal characters (12 bytes; specification §9). */
export const Id = Type.String({ pattern: '^[0-9a-f]{24}$', description: '24 hexadecimal characters (12 bytes).' });

/**
 * A text of one line. Every field of a body that is typed into one line is one of these, or has a format that allows no
 * control characters either (`control_characters`).
 */
export function line({ min = 0, max }: { min?: number; max: number }) {
  return Type.String({ minLength: min, maxLength: max, format: 'line' });
}

/** A text of any number of lines, without control characters but line breaks and tabs. */
export function text({ min = 0, max }: { min?: number; max: number }) {
  return Type.String({ minLength: min, maxLength: max, format: 'text' });
}

/** A name or a title of a thing (Q15: at least 3 characters). */
export const Name = line(bounds.name);

/** The first or the last name of a person (Q15: at least 1 character), without a link: it is mailed to people who trust it. */
export const PersonName = Type.String({
  minLength: bounds.personName.min,
  maxLength: bounds.personName.max,
  format: 'line',
  allOf: [{ format: 'no-link' }],
});

/** Why something is done. */
export const Reason = line(bounds.reason);

/** An e-mail address. Kept in lower case: two that differ in case are the same. */
export const Email = Type.String({ format: 'email', maxLength: bounds.email });

/** A telephone number, with its country's prefix or as it is dialled in the deployment's own country; kept as E.164. */
export const Phone = line({ min: 1, max: bounds.phone });

/** The last 4 digits of a personal number (specification §5). */
export const LastFourDigits = Type.String({ format: 'last4', description: 'Exactly 4 digits.' });

/** An instant, ISO 8601 with offset. */
export const Instant = Type.String({ format: 'date-time', maxLength: 40 });

/** An address as it is written on a letter. */
export const Address = line(bounds.address);

/** A link, `http` or `https`, without a user's name or password (Q15: `link_too_long` above 200 characters). */
export const Link = Type.String({
  format: 'link',
  allOf: [{ format: 'short-link' }],
  description: `http or https; at most ${bounds.link} characters.`,
});

/** What something is called in a URL: letters a to z, digits, single hyphens between them. Kept in lower case. */
export const Slug = Type.String({ minLength: bounds.slug.min, maxLength: bounds.slug.max, format: 'slug' });

/** A field that may be left out or be null: nothing is known, or nothing wanted. */
export function maybe<Field extends TSchema>(field: Field) {
  return Type.Optional(Type.Union([field, Type.Null()]));
}

/** A file that the caller has uploaded for this field (`POST files/`), or the one that the record has already. */
export const UploadId = Type.String({ pattern: '^[0-9a-f]{24}$', description: 'The id of a file uploaded for it.' });
