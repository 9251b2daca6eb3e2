import { createHash } from 'node:crypto';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { ApiProblem } from '../problem.ts';
import { randomToken } from './secrets.ts';

/** OWASP's parameters for Argon2id, which is the library's own choice of algorithm: 19 MiB, two passes. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes passwords and checks them. */
export type Passwords = {
  hash: (password: string) => Promise<string>;
  /** Whether `password` is the one behind `stored`. Without a stored one the same work is done in vain. */
  matches: (stored: string | null, password: string) => Promise<boolean>;
};

/** A new password is given twice. @throws ApiProblem passwords_must_match */
export function assertSame(password: string, confirmation: string): void {
  if (password !== confirmation)
    throw new ApiProblem('invalid', { errors: { password_confirmation: ['passwords_must_match'] } });
}

/** Argon2id in the thread pool. Unicode is normalised first, so that every keyboard writes the same password. */
export function argonPasswords(): Passwords {
  const hashOf = (password: string) => hash(password.normalize('NFKC'), parameters);
  const nobody = hashOf(randomToken());
  return {
    hash: hashOf,
    matches: async (stored, password) => {
      // Unknown people take as long as known ones: nobody learns from a stopwatch who has an account.
      const right = await verify(stored ?? (await nobody), password.normalize('NFKC'));
      return stored !== null && right;
    },
  };
}

/**
 * What is kept of an identifier that is found again by it: the same for the same text in the same context, and as slow as a
 * password's, since personal numbers are few enough to be tried out.
 */
export function slowHash(text: string, context: string): Promise<Buffer> {
  return hashRaw(text, { ...parameters, salt: createHash('sha256').update(context).digest() });
}
