/** Twelve random bytes as 24 hexadecimal characters (R205). Serves as the Idempotency-Key of a create. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
