import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib';
import { tokenHash } from './secrets.ts';

/** A code of the step before or after counts too, as clocks differ. Seconds. */
const tolerance = 30;

/** A new secret, in Base32. */
export function newTotpSecret(): string {
  return generateSecret();
}

/** The address that authenticator apps read from a QR code. */
export function totpUri(secret: string, { brand, email }: { brand: string; email: string }): string {
  return generateURI({ issuer: brand, label: email, secret });
}

/**
 * The time step of a code of six digits (RFC 6238); null if it is wrong, or of a step not after `lastStep`: each step counts
 * once.
 */
export async function totpStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number | null },
): Promise<number | null> {
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: tolerance,
    afterTimeStep: lastStep ?? undefined,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Characters that are not taken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789';

/** Characters of a recovery code: 120 random bits, as a plain hash is enough from 112 bits on (OWASP ASVS 6.5.2). */
const codeLength = 24;

/** A recovery code, in groups: `k3fw-9xq2-…`. */
export function newRecoveryCode(): string {
  const characters = Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join('');
  return characters.match(/.{4}/g)?.join('-') ?? characters;
}

/** A typed recovery code without what people add; null if it cannot be one. */
export function recoveryCodeOf(typed: string): string | null {
  const characters = typed.toLowerCase().replace(/[\s-]/g, '');
  const isCode = new RegExp(`^[${alphabet}]+$`).test(characters);
  if (!isCode || characters.length !== codeLength) return null;
  return characters.match(/.{4}/g)?.join('-') ?? null;
}

/** The stored form of a recovery code: its SHA-256. */
export function recoveryHash(code: string): string {
  return tokenHash(code).toString('hex');
}
