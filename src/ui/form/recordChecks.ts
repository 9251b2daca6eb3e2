import { bounds } from '../../../contract/bounds.ts';
import { type Check, lengthFault, required } from './checks.ts';

/** A name or a title of a thing (Q15: at least 3 characters after trimming). */
export const name: Check = (value) => lengthFault(value, bounds.name);

/** The first or the last name of a person (Q15: at least 1 character). */
export const personName: Check = (value) =>
  lengthFault(value, bounds.personName) ?? (/:\/\/|\bwww\./i.test(value) ? 'errors:name_has_link' : undefined);

/** Why something is done. */
export const reason: Check = (value) => lengthFault(value, bounds.reason);

/** An address as it is written on a letter. */
export const address: Check = (value) => lengthFault(value, bounds.address);

/** Only what nobody could dial; the server knows the numbers of every country. */
export const phone: Check = (value) =>
  /^\+?[\d\s().\-/]{3,}$/.test(value.trim()) ? undefined : (required(value) ?? 'errors:phone_invalid');

/** A link that a browser can open. */
export const link: Check = (value) => {
  const text = value.trim();
  if (text.length > bounds.link) return 'errors:link_too_long';
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? undefined : 'errors:link_invalid';
};

/** What something is called in a URL. */
export const slug: Check = (value) => {
  const text = value.trim();
  const isSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/i.test(text);
  return lengthFault(text, bounds.slug) ?? (isSlug ? undefined : 'errors:slug_invalid');
};

/** The last 4 digits of a personal number. */
export const lastFourDigits: Check = (value) => (/^\d{4}$/.test(value.trim()) ? undefined : 'errors:digits_4');

/** Lets a field be empty, and holds anything else to `check`. */
export const optional =
  (check: Check): Check =>
  (value) =>
    value.trim() ? check(value) : undefined;
