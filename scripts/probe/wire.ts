import { localFetch } from '../../server/auth/localFetch.ts';

/** A response. `json` is undefined when the body is not JSON. */
export type Answered = {
  status: number;
  contentType: string;
  headers: Headers;
  json: unknown;
};

const timeoutMilliseconds = 30_000;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A query string with its question mark; arrays in bracket format: `?role[]=manager&role[]=owner`. */
export function queryText(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((item) => [`${name}[]`, String(item)]) : [[name, String(value)]],
  );
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}

/** Returns a function that calls one backend. Redirects are returned, not followed. */
export function wireTo(backendUrl: string, token: string | null) {
  const base = backendUrl.replace(/\/*$/, '');
  return async (
    method: string,
    path: string,
    {
      body,
      headers = {},
      anonymous = false,
    }: { body?: unknown; headers?: Record<string, string>; anonymous?: boolean } = {},
  ): Promise<Answered> => {
    const url = new URL(`${base}${path}`);
    const sent = {
      method,
      signal: AbortSignal.timeout(timeoutMilliseconds),
      headers: {
        accept: 'application/json, */*',
        ...(token && !anonymous ? { authorization: `Token ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: JSON.stringify(body),
    };
    const answer = url.hostname.endsWith('.localhost')
      ? await localFetch(url, sent)
      : await fetch(url, { ...sent, redirect: 'manual' });
    const contentType = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
    // Files are read to the end too, so that an aborted response is an error.
    const text = await answer.text();
    return { status: answer.status, contentType, headers: answer.headers, json: parsed(text) };
  };
}

/** @see wireTo */
export type Wire = ReturnType<typeof wireTo>;
