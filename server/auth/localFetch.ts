import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The options of `fetch` that OpenID needs. */
type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal };

/**
 * `fetch` for names below `localhost`, which mean this machine (RFC 6761): not every resolver knows them, and `fetch`
 * cannot override the `Host` header. Follows no redirect.
 */
export async function localFetch(
  url: URL,
  { method = 'GET', headers = {}, body, signal }: RequestOptions = {},
): Promise<Response> {
  const sent = request({
    host: '127.0.0.1',
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method,
    headers: { ...headers, host: url.host },
    ...(signal ? { signal } : {}),
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const received = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) received.append(name, value);
  const status = answer.statusCode ?? 500;
  const content = await buffer(answer);
  return new Response([204, 304].includes(status) ? null : content, { status, headers: received });
}
