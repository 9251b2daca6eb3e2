import type { AxiosError, AxiosRequestConfig, AxiosResponse } from 'axios';
import type { Problem } from '../../contract/errors.ts';
import type { Caller } from '../../contract/permissions.ts';
import { ChunkError, loadChunk } from '#lib/loadChunk.ts';
import { readTenant } from '#tenant/readTenant.ts';
import { backendUrl } from './config.ts';
import { expectAnswer } from './connection.ts';
import { noteWrite } from './ownWrites.ts';
import { ApiError } from './problem.ts';

/** Values of a query string; an array is sent in bracket format: `role[]=manager&role[]=owner` (R28). */
export type Params = Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>;

type Options = {
  signal?: AbortSignal;
  /** Makes a POST safe to repeat: one `randomId()` per attempt of the person, reused by retries. */
  idempotencyKey?: string;
  /** The `etag` of the record as it was read; 412 if the record has changed since. */
  ifMatch?: string;
  /** For sign-in calls: no token is sent, and a 401 does not end the session (Q4). */
  signsIn?: boolean;
  /** For uploads: receives the share of the body sent so far, 0 to 1. Such a call has no timeout. */
  onSent?: (share: number) => void;
  /** Receives the number of bytes received so far. */
  onReceived?: (bytes: number) => void;
  /** For binary answers such as a picture: a `Blob`. */
  responseType?: 'blob';
};

/** What the transport needs from the session, injected because the session is a higher layer. */
type SessionHooks = {
  token: () => string | null;
  /** The signed-in person: missing permissions of a record are derived from their role. */
  person: () => Caller | null;
  /** Called when a call with `token` (null: without one) was answered 401. */
  refused: (token: string | null) => void;
};

/** Asks the person to prove who they are; false if they do not. Bound while there is a page that can ask. */
let askForProof: (() => Promise<boolean>) | null = null;

/** Connects the dialog that asks for a proof of the person. Returns how to disconnect it. */
export function bindProof(ask: () => Promise<boolean>): () => void {
  askForProof = ask;
  return () => {
    if (askForProof === ask) askForProof = null;
  };
}

let session: SessionHooks = { token: () => null, person: () => null, refused: () => undefined };

/** Connects the session: it provides the token of every call and is notified of each 401. */
export function bindSession(hooks: SessionHooks): void {
  session = hooks;
}

const readTimeout = 15_000;
const writeTimeout = 30_000;
/** In milliseconds: a report over years takes a while before its first byte. */
const fileTimeout = 300_000;

/** Statuses of temporary failures in which the server has not processed the call. */
const temporaryStatuses = new Set([408, 502, 503, 504]);
const tries = 3;

/** axios and the contract's shapes load with the first call, so the sign-in page does not wait for them. */
async function transport() {
  const [{ default: axios }, reading] = await loadChunk(() => Promise.all([import('axios'), import('./reading.ts')]));
  return { axios, ...reading };
}

/** Loads the transport ahead of the first call. A failure is ignored here: that call tries again. */
export async function prepareCalls(): Promise<void> {
  await transport().catch(() => undefined);
}

/** A query string in bracket format, without null and undefined values. */
async function serialise(params: Params): Promise<string> {
  const { default: qs } = await loadChunk(() => import('qs'));
  return qs.stringify(params, { arrayFormat: 'brackets', skipNulls: true, addQueryPrefix: true });
}

type Transport = Awaited<ReturnType<typeof transport>>;

/** Whether the body is a problem of the contract. A code alone is not enough: other systems have codes, too. */
function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' && 'title' in body
  );
}

/** An HTML page instead of data: from a proxy, or from a server in trouble. A downloaded report may be HTML. */
function isPage({ headers, config }: AxiosResponse): boolean {
  const type: unknown = headers['content-type'];
  return typeof type === 'string' && type.startsWith('text/html') && !/[?&]output=html\b/.test(config.url ?? '');
}

/** A failed call as an `ApiError`; an aborted one is passed on unchanged. */
function toApiError(error: unknown, { readForeignProblem }: Transport): unknown {
  if (!(error instanceof Error && 'isAxiosError' in error) || ('code' in error && error.code === 'ERR_CANCELED')) {
    return error;
  }
  const { response } = error as AxiosError;
  if (!response) return new ApiError('backend_unreachable', { cause: error });
  const { status, data, headers } = response;
  const requestIdHeader: unknown = headers['x-request-id'];
  const requestId = typeof requestIdHeader === 'string' ? requestIdHeader : null;
  if (!isProblem(data)) {
    const isGone = temporaryStatuses.has(status) || (status >= 500 && isPage(response));
    const refusal = readForeignProblem({ status, body: data, path: response.config.url ?? '' });
    return new ApiError(isGone ? 'backend_unreachable' : refusal.code, {
      status,
      requestId,
      errors: refusal.errors,
      cause: error,
    });
  }
  return new ApiError(data.code, {
    status,
    requestId: data.request_id ?? requestId,
    errors: data.errors,
    retryAfter: data.retry_after,
    attemptsLeft: data.attempts_left,
    limits: data.limits,
    values: data.values,
    days: data.days,
    cause: error,
  });
}

/** Waits about 0.3 s, then 0.9 s, with jitter, so that many clients do not retry at the same moment. */
function pause(attempt: number, signal: AbortSignal | undefined): Promise<void> {
  const delay = 300 * 3 ** attempt * (0.5 + Math.random());
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, delay);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** The error of a binary call is binary, too: parses it. */
async function readProblem(error: unknown): Promise<void> {
  const { response } = error as AxiosError;
  if (response?.config.responseType !== 'blob') return;
  try {
    response.data = JSON.parse(await (response.data as Blob).text());
  } catch {
    response.data = null;
  }
}

async function request<Answer>(config: AxiosRequestConfig): Promise<Answer> {
  const parts = await transport().catch((error: unknown) => {
    throw error instanceof ChunkError ? new ApiError('backend_unreachable', { cause: error }) : error;
  });
  const response = await parts.axios.request<Answer>(config).catch(async (error: unknown) => {
    await readProblem(error);
    throw toApiError(error, parts);
  });
  // An HTML page did not come from the backend.
  if (isPage(response)) throw new ApiError('backend_unreachable');
  const { method = 'GET', url = '' } = config;
  const reader = { person: session.person(), tenant: () => readTenant(document) };
  return parts.readAnswer<Answer>(response.data, { method, path: url }, reader);
}

type Call = { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string; params?: Params; body?: unknown };

async function send<Answer>(
  { method, path, params, body }: Call,
  { signal, idempotencyKey, ifMatch, signsIn, onSent, onReceived, responseType }: Options,
): Promise<Answer> {
  // Read before the first wait: signing out sends its call and drops the token at once.
  const token = signsIn ? null : session.token();
  const base = await backendUrl();
  if (base === null) throw new ApiError('something_went_wrong');
  const config: AxiosRequestConfig = {
    method,
    baseURL: base,
    url: path + (params ? await serialise(params) : ''),
    data: body,
    timeout: onSent ? 0 : responseType ? fileTimeout : method === 'GET' ? readTimeout : writeTimeout,
    onDownloadProgress: onReceived && (({ loaded }) => onReceived(loaded)),
    onUploadProgress: onSent && (({ progress = 0 }) => onSent(progress)),
    signal,
    responseType,
    headers: {
      // The language of the page, for mails and files.
      'Accept-Language': document.documentElement.lang || undefined,
      // axios leaves out undefined headers.
      Authorization: token ? `Token ${token}` : undefined,
      'Idempotency-Key': idempotencyKey,
      // Backends without versions give an empty one.
      'If-Match': ifMatch || undefined,
    },
  };
  const repeatable = method === 'GET' || idempotencyKey !== undefined;
  let isProved = false;
  for (let attempt = 0; ; attempt += 1) {
    const noteAnswer = expectAnswer();
    try {
      const answer = await request<Answer>(config);
      noteAnswer(true);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Any answer, even an error, proves that the server is reachable.
      noteAnswer(error.code !== 'backend_unreachable' || (error.status >= 500 && !temporaryStatuses.has(error.status)));
      if (error.code === 'insufficient_user_authentication' && !isProved && (await askForProof?.())) {
        isProved = true;
        continue;
      }
      if (error.status === 401 && !signsIn) session.refused(token);
      const again = error.status === 0 ? navigator.onLine : temporaryStatuses.has(error.status);
      if (!repeatable || !again || attempt + 1 >= tries) throw error;
      await pause(attempt, signal);
    }
  }
}

/**
 * Opens `path` as a stream of events, which axios cannot read. A 401 ends the session, as with every call. Rejects if the backend
 * cannot be reached.
 */
export async function openStream(
  path: string,
  { params, headers, signal }: { params: Params; headers: Record<string, string>; signal: AbortSignal },
): Promise<Response> {
  const token = session.token();
  const base = await backendUrl();
  if (base === null) throw new ApiError('something_went_wrong');
  const sent = new Headers({ Accept: 'text/event-stream', ...headers });
  if (token) sent.set('Authorization', `Token ${token}`);
  const response = await fetch(base + path + (await serialise(params)), {
    headers: sent,
    cache: 'no-store',
    credentials: 'omit',
    signal,
  });
  if (response.status === 401) session.refused(token);
  return response;
}

/** Deletes what is at `path` while the page is being left, which ends other calls. Whether it succeeds is not known. */
export async function removeOnLeave(path: string): Promise<void> {
  const token = session.token();
  const base = await backendUrl();
  if (base === null || token === null) return;
  const headers = { Authorization: `Token ${token}` };
  await fetch(base + path, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
}

/** Reads `path` (relative to BACKEND_URL, ends in `/`). Throws `ApiError`. */
export function get<Answer>(path: string, params?: Params, options: Options = {}): Promise<Answer> {
  return send<Answer>({ method: 'GET', path, params }, options);
}

/** Sends `body` to `path`; retried after a temporary failure only with an `idempotencyKey`. Throws `ApiError`. */
export function post<Answer>(path: string, body?: unknown, options: Options = {}): Promise<Answer> {
  return noteWrite(path, send<Answer>({ method: 'POST', path, body }, options));
}

/** Changes the fields of the record at `path` that `body` has. Throws `ApiError`. */
export function patch<Answer>(path: string, body: unknown, options: Options = {}): Promise<Answer> {
  return noteWrite(path, send<Answer>({ method: 'PATCH', path, body }, options));
}

/** Deletes the record at `path`. Throws `ApiError`. */
export function remove(path: string, options: Options = {}): Promise<void> {
  return send({ method: 'DELETE', path }, options);
}
