import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** A 256-bit token from the system's generator, safe in a header and a URL. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The device token that belongs to a mailed link: a link makes one device known, however often it is opened. */
export function deviceTokenOf(link: string): string {
  return createHash('sha256').update(`device ${link}`).digest('base64url');
}

/** The stored form of a token: its SHA-256, so that a stolen table opens nothing. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A one-time code: six digits from the system's generator (R43). */
export function randomCode(): string {
  return randomInt(1_000_000).toString().padStart(6, '0');
}

/**
 * The stored form of a code, keyed by the login's token, which is not stored: a stolen table does not reveal codes, and
 * a code is only valid for its own sign-in.
 */
export function codeHash(otpToken: string, code: string): Buffer {
  return createHmac('sha256', otpToken).update(code).digest();
}

/** Whether a code is the one that was sent, compared in constant time. */
export function isSameCode(expected: Buffer, otpToken: string, code: string): boolean {
  return timingSafeEqual(expected, codeHash(otpToken, code));
}
