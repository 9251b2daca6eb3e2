import { createHash } from 'node:crypto';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { ApiProblem } from '../problem.ts';
import { randomToken } from './secrets.ts';

/** The work of a hash of Argon2id, the library's default algorithm; memory in KiB. */
type HashWork = { memoryCost: number; timeCost: number; parallelism: number };

/** What OWASP recommends: 19 MiB, two passes. */
const recommended: HashWork = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes passwords and checks them. */
export type Passwords = {
  hash: (password: string) => Promise<string>;
  /** Whether `password` matches `stored`. Without a stored hash it takes the same time. */
  matches: (stored: string | null, password: string) => Promise<boolean>;
};

/** The confirmation must equal the new password. @throws ApiProblem passwords_must_match */
export function assertSame(password: string, confirmation: string): void {
  if (password !== confirmation)
    throw new ApiProblem('invalid', { errors: { password_confirmation: ['passwords_must_match'] } });
}

/** Argon2id in the thread pool. Unicode is normalised first, so that a password does not depend on the keyboard. */
export function argonPasswords(work = recommended): Passwords {
  const hashOf = (password: string) => hash(password.normalize('NFKC'), work);
  const dummyHash = hashOf(randomToken());
  return {
    hash: hashOf,
    matches: async (stored, password) => {
      // Unknown accounts take as long as known ones, so that response times do not reveal accounts.
      const right = await verify(stored ?? (await dummyHash), password.normalize('NFKC'));
      return stored !== null && right;
    },
  };
}

/**
 * A hash for looking up an identifier: the same for the same text and context, and as slow as a password hash, since
 * there are few enough personal numbers to try all.
 */
export function slowHash(text: string, context: string): Promise<Buffer> {
  return hashRaw(text, { ...recommended, salt: createHash('sha256').update(context).digest() });
}
