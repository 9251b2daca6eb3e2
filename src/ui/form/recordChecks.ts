import { bounds } from '../../../contract/bounds.ts';
import { type Check, required } from './checks.ts';

/** A name or a title (Q15: at least 3 characters after trimming). */
export const name: Check = (value) => {
  const { length } = value.trim();
  if (length > 0 && length < bounds.name.min) return 'errors:too_short';
  return length > bounds.name.max ? 'errors:too_long' : required(value);
};

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
  if (text.length < bounds.slug.min) return required(text) ?? 'errors:too_short';
  if (text.length > bounds.slug.max) return 'errors:too_long';
  return /^[a-z0-9]+(-[a-z0-9]+)*$/i.test(text) ? undefined : 'errors:slug_invalid';
};

/** The last 4 digits of a personal number. */
export const lastFourDigits: Check = (value) => (/^\d{4}$/.test(value.trim()) ? undefined : 'errors:digits_4');

/** Lets a field be empty, and holds anything else to `check`. */
export const optional =
  (check: Check): Check =>
  (value) =>
    value.trim() ? check(value) : undefined;
