import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const compressible = /\.(js|css|html|json|svg|webmanifest|txt)$/;

/** Whether a server sends a file compressed. Fonts and pictures are compressed by their own format. */
export function isCompressible(path: string): boolean {
  return compressible.test(path);
}

/** The compressed files of one content with their sizes in bytes. */
export type Compressed = { br: { source: string; bytes: number }; gz: { source: string; bytes: number } };

/**
 * A cache of compressed files by content hash, so that each content is compressed once for all deployments and builds. Files are
 * read-only, because bundles hard-link to them.
 */
export class ContentStore {
  readonly #folder: string;
  readonly #pending = new Map<string, Promise<Compressed>>();

  /** @param cache folder that may be deleted at any time */
  constructor(cache: string) {
    // The compressed bytes depend on the versions of the compressors in Node.
    this.#folder = join(cache, 'compressed', `brotli-${process.versions.brotli}-zlib-${process.versions.zlib}`);
  }

  /** Compresses with brotli 11 and gzip 9, unless the cache has the content. */
  compress(sha256: string, content: () => Buffer): Promise<Compressed> {
    const known = this.#pending.get(sha256);
    if (known) return known;
    const compressed = this.#compress(sha256, content);
    this.#pending.set(sha256, compressed);
    return compressed;
  }

  async #compress(sha256: string, content: () => Buffer): Promise<Compressed> {
    const base = join(this.#folder, sha256.slice(0, 2), sha256);
    const sources = { br: `${base}.br`, gz: `${base}.gz` };
    if (!existsSync(sources.br) || !existsSync(sources.gz)) {
      const bytes = content();
      const [br, gz] = await Promise.all([
        brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }),
        deflate(bytes, { level: constants.Z_BEST_COMPRESSION }),
      ]);
      mkdirSync(dirname(base), { recursive: true });
      this.#write(sources.br, br);
      this.#write(sources.gz, gz);
      return { br: { source: sources.br, bytes: br.length }, gz: { source: sources.gz, bytes: gz.length } };
    }
    return {
      br: { source: sources.br, bytes: statSync(sources.br).size },
      gz: { source: sources.gz, bytes: statSync(sources.gz).size },
    };
  }

  #write(path: string, content: Buffer): void {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, content);
    chmodSync(draft, 0o444);
    renameSync(draft, path);
  }
}

/** Hard-links a file, or copies it when the file system cannot link. */
export function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'EMLINK' && code !== 'ENOTSUP') throw error;
    copyFileSync(source, target);
  }
}
