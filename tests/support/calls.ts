import type { FastifyInstance } from 'fastify';
import type { SignedIn } from './backend.ts';

type Headers = Record<string, string>;

/** The calls that one person makes to an app. */
export function callsOf(app: FastifyInstance, { headers }: SignedIn) {
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, more: Headers = {}) =>
    app.inject({ method, url, headers: { ...headers, ...more }, ...(payload ? { payload } : {}) });
  return {
    get: (url: string) => send('GET', url),
    post: (url: string, payload: object = {}, more?: Headers) => send('POST', url, payload, more),
    /** A change of the version `etag` of a record. */
    patch: (url: string, etag: string | null, payload: object) =>
      send('PATCH', url, payload, etag === null ? {} : { 'if-match': etag }),
    remove: (url: string, more?: Headers) => send('DELETE', url, undefined, more),
  };
}

/** The calls of one person. */
export type Calls = ReturnType<typeof callsOf>;
