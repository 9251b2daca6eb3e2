import { localFetch } from '../../server/auth/localFetch.ts';

/** Milliseconds that a live deployment may take to answer. */
const patience = 10_000;

/**
 * Asks a live deployment, like a browser also under a name below `localhost`, which means this machine.
 * @throws Error when nothing answers within ten seconds
 */
export function askLive(address: URL, headers: Record<string, string> = {}): Promise<Response> {
  const signal = AbortSignal.timeout(patience);
  return address.hostname.endsWith('.localhost')
    ? localFetch(address, { signal, headers })
    : fetch(address, { signal, headers });
}

/** Why an address cannot be read, in words. */
export function whyUnread(address: URL, error: unknown): string {
  const { cause, message } = error as { cause?: Error; message?: string };
  return `${address.href} cannot be read (${cause?.message ?? message ?? String(error)})`;
}
