import { randomId } from '#lib/randomId.ts';
import { DemoError } from './DemoError.ts';

/** A user of the demo (R57). */
export type DemoUser = { id: string; avatar: string; email: string; name: string; password: string; plan: string };

/** Delays of the mock, in milliseconds (R56). */
const delays = { signIn: 500, signUp: 1000 };

/** The initial user. */
export const demoCredentials = { email: 'demo@signboard.example', password: 'Password123!' };

/** The users, in memory only. */
const users: DemoUser[] = [someone({ ...demoCredentials, name: 'Rosa Lindal' })];

const wait = (milliseconds: number) =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

/** An avatar in a colour derived from the id, as a data URL. */
function drawAvatar(id: string): string {
  const hue = Number.parseInt(id.slice(0, 4), 16) % 360;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${hue} 45% 86%)"/><g fill="hsl(${hue} 45% 36%)"><circle cx="20" cy="15" r="7"/><circle cx="20" cy="38" r="13"/></g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}

function someone({ email, name, password }: { email: string; name: string; password: string }): DemoUser {
  const id = randomId();
  return { id, avatar: drawAvatar(id), email, name, password, plan: 'Standard' };
}

const sameAddress = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Signs in and returns a token. @throws DemoError credentials */
export async function signIn(given: { email: string; password: string }): Promise<string> {
  await wait(delays.signIn);
  const user = users.find(({ email }) => sameAddress(email, given.email));
  if (!user || user.password !== given.password) throw new DemoError('credentials');
  return signToken(user.id);
}

/** Adds a user and returns a token. @throws DemoError userExists */
export async function signUp(given: { email: string; name: string; password: string }): Promise<string> {
  await wait(delays.signUp);
  if (users.some(({ email }) => sameAddress(email, given.email))) throw new DemoError('userExists');
  const user = someone({ ...given, email: given.email.trim(), name: given.name.trim() });
  users.push(user);
  return signToken(user.id);
}

/** The user of a token, and its expiry in milliseconds since 1970. @throws DemoError invalidToken, signature, expired */
export async function me(token: string): Promise<{ user: DemoUser; until: number }> {
  const { userId, exp } = await readToken(token);
  const user = users.find(({ id }) => id === userId);
  if (!user) throw new DemoError('invalidToken');
  return { user, until: exp * 1000 };
}

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
async function signToken(userId: string): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ userId, iat, exp: iat + lifetime } satisfies Payload)}`;
  const signature = await crypto.subtle.sign(algorithm, await key(), new TextEncoder().encode(signed));
  return `${signed}.${toText(new Uint8Array(signature))}`;
}

/** Verifies a token and returns its payload. @throws DemoError invalidToken, signature, expired */
async function readToken(token: string): Promise<Payload> {
  const [head, body, signature, ...more] = token.trim().split('.');
  if (!head || !body || !signature || more.length > 0) throw new DemoError('invalidToken');
  const payload = read(body);
  const bytes = isBase64(signature) ? toBytes(signature) : new Uint8Array();
  const isOurs = await crypto.subtle.verify(algorithm, await key(), bytes, new TextEncoder().encode(`${head}.${body}`));
  if (!isOurs) throw new DemoError('signature');
  if (payload.exp * 1000 <= Date.now()) throw new DemoError('expired');
  return payload;
}
