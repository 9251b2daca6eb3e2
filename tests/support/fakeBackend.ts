import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Me, OtpChallenge, Session } from '../../contract/auth.ts';
import { type ErrorCode, errorCodes, type Problem } from '../../contract/errors.ts';
import { collections } from '../../contract/kinds.ts';

/** One call as the backend received it; `path` is relative to BACKEND_URL and keeps its query as sent. */
export type Call = { method: string; path: string; query: string; headers: IncomingHttpHeaders; body: unknown };

/** A response: its body and status, or a page of HTML; `null` closes the connection without one. */
export type Answer = { status?: number; body?: unknown; html?: string } | null;

/** The problem with a `code`, as the server sends it. */
export function problem(code: ErrorCode | (string & {}), more: Partial<Problem> = {}): NonNullable<Answer> {
  const known = Object.entries(errorCodes).find(([name]) => name === code)?.[1];
  const status = more.status ?? known ?? 500;
  return { status, body: { status, title: code, code, request_id: 'req-42', ...more } satisfies Problem };
}

const allWritten = Object.fromEntries(collections.map((kind) => [kind, 'write'])) as Me['verdicts']['collections'];

export const manager: Me = {
  id: '0123456789abcdef01234567',
  email: 'anna@example.org',
  first_name: 'Anna',
  last_name: 'Jónsdóttir',
  role: 'manager',
  language: null,
  verdicts: {
    overview: 'all',
    versions: true,
    users: true,
    reports: true,
    feedback: true,
    interpretations: true,
    roles: ['interpreter', 'deaf', 'manager', 'partner'],
    collections: {
      ...allWritten,
      queues: 'read',
      audit: 'none',
      security_events: 'none',
      privacy: 'none',
      retention: 'none',
      service_accounts: 'none',
      webhooks: 'none',
      imports: 'none',
    },
  },
  offers: ['sessions', 'totp', 'passkeys'],
};

export function sessionOf(user: Me, token = 'token-1'): Session {
  return { token, expiry: '2100-01-01T00:00:00+00:00', user };
}

export const challenge: OtpChallenge = { otpToken: 'otp-1', otp_expiry: '2100-01-01T00:00:00+00:00', resend_after: 0 };

/**
 * A real HTTP server instead of the backend, for tests of the client: it sends the `answers` by `METHOD path`,
 * `not_found` otherwise, and records every call. CORS allows the page's origin. `reset` changes its address, so that
 * late calls of a previous test are answered, but not recorded.
 */
export function createFakeBackend() {
  let resets = 0;
  const root = () => `/${resets}/api/`;
  const calls: Call[] = [];
  const answers = new Map<string, Answer | ((call: Call) => Answer | Promise<Answer>)>();
  const server = createServer(async (request, response) => {
    const cors = {
      'Access-Control-Allow-Origin': request.headers.origin ?? '*',
      'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key, if-match',
      'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
      // A test's jsdom closes its window while kept-alive connections wait.
      Connection: 'close',
    };
    if (request.method === 'OPTIONS') {
      response.writeHead(204, cors).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', 'http://backend');
    const call: Call = {
      method: request.method ?? 'GET',
      path: url.pathname.replace(/^\/\d+\/api\//, ''),
      query: url.search,
      headers: request.headers,
      body:
        text && request.headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : text || undefined,
    };
    if (url.pathname.startsWith(root())) calls.push(call);
    const found = answers.get(`${call.method} ${call.path}`);
    const answer = typeof found === 'function' ? await found(call) : found;
    if (answer === null) {
      request.socket.destroy();
      return;
    }
    const { status = 200, body, html } = answer ?? problem('not_found');
    const type = html ? 'text/html; charset=utf-8' : status >= 400 ? 'application/problem+json' : 'application/json';
    response.writeHead(status, { ...cors, 'Content-Type': type });
    response.end(html ?? (body === undefined ? undefined : JSON.stringify(body)));
  });
  return {
    start: () => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)),
    /** Its address, once it has started. */
    get url() {
      const { port } = server.address() as AddressInfo;
      return `http://127.0.0.1:${port}${root()}`;
    },
    calls,
    answers,
    /** The calls to one path, in the order they came. */
    callsTo: (path: string) => calls.filter((call) => call.path === path),
    reset: () => {
      resets += 1;
      calls.length = 0;
      answers.clear();
    },
    stop: () => new Promise<unknown>((stopped) => server.close(stopped)),
  };
}

export type FakeBackend = ReturnType<typeof createFakeBackend>;

/** A fake backend that has started. */
export async function startFakeBackend(): Promise<FakeBackend> {
  const backend = createFakeBackend();
  await backend.start();
  return backend;
}
