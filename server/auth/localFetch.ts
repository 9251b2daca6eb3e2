import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What is sent: the part of `fetch`'s options that OpenID needs. */
type Sent = { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal };

/**
 * `fetch` for names below `localhost`: they mean this machine (RFC 6761), which not every resolver knows, and `fetch` sends no
 * `Host` but the one of its address. Follows no redirect.
 */
export async function localFetch(
  url: URL,
  { method = 'GET', headers = {}, body, signal }: Sent = {},
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
