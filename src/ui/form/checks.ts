import type { Fault } from '#i18n/words.ts';
import { isEmail } from '../../../contract/emailAddress.ts';

/** Checks a text; returns its error. */
export type Check = (value: string) => Fault | undefined;

/** Checks the length of a text after trimming; the message names the limit. */
export function lengthFault(value: string, { min = 0, max }: { min?: number; max: number }): Fault | undefined {
  const { length } = value.trim();
  if (length < min)
    return length === 0 ? 'errors:required' : { word: 'errors:too_short', values: { limit: String(min) } };
  return length > max ? { word: 'errors:too_long', values: { limit: String(max) } } : undefined;
}

/** Requires a value. */
export const required: Check = (value) => (value.trim() ? undefined : 'errors:required');

/** Requires an e-mail address, by the rule of the server. */
export const email: Check = (value) =>
  isEmail(value.trim()) ? undefined : (required(value) ?? 'errors:email_invalid');
