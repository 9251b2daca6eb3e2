import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/** A key as owners give it to the receiver (Standard Webhooks). */
export function secretText(key: Buffer): string {
  return prefix + key.toString('base64');
}

/**
 * The headers that identify and sign a message (Standard Webhooks 1.0): a signature for each key, so that a receiver may know the former or
 * the new one.
 * @param at when the attempt begins: receivers refuse old ones
 */
export function signedHeaders(
  keys: readonly Buffer[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
