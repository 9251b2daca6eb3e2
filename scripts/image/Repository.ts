import { CommandError } from '../lib/CommandError.ts';
import { type Credentials, credentialsFor } from './credentials.ts';
import { digestOf, mediaTypes } from './oci.ts';

/** What became of a blob that a repository should have. */
export type Placed = 'there' | 'mounted' | 'pushed';

type Call = { method?: string; headers?: Record<string, string>; body?: Buffer };

const manifestTypes = [mediaTypes.index, mediaTypes.manifest, mediaTypes.dockerIndex, mediaTypes.dockerManifest];

/** A registry's repository (OCI distribution specification 1.1): manifests by digest or tag, blobs by digest. */
export class Repository {
  /** `registry.example.org/team/signboard-iceland` */
  readonly shownName: string;
  readonly #host: string;
  readonly #origin: string;
  readonly #path: string;
  #authorization: string | null = null;
  #credentials: Promise<Credentials | null> | null = null;

  /**
   * @param host with its port; `localhost` and `127.0.0.1` are spoken to without TLS
   * @param name the path of the repository
   */
  constructor(host: string, name: string) {
    const isHere = /^(localhost|127\.0\.0\.1)(:|$)/.test(host);
    this.shownName = `${host}/${name}`;
    this.#host = host;
    this.#origin = `${isHere ? 'http' : 'https'}://${host}`;
    this.#path = `/v2/${name}`;
  }

  /**
   * A manifest or a blob by its digest.
   * @throws CommandError when the registry does not answer, refuses, or sends something else than was asked for.
   */
  async get(kind: 'manifests' | 'blobs', digest: string): Promise<Buffer> {
    const { url, response } = await this.#call(`/${kind}/${digest}`);
    if (!response.ok) throw refusal(url, response);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (digestOf(bytes) !== digest) throw new CommandError(`${url}: the registry sent ${digestOf(bytes)} instead.`);
    return bytes;
  }

  /** What a tag points at; null when there is no such tag, or no such repository. */
  async find(tag: string): Promise<{ digest: string; mediaType: string; bytes: Buffer } | null> {
    const { url, response } = await this.#call(`/manifests/${tag}`);
    if (response.status === 404) return null;
    if (!response.ok) throw refusal(url, response);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { digest: digestOf(bytes), mediaType: response.headers.get('content-type') ?? mediaTypes.manifest, bytes };
  }

  /** Whether a blob is there. What one may not look at counts as absent. */
  async has(digest: string): Promise<boolean> {
    return (await this.#call(`/blobs/${digest}`, { method: 'HEAD' }).catch(() => null))?.response.ok ?? false;
  }

  /**
   * Sees that a blob is there: by looking, by taking it over from another repository of the registry, or by sending it.
   * @param lookElsewhere answers the path of a repository that has it, if it knows one; asked when it is not there
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
    if (response.status !== 202 || !location) throw refusal(url, response);
    const target = new URL(location, this.#origin);
    target.searchParams.set('digest', digest);
    const headers = { 'Content-Type': 'application/octet-stream' };
    const sent = await this.#call(target.href, { method: 'PUT', headers, body: bytes() });
    if (sent.response.status !== 201) throw refusal(sent.url, sent.response);
    return 'pushed';
  }

  /**
   * Puts a manifest under a tag, or under its own digest.
   * @returns whether the registry itself lists it with the manifest that it is about (`subject`)
   */
  async put(reference: string, mediaType: string, bytes: Buffer): Promise<{ isListed: boolean }> {
    const headers = { 'Content-Type': mediaType };
    const { url, response } = await this.#call(`/manifests/${reference}`, { method: 'PUT', headers, body: bytes });
    if (!response.ok) throw refusal(url, response);
    return { isListed: response.headers.has('oci-subject') };
  }

  async #call(path: string, call: Call = {}): Promise<{ url: string; response: Response }> {
    const url = path.startsWith('/') ? `${this.#origin}${this.#path}${path}` : path;
    const response = await this.#ask(url, call);
    if (response.status !== 401) return { url, response };
    this.#authorization = await this.#signIn(response.headers.get('www-authenticate') ?? '');
    const answer = await this.#ask(url, call);
    if (answer.status === 401) throw this.#unwelcome('does not take this name and password');
    return { url, response: answer };
  }

  async #ask(url: string, { method = 'GET', headers = {}, body }: Call): Promise<Response> {
    const all = new Headers({ Accept: [...manifestTypes, '*/*;q=0.1'].join(', '), ...headers });
    // An upload may be sent on to a store of blobs elsewhere, which is none of our sign-in's business.
    if (this.#authorization && new URL(url).origin === this.#origin) all.set('Authorization', this.#authorization);
    try {
      return await fetch(url, { method, headers: all, ...(body && { body: new Uint8Array(body) }) });
    } catch (error) {
      const { cause } = error as { cause?: Error };
      throw new CommandError(`${url}: no answer (${cause?.message ?? String(error)}).`);
    }
  }

  #unwelcome(what: string): CommandError {
    return new CommandError(
      `${this.shownName}: the registry ${what}. Run "docker login ${this.#host}", or set REGISTRY_USER and REGISTRY_PASSWORD.`,
    );
  }

  /** What goes with every further call: a name and a password, or the token that is had for them (or for nothing). */
  async #signIn(challenge: string): Promise<string> {
    this.#credentials ??= credentialsFor(this.#host);
    const credentials = await this.#credentials;
    const basic = credentials
      ? `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`
      : null;
    const said = Object.fromEntries(
      [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    if (/^basic /i.test(challenge) && basic) return basic;
    if (!/^bearer /i.test(challenge) || !said['realm']) throw this.#unwelcome('wants a sign-in');
    const realm = new URL(said['realm']);
    for (const name of ['service', 'scope']) if (said[name]) realm.searchParams.set(name, said[name]);
    const response = await fetch(realm, { headers: basic ? { Authorization: basic } : {} }).catch((error: unknown) => {
      throw new CommandError(`${realm.origin}: no answer (${String(error)}).`);
    });
    if (!response.ok) throw new CommandError(`${realm.href}: no token (${response.status}).`);
    const { token, access_token: accessToken } = (await response.json()) as { token?: string; access_token?: string };
    return `Bearer ${token ?? accessToken ?? ''}`;
  }
}

function refusal(url: string, response: Response): CommandError {
  return new CommandError(`${url}: the registry answers ${response.status} ${response.statusText}.`);
}
