import { join } from 'node:path';
import { BuildError } from '../build/BuildError.ts';
import type { ImageLayout } from './ImageLayout.ts';
import { keepLayout } from './keepLayout.ts';
import { digestOf, type Index, type Manifest, mediaTypes } from './oci.ts';
import { pickPlatform } from './pickPlatform.ts';

const reference = /^(?:([^/@]*[.:][^/@]*|localhost)\/)?([a-z0-9][a-z0-9._/-]*)(?::[\w.-]+)?@(sha256:[0-9a-f]{64})$/;

/** Whether a text names an image of a registry by its digest: `[registry/]name[:tag]@sha256:…`. */
export function isImageReference(text: string): boolean {
  return reference.test(text);
}

/** A registry's repository (OCI distribution specification 1.1): what is in it, by digest, for who may read it. */
class Repository {
  readonly #address: string;
  #authorization: string | null = null;

  constructor(host: string, name: string) {
    const isHere = /^(localhost|127\.0\.0\.1)(:|$)/.test(host);
    this.#address = `${isHere ? 'http' : 'https'}://${host}/v2/${name}`;
  }

  /**
   * @throws BuildError when the registry does not answer, refuses, or sends something else than was asked for.
   */
  async get(kind: 'manifests' | 'blobs', digest: string): Promise<Buffer> {
    const url = `${this.#address}/${kind}/${digest}`;
    let response = await this.#ask(url);
    if (response.status === 401) {
      this.#authorization = await this.#signIn(response.headers.get('www-authenticate') ?? '');
      response = await this.#ask(url);
    }
    if (!response.ok) throw new BuildError(`${url}: the registry answers ${response.status} ${response.statusText}.`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (digestOf(bytes) !== digest) throw new BuildError(`${url}: the registry sent ${digestOf(bytes)} instead.`);
    return bytes;
  }

  async #ask(url: string): Promise<Response> {
    const { index, manifest, dockerIndex, dockerManifest } = mediaTypes;
    const headers = new Headers({ Accept: [index, manifest, dockerIndex, dockerManifest, '*/*;q=0.1'].join(', ') });
    if (this.#authorization) headers.set('Authorization', this.#authorization);
    try {
      return await fetch(url, { headers });
    } catch (error) {
      const { cause } = error as { cause?: Error };
      throw new BuildError(`${url}: no answer (${cause?.message ?? String(error)}).`);
    }
  }

  /** The token that anyone gets for reading (the registries' token protocol). */
  async #signIn(challenge: string): Promise<string> {
    const said = Object.fromEntries(
      [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    if (!/^bearer /i.test(challenge) || !said['realm']) {
      throw new BuildError(
        `${this.#address}: the registry wants a sign-in (${challenge.split(' ')[0] || 'of an unknown kind'}). ` +
          'Copy the image into a folder (skopeo copy docker://… oci:<folder>) and give that as --base.',
      );
    }
    const realm = new URL(said['realm']);
    for (const name of ['service', 'scope']) if (said[name]) realm.searchParams.set(name, said[name]);
    const response = await this.#ask(realm.href);
    if (!response.ok) throw new BuildError(`${realm.href}: no token for reading (${response.status}).`);
    const { token, access_token: accessToken } = (await response.json()) as { token?: string; access_token?: string };
    return `Bearer ${token ?? accessToken ?? ''}`;
  }
}

async function copy(repository: Repository, digest: string, layout: ImageLayout, where: string): Promise<void> {
  const bytes = await repository.get('manifests', digest);
  const content = JSON.parse(bytes.toString('utf8')) as Index | Manifest;
  if ('manifests' in content) {
    await copy(repository, pickPlatform(content.manifests, where).digest, layout, where);
    return;
  }
  layout.put(bytes);
  for (const { digest: blob } of [content.config, ...content.layers]) layout.put(await repository.get('blobs', blob));
  layout.writeIndex([{ mediaType: content.mediaType ?? mediaTypes.manifest, digest, size: bytes.length }]);
}

/**
 * Brings an image of a registry into the cache, every part checked against its digest. Answers the folder of its layout.
 * @throws BuildError when it cannot be had.
 */
export async function pullImage(name: string, cache: string): Promise<string> {
  const [, host = 'docker.io', path = '', digest = ''] = reference.exec(name) ?? [];
  const isDockerHub = host === 'docker.io';
  const repository = new Repository(
    isDockerHub ? 'registry-1.docker.io' : host,
    isDockerHub && !path.includes('/') ? `library/${path}` : path,
  );
  const folder = join(cache, 'base', digest.replace(':', '-'));
  return keepLayout(folder, (layout) => copy(repository, digest, layout, name));
}
