import { bounds } from '../../../contract/bounds.ts';
import { plainText } from '../../../contract/plainText.ts';
import { type Check, lengthFault, required } from './checks.ts';

/** A name or a title of a record (Q15: at least 3 characters after trimming). */
export const name: Check = (value) => lengthFault(value, bounds.name);

/** The first or the last name of a person (Q15: at least 1 character). */
export const personName: Check = (value) =>
  lengthFault(value, bounds.personName) ?? (/:\/\/|\bwww\./i.test(value) ? 'errors:name_has_link' : undefined);

/** A reason for an action. */
export const reason: Check = (value) => lengthFault(value, bounds.reason);

/** A postal address. */
export const address: Check = (value) => lengthFault(value, bounds.address);

/** Rejects only impossible numbers; the server knows the formats of every country. */
export const phone: Check = (value) =>
  /^\+?[\d\s().\-/]{3,}$/.test(plainText(value)) ? undefined : (required(value) ?? 'errors:phone_invalid');

/** An http(s) link. */
export const link: Check = (value) => {
  const text = value.trim();
  if (text.length > bounds.link) return 'errors:link_too_long';
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? undefined : 'errors:link_invalid';
};

/** The name of a record in URLs. */
export const slug: Check = (value) => {
  const text = value.trim();
  const isSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/i.test(text);
  return lengthFault(text, bounds.slug) ?? (isSlug ? undefined : 'errors:slug_invalid');
};

/** The last 4 digits of a personal number. */
export const lastFourDigits: Check = (value) => (/^\d{4}$/.test(value.trim()) ? undefined : 'errors:digits_4');

/** Allows an empty value, and otherwise applies `check`. */
export const optional =
  (check: Check): Check =>
  (value) =>
    value.trim() ? check(value) : undefined;
