import type { Word } from '#i18n/words.ts';

/** What is wrong with a text, as a word of the interface. */
export type Check = (value: string) => Word | undefined;

/** A field that must be filled in. */
export const required: Check = (value) => (value.trim() ? undefined : 'errors:required');

/** Only what cannot be an address at all; whether it is one the server knows best. */
export const email: Check = (value) =>
  /^\S+@\S+$/.test(value.trim()) ? undefined : (required(value) ?? 'errors:email_invalid');
