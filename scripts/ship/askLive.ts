import { localFetch } from '../../server/auth/localFetch.ts';

/** Milliseconds that a live deployment may take to answer. */
const timeout = 10_000;

/**
 * Asks a live deployment, like a browser also under a name below `localhost`, which means this machine.
 * @throws Error when nothing answers within ten seconds
 */
export function askLive(address: URL, headers: Record<string, string> = {}): Promise<Response> {
  const signal = AbortSignal.timeout(timeout);
  return address.hostname.endsWith('.localhost')
    ? localFetch(address, { signal, headers })
    : fetch(address, { signal, headers });
}

/** Why an address cannot be read, in words. */
export function whyUnread(address: URL, error: unknown): string {
  const { cause, message } = error as { cause?: Error; message?: string };
  return `${address.href} cannot be read (${cause?.message ?? message ?? String(error)})`;
}

/** JSON of a live deployment; null when the address has none. */
export async function readJson<T>(address: URL, token?: string): Promise<T | null> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  try {
    const response = await askLive(address, headers);
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
}

/** The address as a folder, to which names of files are added. */
export const folderOf = (url: string): URL => new URL(url.endsWith('/') ? url : `${url}/`);

/** The address of the API, from the page's config.json; null if it names none. */
export async function backendOf(url: string): Promise<URL | null> {
  const { BACKEND_URL: backend } =
    (await readJson<{ BACKEND_URL?: string }>(new URL('config.json', folderOf(url)))) ?? {};
  return backend !== undefined && URL.canParse(backend) ? new URL(backend) : null;
}
