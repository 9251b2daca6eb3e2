import type { AxiosError, AxiosRequestConfig, AxiosResponse } from 'axios';
import type { Problem } from '../../contract/errors.ts';
import type { Caller } from '../../contract/permissions.ts';
import { ChunkError, loadChunk } from '#lib/loadChunk.ts';
import { readTenant } from '#tenant/readTenant.ts';
import { backendUrl } from './config.ts';
import { expectAnswer } from './connection.ts';
import { ApiError } from './problem.ts';

/** Values of a query string; an array is sent in bracket format: `role[]=manager&role[]=owner` (specification §7). */
export type Params = Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>;

type Options = {
  signal?: AbortSignal;
  /** Makes a POST safe to repeat: one `randomId()` per act, kept while it is tried again. */
  idempotencyKey?: string;
  /** The `etag` of the record as it was read: the change is refused (412) when somebody else was faster. */
  ifMatch?: string;
  /** For the calls that sign in: no token goes along, and a 401 is an answer of their own (Q4). */
  signsIn?: boolean;
  /** For the body of an upload: hears which share of it has left, 0 to 1. Such a call may take as long as it takes. */
  onSent?: (share: number) => void;
  /** Hears how many bytes of the answer have arrived. */
  onReceived?: (bytes: number) => void;
  /** What comes as bytes, such as a picture: a `Blob`. */
  responseType?: 'blob';
};

/** What the transport needs of the session, without knowing it. */
type SessionHooks = {
  token: () => string | null;
  /** Who is signed in: what they may do with a record follows from it where the answer does not say it. */
  person: () => Caller | null;
  /** A call made with `token`, or with none, was answered 401. */
  refused: (token: string | null) => void;
};

let session: SessionHooks = { token: () => null, person: () => null, refused: () => undefined };

/** Lets the session give its token to every call, and hear of each 401. */
export function bindSession(hooks: SessionHooks): void {
  session = hooks;
}

const readTimeout = 15_000;
const writeTimeout = 30_000;
/** A report over years is written for a while before its first byte. */
const fileTimeout = 300_000;

/** Answers that may be different a moment later, from a server that has not taken the call. */
const passing = new Set([408, 502, 503, 504]);
const tries = 3;

/** axios and what reads answers come with the first call: the sign-in page is there before they are needed. */
async function transport() {
  const [{ default: axios }, reading] = await loadChunk(() => Promise.all([import('axios'), import('./reading.ts')]));
  return { axios, ...reading };
}

/** Fetches what calls are made with, ahead of the first one. A failure is left to that call, which tries again. */
export async function prepareCalls(): Promise<void> {
  await transport().catch(() => undefined);
}

/** A query string in bracket format, without what is null or undefined. */
async function serialise(params: Params): Promise<string> {
  const { default: qs } = await loadChunk(() => import('qs'));
  return qs.stringify(params, { arrayFormat: 'brackets', skipNulls: true, addQueryPrefix: true });
}

type Transport = Awaited<ReturnType<typeof transport>>;

/** A problem of the contract. A code alone is none: other systems have codes of their own. */
function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' && 'title' in body
  );
}

/** A page where data should be: a proxy's, or that of a server in trouble. A downloaded table may be one. */
function isPage({ headers, config }: AxiosResponse): boolean {
  const type: unknown = headers['content-type'];
  return typeof type === 'string' && type.startsWith('text/html') && !/[?&]output=html\b/.test(config.url ?? '');
}

/** A failed call as an `ApiError`; an aborted one is handed on as it is. */
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
    const isGone = passing.has(status) || (status >= 500 && isPage(response));
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

/** Waits about 0.3 s, then 0.9 s: jittered, so that a thousand clients do not come back at the same moment. */
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

/** What is told to a call for bytes comes as bytes, too. */
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
  // A page in its place was written by something else than the backend.
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
  // Read before the first wait: signing out sends its call and forgets the token at once.
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
      // The reader's language, as the page has it: mails and files follow it.
      'Accept-Language': document.documentElement.lang || undefined,
      ...(token && { Authorization: `Token ${token}` }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      ...(ifMatch && { 'If-Match': ifMatch }),
    },
  };
  const repeatable = method === 'GET' || idempotencyKey !== undefined;
  for (let attempt = 0; ; attempt += 1) {
    const noteAnswer = expectAnswer();
    try {
      const answer = await request<Answer>(config);
      noteAnswer(true);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Whatever it answered, a server that answers is there.
      noteAnswer(error.code !== 'backend_unreachable' || (error.status >= 500 && !passing.has(error.status)));
      if (error.status === 401 && !signsIn) session.refused(token);
      const again = error.status === 0 ? navigator.onLine : passing.has(error.status);
      if (!repeatable || !again || attempt + 1 >= tries) throw error;
      await pause(attempt, signal);
    }
  }
}

/** Reads `path` (relative to BACKEND_URL, ends in `/`). Throws `ApiError`. */
export function get<Answer>(path: string, params?: Params, options: Options = {}): Promise<Answer> {
  return send<Answer>({ method: 'GET', path, params }, options);
}

/** Sends `body` to `path`; repeated after a passing failure only with an `idempotencyKey`. Throws `ApiError`. */
export function post<Answer>(path: string, body?: unknown, options: Options = {}): Promise<Answer> {
  return send<Answer>({ method: 'POST', path, body }, options);
}

/** Changes the record at `path` to what `body` says; what it leaves out stays. Throws `ApiError`. */
export function patch<Answer>(path: string, body: unknown, options: Options = {}): Promise<Answer> {
  return send<Answer>({ method: 'PATCH', path, body }, options);
}

/** Deletes the record at `path`. Throws `ApiError`. */
export function remove(path: string, options: Options = {}): Promise<void> {
  return send({ method: 'DELETE', path }, options);
}
