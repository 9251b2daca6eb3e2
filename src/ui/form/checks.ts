import type { Fault } from '#i18n/words.ts';

/** What is wrong with a text, in words of the interface. */
export type Check = (value: string) => Fault | undefined;

/** What is wrong with a text, if anything, by its length after trimming; the message names the bound. */
export function lengthFault(value: string, { min = 0, max }: { min?: number; max: number }): Fault | undefined {
  const { length } = value.trim();
  if (length < min)
    return length === 0 ? 'errors:required' : { word: 'errors:too_short', values: { limit: String(min) } };
  return length > max ? { word: 'errors:too_long', values: { limit: String(max) } } : undefined;
}

/** A field that must be filled in. */
export const required: Check = (value) => (value.trim() ? undefined : 'errors:required');

/** Only what cannot be an address at all; whether it is one the server knows best. */
export const email: Check = (value) =>
  /^\S+@\S+$/.test(value.trim()) ? undefined : (required(value) ?? 'errors:email_invalid');
