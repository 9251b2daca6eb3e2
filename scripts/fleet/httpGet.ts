import { lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { Agent, request as requestEncrypted, type RequestOptions } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** The certificate that a server showed. */
export type ShownCertificate = {
  /** RFC 3339. */
  validTo: string;
  issuer: string;
  /** Why it is not trusted; null if it is. */
  problem: string | null;
};

export type Answer = {
  status: number;
  headers: Record<string, string>;
  /** Without the compression of the transfer. */
  body: Buffer;
  certificate: ShownCertificate | null;
};

/** The message about a server that does not answer in time. */
export const noAnswer = 'it does not answer';

/** Milliseconds that a server may take. */
const timeout = 10_000;

/** Browsers treat all names below `localhost` as this machine; resolvers do not always. */
const likeBrowsers: LookupFunction = (host, options, callback) =>
  lookup(/(^|\.)localhost$/.test(host) ? 'localhost' : host, options, callback);

// A resumed session shows no certificate.
const everyTimeAnew = new Agent({ keepAlive: true, maxCachedSessions: 0 });

function certificateOf(socket: Socket): ShownCertificate | null {
  if (!('getPeerCertificate' in socket)) return null;
  const encrypted = socket as TLSSocket;
  const { valid_to: validTo, issuer } = encrypted.getPeerCertificate();
  const end = new Date(validTo);
  // An empty certificate has no date.
  if (Number.isNaN(end.getTime())) return { validTo: '', issuer: 'unknown', problem: 'it cannot be read' };
  const problem = encrypted.authorized ? null : String(encrypted.authorizationError);
  const name = issuer.O ?? issuer.CN;
  return { validTo: end.toISOString(), problem, issuer: (Array.isArray(name) ? name[0] : name) ?? 'unknown' };
}

function unpacked(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

/** What went wrong with a call, in words. */
export function callProblem(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const known: Record<string, string> = {
    ECONNREFUSED: 'nothing listens at this address',
    ENOTFOUND: 'the name is unknown',
    EAI_AGAIN: 'the name cannot be resolved',
    ECONNRESET: 'the connection was cut',
    ETIMEDOUT: noAnswer,
  };
  return known[code ?? ''] ?? message ?? String(error);
}

/**
 * Reads a URL as a browser gets it: compressed by brotli if the server offers it. Follows no redirect, and accepts certificates that
 * are not trusted, because the problem is part of the answer.
 * @throws Error when nothing answers within ten seconds
 */
export function httpGet(url: URL, headers: Record<string, string> = {}): Promise<Answer> {
  const options: RequestOptions = {
    headers: { 'accept-encoding': 'br, gzip', 'user-agent': 'signboard-fleet', ...headers },
    lookup: likeBrowsers,
    signal: AbortSignal.timeout(timeout),
    rejectUnauthorized: false,
  };
  return new Promise((done, fail) => {
    const isEncrypted = url.protocol === 'https:';
    const agent = isEncrypted ? { agent: everyTimeAnew } : {};
    const call = (isEncrypted ? requestEncrypted : requestPlain)(url, { ...options, ...agent }, (response) => {
      const { statusCode: status = 0, headers: given } = response;
      const flat = Object.entries(given).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : value,
      ]);
      const { socket } = response;
      buffer(response)
        .then((raw) => {
          const body = unpacked(raw, given['content-encoding']);
          const shown = Object.fromEntries(flat) as Record<string, string>;
          done({ status, headers: shown, body, certificate: certificateOf(socket) });
        })
        .catch(fail);
    });
    call.on('error', (error) =>
      fail(error.name === 'TimeoutError' || error.name === 'AbortError' ? new Error(noAnswer) : error),
    );
    call.end();
  });
}
