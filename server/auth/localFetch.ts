import { callOut, type OutgoingCall } from '../outgoing.ts';

/**
 * `fetch` for names below `localhost`, which mean this machine (RFC 6761): not every resolver knows them, and `fetch`
 * cannot override the `Host` header. Follows no redirect.
 */
export async function localFetch(url: URL, call: Omit<OutgoingCall, 'most'> = {}): Promise<Response> {
  const { status, headers, body } = await callOut(url, call, { mayBePrivate: true });
  return new Response([204, 304].includes(status) ? null : new Uint8Array(body), { status, headers });
}
