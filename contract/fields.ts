import Type from 'typebox';
import Format from 'typebox/format';

/** Every bound of a field, named once (Q15). Lengths are in characters after trimming. */
export const bounds = {
  name: { min: 3, max: 100 },
  email: 254,
  phone: 40,
  reason: 500,
  /** New passwords. */
  password: { min: 10, max: 1024 },
  queuePriority: { min: 1, max: 100 },
} as const;

Format.Set('last4', (value) => /^[0-9]{4}$/.test(value));
// The usual pattern takes what no calendar has: 24:00, a 60th second.
Format.Set(
  'date-time',
  (value) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(value) && !Number.isNaN(Date.parse(value)),
);

/** A record's id: 24 hexadecimal characters (12 bytes; specification §9). */
export const Id = Type.String({ pattern: '^[0-9a-f]{24}$', description: '24 hexadecimal characters (12 bytes).' });

/** A name or a title (Q15: at least 3 characters). */
export const Name = Type.String({ minLength: bounds.name.min, maxLength: bounds.name.max });

/** An e-mail address. Kept in lower case: two that differ in case are the same. */
export const Email = Type.String({ format: 'email', maxLength: bounds.email });

/** A telephone number, with its country's prefix or as it is dialled in the deployment's own country; kept as E.164. */
export const Phone = Type.String({ minLength: 1, maxLength: bounds.phone });

/** The last 4 digits of a personal number (specification §5). */
export const LastFourDigits = Type.String({ format: 'last4', description: 'Exactly 4 digits.' });

/** An instant, ISO 8601 with offset. */
export const Instant = Type.String({ format: 'date-time', maxLength: 40 });
