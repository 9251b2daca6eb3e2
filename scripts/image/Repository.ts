import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from 'node:tls';
import { CommandError } from '../../server/CommandError.ts';
import { type Credentials, credentialsFor } from './credentials.ts';
import { type Descriptor, digestOf, type Index, mediaTypes } from './oci.ts';

/** How a blob got into a repository: it existed, was mounted from another one, or was pushed. */
export type Placed = 'there' | 'mounted' | 'pushed';

type Call = { method?: string; headers?: Record<string, string>; body?: Buffer };

const manifestTypes = [mediaTypes.index, mediaTypes.manifest, mediaTypes.dockerIndex, mediaTypes.dockerManifest];

/** Milliseconds before the second and before the third attempt of a call that only reads. */
const pauses = [250, 1000];

/** Milliseconds that a call without a blob may take; blobs have the limits of `fetch`, which are for silence. */
const timeout = 60_000;

/** Answers of a registry, or of a proxy in front of it, that may be others a moment later. */
const isPassing = ({ status }: Response): boolean => [502, 503, 504].includes(status);

async function bytesOf(url: string, response: Response): Promise<Buffer> {
  const bytes = await response.arrayBuffer().catch((error: unknown) => unreachable(url, error));
  if (bytes instanceof CommandError) throw bytes;
  return Buffer.from(bytes);
}

/** A repository of a registry (OCI distribution specification 1.1). A call that only reads is tried three times. */
export class Repository {
  /** `registry.example.org/team/signboard-iceland` */
  readonly shownName: string;
  readonly #host: string;
  #origin: string;
  readonly #path: string;
  #authorization: string | null = null;
  #credentials: Promise<Credentials | null> | null = null;

  /**
   * @param host with its port; `localhost` and `127.0.0.1` are called without TLS, unless they turn out to need it
   * @param name the path of the repository
   */
  constructor(host: string, name: string) {
    const isLocal = /^(localhost|127\.0\.0\.1)(:|$)/.test(host);
    this.shownName = `${host}/${name}`;
    this.#host = host;
    this.#origin = `${isLocal ? 'http' : 'https'}://${host}`;
    this.#path = `/v2/${name}`;
  }

  /**
   * A manifest or a blob by its digest.
   * @throws CommandError when the registry is unreachable, returns an error, or sends bytes with another digest.
   */
  async get(kind: 'manifests' | 'blobs', digest: string): Promise<Buffer> {
    const { url, response } = await this.#call(`/${kind}/${digest}`);
    if (!response.ok) throw await refusal(url, response);
    const bytes = await bytesOf(url, response);
    if (digestOf(bytes) !== digest) throw new CommandError(`${url}: the registry sent ${digestOf(bytes)} instead.`);
    return bytes;
  }

  /** The manifest of a tag; null when the tag or the repository does not exist. */
  async find(tag: string): Promise<{ digest: string; mediaType: string; bytes: Buffer } | null> {
    const { url, response } = await this.#call(`/manifests/${tag}`);
    if (response.status === 404) return null;
    if (!response.ok) throw await refusal(url, response);
    const bytes = await bytesOf(url, response);
    return { digest: digestOf(bytes), mediaType: response.headers.get('content-type') ?? mediaTypes.manifest, bytes };
  }

  /** All tags; none when the repository does not exist. */
  async tags(): Promise<string[]> {
    const tags: string[] = [];
    for (let path: string | undefined = '/tags/list?n=1000'; path !== undefined;) {
      const { url, response } = await this.#call(path);
      if (response.status === 404) return [];
      if (!response.ok) throw await refusal(url, response);
      const { tags: more } = JSON.parse((await bytesOf(url, response)).toString('utf8')) as { tags: string[] | null };
      tags.push(...(more ?? []));
      const [, next] = /<([^>]+)>;\s*rel="?next/.exec(response.headers.get('link') ?? '') ?? [];
      path = next === undefined ? undefined : new URL(next, url).href;
    }
    return tags;
  }

  /** The manifests that refer to a manifest; null if the registry has no referrers API. */
  async referrers(digest: string): Promise<Descriptor[] | null> {
    const { url, response } = await this.#call(`/referrers/${digest}`);
    const isList = response.ok && response.headers.get('content-type')?.startsWith(mediaTypes.index);
    return isList ? (JSON.parse((await bytesOf(url, response)).toString('utf8')) as Index).manifests : null;
  }

  /** Whether a blob exists; false when it may not be read. */
  async has(digest: string): Promise<boolean> {
    return (await this.#call(`/blobs/${digest}`, { method: 'HEAD' }).catch(() => null))?.response.ok ?? false;
  }

  /**
   * Makes sure that the repository has a blob: mounts it from another repository of the registry, or sends it.
   * @param lookElsewhere returns the path of a repository that has the blob, if it knows one
   */
  async place(
    bytes: () => Buffer,
    digest: string,
    lookElsewhere?: (digest: string) => Promise<string | undefined>,
  ): Promise<Placed> {
    if (await this.has(digest)) return 'there';
    const from = await lookElsewhere?.(digest);
    const mount = from === undefined ? '' : `?mount=${digest}&from=${encodeURIComponent(from)}`;
    const { url, response } = await this.#call(`/blobs/uploads/${mount}`, { method: 'POST' });
    if (response.status === 201) return 'mounted';
    const location = response.headers.get('location');
    if (response.status !== 202 || !location) throw await refusal(url, response);
    const target = new URL(location, this.#origin);
    target.searchParams.set('digest', digest);
    const headers = { 'Content-Type': 'application/octet-stream' };
    const sent = await this.#call(target.href, { method: 'PUT', headers, body: bytes() });
    if (sent.response.status !== 201) throw await refusal(sent.url, sent.response);
    return 'pushed';
  }

  /**
   * Pushes a manifest under a tag or its digest.
   * @returns `isListed`: whether the registry lists it as a referrer of its `subject`
   */
  async put(reference: string, mediaType: string, bytes: Buffer): Promise<{ isListed: boolean }> {
    const headers = { 'Content-Type': mediaType };
    const { url, response } = await this.#call(`/manifests/${reference}`, { method: 'PUT', headers, body: bytes });
    if (!response.ok) throw await refusal(url, response);
    return { isListed: response.headers.has('oci-subject') };
  }

  async #call(path: string, call: Call = {}): Promise<{ url: string; response: Response }> {
    const url = path.startsWith('/') ? `${this.#origin}${this.#path}${path}` : path;
    const response = await this.#ask(url, call).catch((error: CommandError) => error);
    const isRefused = response instanceof CommandError || response.status === 400;
    if (isRefused && url.startsWith(`http://${this.#host}/`) && path.startsWith('/') && (await speaksTls(url))) {
      this.#origin = `https://${this.#host}`;
      return this.#call(path, call);
    }
    if (response instanceof CommandError) throw response;
    if (response.status !== 401) return { url, response };
    this.#authorization = await this.#signIn(response.headers.get('www-authenticate') ?? '');
    const answer = await this.#ask(url, call);
    if (answer.status === 401) throw this.#unauthorized('refuses this user name and password');
    return { url, response: answer };
  }

  async #ask(url: string, { method = 'GET', headers = {}, body }: Call): Promise<Response> {
    const all = new Headers({ Accept: [...manifestTypes, '*/*;q=0.1'].join(', '), ...headers });
    // Registries redirect uploads to other hosts, which must not get the credentials.
    if (this.#authorization && new URL(url).origin === this.#origin) all.set('Authorization', this.#authorization);
    const isBlob = url.includes('/blobs/') && method !== 'HEAD';
    // A repeated write could undo what another process wrote in between.
    const left = method === 'GET' || method === 'HEAD' ? [...pauses] : [];
    for (;;) {
      const signal = isBlob ? null : AbortSignal.timeout(timeout);
      const sent = { method, headers: all, signal, body: body ? new Uint8Array(body) : undefined };
      const answer = await fetch(url, sent).catch((error: unknown) => unreachable(url, error));
      const pause = answer instanceof CommandError || isPassing(answer) ? left.shift() : undefined;
      if (pause !== undefined) await wait(pause);
      else if (answer instanceof CommandError) throw answer;
      else return answer;
    }
  }

  #unauthorized(reason: string): CommandError {
    return new CommandError(
      `${this.shownName}: the registry ${reason}. Run "docker login ${this.#host}", or set REGISTRY_USER and REGISTRY_PASSWORD.`,
    );
  }

  /** The Authorization header for further calls: basic credentials, or a token that the registry's token server issues. */
  async #signIn(challenge: string): Promise<string> {
    this.#credentials ??= credentialsFor(this.#host);
    const credentials = await this.#credentials;
    const basic = credentials
      ? `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`
      : null;
    const parameters = Object.fromEntries(
      [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    if (/^basic /i.test(challenge) && basic) return basic;
    if (!/^bearer /i.test(challenge) || !parameters['realm']) throw this.#unauthorized('requires a sign-in');
    const realm = new URL(parameters['realm']);
    for (const name of ['service', 'scope']) if (parameters[name]) realm.searchParams.set(name, parameters[name]);
    const headers: Record<string, string> = basic ? { Authorization: basic } : {};
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(realm, { headers, signal }).catch((error: unknown) => {
      throw new CommandError(`${realm.origin}: the token server cannot be reached (${String(error)}).`);
    });
    if (!response.ok) throw new CommandError(`${realm.href}: the token server answers ${response.status}.`);
    const { token, access_token: accessToken } = (await response.json()) as { token?: string; access_token?: string };
    return `Bearer ${token ?? accessToken ?? ''}`;
  }
}

/** Whether the program at an address answers a greeting of TLS, with whatever certificate. */
async function speaksTls(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || 80), rejectUnauthorized: false, timeout: 5000 });
  socket.on('error', () => undefined);
  socket.once('timeout', () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'secureConnect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** An address without its query, which may have the token of an upload. */
const withoutQuery = (url: string): string => url.split('?')[0] ?? url;

function unreachable(url: string, error: unknown): CommandError {
  const { cause } = error as { cause?: Error };
  const why = cause?.message ?? String(error);
  const remedy =
    why === 'bad port' ? ': this port belongs to another protocol, and Node never calls it by HTTP; use another' : '';
  return new CommandError(`${withoutQuery(url)}: the registry cannot be reached (${why}${remedy}).`);
}

/** The first reason in the answer of a registry, such as "requested access to the resource is denied"; empty without one. */
async function reasonIn(response: Response): Promise<string> {
  try {
    const { errors = [] } = (await response.json()) as { errors?: { code?: string; message?: string }[] };
    const [reason] = errors;
    return reason?.message ?? reason?.code ?? '';
  } catch {
    return '';
  }
}

async function refusal(url: string, response: Response): Promise<CommandError> {
  const reason = await reasonIn(response);
  const { status, statusText } = response;
  return new CommandError(
    `${withoutQuery(url)}: the registry answers ${status} ${statusText}${reason ? ` (${reason.slice(0, 200)})` : ''}.`,
  );
}
