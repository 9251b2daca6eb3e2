import { randomBytes } from 'node:crypto';

/** A new record's id: 12 random bytes as 24 hexadecimal characters (R205). */
export function randomId(): string {
  return randomBytes(12).toString('hex');
}
