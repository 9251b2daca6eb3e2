import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** A 256-bit token from the system's generator, safe in a header and a URL. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token: its SHA-256. A stolen table opens nothing. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A one-time code: six digits from the system's generator (specification §9). */
export function randomCode(): string {
  return randomInt(1_000_000).toString().padStart(6, '0');
}

/**
 * What is kept of a code. Keyed by the login's own token, which is not kept: a million guesses against a stolen table
 * lead nowhere, and a code is good for its own login only.
 */
export function codeHash(otpToken: string, code: string): Buffer {
  return createHmac('sha256', otpToken).update(code).digest();
}

/** Whether a code is the one that was sent, in the same time for every answer. */
export function isSameCode(expected: Buffer, otpToken: string, code: string): boolean {
  return timingSafeEqual(expected, codeHash(otpToken, code));
}
