import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../server/CommandError.ts';
import { type Descriptor, digestOf, type Index, type Manifest, mediaTypes } from './oci.ts';
import { hasDigest } from './verifiedFiles.ts';

const emptyIndex: Index = { schemaVersion: 2, mediaType: mediaTypes.index, manifests: [] };

/** A folder of images (OCI image layout 1.0): `index.json` and blobs named by their content. */
export class ImageLayout {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Path of a blob. */
  pathOf({ digest }: { digest: string }): string {
    const [, hex] = /^sha256:([0-9a-f]{64})$/.exec(digest) ?? [];
    if (!hex) throw new CommandError(`"${digest}" is not a sha256 digest.`);
    return join(this.folder, 'blobs/sha256', hex);
  }

  /**
   * The bytes of a blob.
   * @throws CommandError when it is missing or does not match its digest.
   */
  read(descriptor: { digest: string }): Buffer {
    const path = this.pathOf(descriptor);
    if (!existsSync(path)) throw new CommandError(`${this.folder} is incomplete: ${descriptor.digest} is missing.`);
    const bytes = readFileSync(path);
    if (digestOf(bytes) !== descriptor.digest) {
      throw new CommandError(`${path} is damaged: its content is ${digestOf(bytes)}. Remove it and fetch it again.`);
    }
    return bytes;
  }

  /** The parsed content of a JSON blob. */
  readJson<Type>(descriptor: { digest: string }): Type {
    return JSON.parse(this.read(descriptor).toString('utf8')) as Type;
  }

  /** Whether the layout has a blob, with the content of its digest. */
  has({ digest }: { digest: string }): boolean {
    return hasDigest(this.pathOf({ digest }), digest);
  }

  /** Stores a blob unless it exists. A blob that was changed since it was stored is replaced. */
  put(bytes: Buffer): { digest: string; size: number } {
    const digest = digestOf(bytes);
    if (!this.has({ digest })) this.#putBlob({ digest }, bytes);
    return { digest, size: bytes.length };
  }

  /** Stores a value as JSON and returns its descriptor. */
  putJson(mediaType: string, value: object): Descriptor {
    return { mediaType, ...this.put(Buffer.from(JSON.stringify(value))) };
  }

  /** Hard-links a blob of another layout, or copies it when the file system cannot link. */
  linkFrom(descriptor: Descriptor, from: ImageLayout): void {
    if (this.has(descriptor)) return;
    // Reading also reports a blob that is missing or damaged.
    if (!from.has(descriptor)) from.read(descriptor);
    const path = this.pathOf(descriptor);
    mkdirSync(join(this.folder, 'blobs/sha256'), { recursive: true });
    rmSync(path, { force: true });
    try {
      linkSync(from.pathOf(descriptor), path);
    } catch {
      this.#putBlob(descriptor, from.read(descriptor));
    }
  }

  /** The index of the layout; empty when there is none. */
  index(): Index {
    const path = join(this.folder, 'index.json');
    if (!existsSync(path)) return emptyIndex;
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Index;
    } catch {
      throw new CommandError(`${path} is not JSON. Delete ${this.folder} and build the images again.`);
    }
  }

  /** Writes the index. Call it last, after all blobs are stored. */
  writeIndex(manifests: Descriptor[]): void {
    mkdirSync(this.folder, { recursive: true });
    this.#replace(join(this.folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
    this.#replace(join(this.folder, 'index.json'), JSON.stringify({ ...emptyIndex, manifests }));
  }

  /** Descriptors of an image's manifest, config and layers; of an index also those of each platform. */
  partsOf(image: Descriptor): Descriptor[] {
    const content = this.readJson<Manifest | Index>(image);
    if ('manifests' in content) return [image, ...content.manifests.flatMap((manifest) => this.partsOf(manifest))];
    return [image, content.config, ...content.layers];
  }

  /** Whether every blob of an image exists with the content of its digest. */
  isComplete(image: Descriptor): boolean {
    return this.has(image) && this.partsOf(image).every((part) => this.has(part));
  }

  /** Removes blobs that no image of the index uses. */
  prune(): void {
    const folder = join(this.folder, 'blobs/sha256');
    const used = new Set(
      this.index()
        .manifests.flatMap((image) => this.partsOf(image))
        .map(({ digest }) => digest.slice('sha256:'.length)),
    );
    for (const name of readdirSync(folder)) if (!used.has(name)) rmSync(join(folder, name));
  }

  /** Blobs are read-only, because layouts link to each other's. */
  #putBlob(descriptor: { digest: string }, bytes: Buffer): void {
    mkdirSync(join(this.folder, 'blobs/sha256'), { recursive: true });
    this.#replace(this.pathOf(descriptor), bytes, 0o444);
  }

  #replace(path: string, content: Buffer | string, mode = 0o644): void {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, content);
    chmodSync(draft, mode);
    renameSync(draft, path);
  }
}
