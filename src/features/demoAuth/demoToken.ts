import { DemoError } from './DemoError.ts';

/** The lifetime of a token, in seconds (R55, Q6). */
const lifetime = 172_800;

type Payload = { userId: string; iat: number; exp: number };

const algorithm = { name: 'HMAC', hash: 'SHA-256' };

/** A new key per page load: no key is in the bundle, and no token outlives the page. */
let made: Promise<CryptoKey> | undefined;
const key = () =>
  (made ??= crypto.subtle.importKey('raw', crypto.getRandomValues(new Uint8Array(32)), algorithm, false, [
    'sign',
    'verify',
  ]));

const toText = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const isBase64 = (text: string) => /^[\w-]+$/.test(text) && text.length % 4 !== 1;
const encode = (value: unknown) => toText(new TextEncoder().encode(JSON.stringify(value)));

function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && 'userId' in value && 'exp' in value;
}

function read(text: string): Payload {
  try {
    const payload: unknown = JSON.parse(new TextDecoder().decode(toBytes(text)));
    if (isPayload(payload)) return payload;
  } catch {
    // Not JSON: refused below like any other invalid token.
  }
  throw new DemoError('invalidToken');
}

/** A signed token for a user, valid for 172800 seconds: a JWT (HS256). */
export async function signToken(userId: string): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ userId, iat, exp: iat + lifetime } satisfies Payload)}`;
  const signature = await crypto.subtle.sign(algorithm, await key(), new TextEncoder().encode(signed));
  return `${signed}.${toText(new Uint8Array(signature))}`;
}

/** Verifies a token and returns its payload. @throws DemoError invalidToken, signature, expired */
export async function readToken(token: string): Promise<Payload> {
  const [head, body, signature, ...more] = token.trim().split('.');
  if (!head || !body || !signature || more.length > 0) throw new DemoError('invalidToken');
  const payload = read(body);
  const bytes = isBase64(signature) ? toBytes(signature) : new Uint8Array();
  const isOurs = await crypto.subtle.verify(algorithm, await key(), bytes, new TextEncoder().encode(`${head}.${body}`));
  if (!isOurs) throw new DemoError('signature');
  if (payload.exp * 1000 <= Date.now()) throw new DemoError('expired');
  return payload;
}
