import { hash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const compressible = /\.(js|css|html|json|svg|webmanifest|txt)$/;

/** Whether a server sends a file compressed. Fonts and pictures are compressed by their own format. */
export function isCompressible(path: string): boolean {
  return compressible.test(path);
}

/** Files that are compressed at the same time: each takes memory from its start, 7 GB for all files of 1,000 deployments. */
const concurrency = 8;

/** A compressed file in the cache. */
type CompressedFile = { source: string; bytes: number; sha256: string };

/** The compressed files of one content. */
export type Compressed = { br: CompressedFile; gz: CompressedFile };

/**
 * A cache of compressed files by content hash, so that each content is compressed once for all deployments and builds. Bundles
 * hard-link to its files, so they are read-only, and their hashes are checked before they are used again.
 */
export class ContentStore {
  readonly #folder: string;
  readonly #pending = new Map<string, Promise<Compressed>>();
  readonly #limit = pLimit(concurrency);

  /** @param cache folder that may be deleted at any time */
  constructor(cache: string) {
    // The compressed bytes depend on the versions of the compressors in Node.
    this.#folder = join(cache, 'compressed', `brotli-${process.versions.brotli}-zlib-${process.versions.zlib}`);
  }

  /** Compresses with brotli 11 and gzip 9, unless the cache has the content. */
  compress(sha256: string, content: () => Buffer): Promise<Compressed> {
    const known = this.#pending.get(sha256);
    if (known) return known;
    const compressed = this.#limit(() => this.#compress(sha256, content));
    this.#pending.set(sha256, compressed);
    return compressed;
  }

  async #compress(sha256: string, content: () => Buffer): Promise<Compressed> {
    const base = join(this.#folder, sha256.slice(0, 2), sha256);
    const known = this.#reuse(base);
    if (known) return known;
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
    const compressed = { br: this.#write(`${base}.br`, br), gz: this.#write(`${base}.gz`, gz) };
    // Written last, so that it never names a file that does not exist.
    this.#write(`${base}.sha256`, Buffer.from(`${compressed.br.sha256} ${compressed.gz.sha256}\n`));
    return compressed;
  }

  /** The cached files; null when one is missing or was changed since. */
  #reuse(base: string): Compressed | null {
    if (!existsSync(`${base}.sha256`)) return null;
    const [br, gz] = readFileSync(`${base}.sha256`, 'utf8').trim().split(' ');
    const check = (source: string, sha256: string | undefined): CompressedFile | null => {
      const bytes = existsSync(source) ? readFileSync(source) : null;
      return bytes && sha256 === hash('sha256', bytes) ? { source, bytes: bytes.length, sha256 } : null;
    };
    const files = { br: check(`${base}.br`, br), gz: check(`${base}.gz`, gz) };
    return files.br && files.gz ? { br: files.br, gz: files.gz } : null;
  }

  #write(source: string, content: Buffer): CompressedFile {
    const draft = `${source}.${process.pid}`;
    writeFileSync(draft, content);
    chmodSync(draft, 0o444);
    renameSync(draft, source);
    return { source, bytes: content.length, sha256: hash('sha256', content) };
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
