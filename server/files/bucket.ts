import { Readable } from 'node:stream';
import type { S3Client as Client } from '@aws-sdk/client-s3';
import { ApiProblem } from '../problem.ts';
import type { BucketSettings } from './bucketUrl.ts';

/** An object in a list; `changed`: when it was written. */
export type Listed = { name: string; changed: Date };

/** The objects of a bucket below its prefix. All errors are ApiProblem files_unavailable, with their cause. */
export type Bucket = {
  settings: BucketSettings;
  /** Stores an object when all its bytes have arrived. An error of `bytes` is thrown as it is, and nothing is stored. */
  put: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>;
  /** The bytes from `start` to `end`, both inclusive, as far as the object has them; null: there is no such object, or no such part. */
  get: (name: string, range: { start: number; end: number }) => Promise<Buffer | null>;
  /** All bytes of an object as they arrive, and how many; null: there is no such object. */
  open: (name: string) => Promise<{ size: number; bytes: AsyncIterable<Uint8Array> } | null>;
  remove: (name: string) => Promise<void>;
  list: (folder: string) => AsyncGenerator<Listed[]>;
  /** Ends uploads that were begun before a moment and not completed. */
  abandonUploads: (folder: string, before: Date) => Promise<void>;
  close: () => void;
};

const MiB = 1024 * 1024;

/** The size of the parts of a large object: S3 wants 5 MiB at least, and 10,000 parts at most. */
const partSize = 8 * MiB;

/** How long a connection may take to open, and how long the server may be silent, in milliseconds. */
const timeouts = { connectionTimeout: 5_000, socketTimeout: 10_000 } as const;

/** The attempts of one call; the SDK waits in between. */
const maxAttempts = 3;

/** After how many seconds a client should repeat a call that failed. */
const retryAfter = 30;

const unavailable = (cause: unknown) => new ApiProblem('files_unavailable', { retry_after: retryAfter }, { cause });

const isMissing = (error: unknown): boolean =>
  error instanceof Error && ['NoSuchKey', 'NotFound', 'InvalidRange'].includes(error.name);

async function connect({ endpoint, region }: BucketSettings): Promise<Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const place = endpoint === null ? {} : { endpoint, forcePathStyle: true, region: 'us-east-1' };
  return new S3Client({
    ...place,
    ...(region === null ? {} : { region }),
    maxAttempts,
    requestHandler: timeouts,
    // Servers other than that of AWS refuse the newer checksums; the chunks of files are authenticated anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Remembers an error of a source apart from those of its reader. */
function watch(source: AsyncIterable<Uint8Array>) {
  const seen: { failures: unknown[] } = { failures: [] };
  async function* watched() {
    try {
      yield* source;
    } catch (error) {
      seen.failures.push(error);
      throw error;
    }
  }
  return { seen, watched: watched() };
}

/** Opens a bucket. The SDK is loaded, and the server called, with the first use. */
export function openBucket(settings: BucketSettings): Bucket {
  const { bucket: Bucket, prefix } = settings;
  let connecting: Promise<Client> | null = null;
  const client = () => (connecting ??= connect(settings));
  const keyOf = (name: string) => ({ Bucket, Key: prefix + name });

  /** @returns null for what does not exist */
  const ask = async <Answer>(call: (s3: Client) => Promise<Answer>): Promise<Answer | null> => {
    try {
      return await call(await client());
    } catch (error) {
      if (isMissing(error)) return null;
      throw unavailable(error);
    }
  };

  return {
    settings,
    put: async (name, bytes) => {
      const { Upload } = await import('@aws-sdk/lib-storage');
      const { seen, watched } = watch(bytes);
      const params = { ...keyOf(name), Body: Readable.from(watched, { objectMode: false }) };
      try {
        await new Upload({ client: await client(), params, partSize, queueSize: 2 }).done();
      } catch (error) {
        if (seen.failures.length > 0) throw seen.failures[0];
        throw unavailable(error);
      } finally {
        params.Body.destroy();
      }
    },
    get: async (name, { start, end }) => {
      const { GetObjectCommand } = await import('@aws-sdk/client-s3');
      return ask(async (s3) => {
        const { Body } = await s3.send(new GetObjectCommand({ ...keyOf(name), Range: `bytes=${start}-${end}` }));
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      });
    },
    open: async (name) => {
      const { GetObjectCommand } = await import('@aws-sdk/client-s3');
      const found = await ask((s3) => s3.send(new GetObjectCommand(keyOf(name))));
      if (!found) return null;
      const bytes = async function* () {
        try {
          yield* found.Body as Readable;
        } catch (error) {
          throw unavailable(error);
        }
      };
      return { size: found.ContentLength ?? 0, bytes: bytes() };
    },
    remove: async (name) => {
      const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
      await ask((s3) => s3.send(new DeleteObjectCommand(keyOf(name))));
    },
    list: async function* (folder) {
      const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
      for (let token: string | undefined; ;) {
        const page = await ask((s3) =>
          s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefix + folder, ContinuationToken: token })),
        );
        if (page === null) throw unavailable(new Error(`There is no bucket ${Bucket}.`));
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key && LastModified ? [{ name: Key.slice(prefix.length), changed: LastModified }] : [],
        );
        token = page.NextContinuationToken;
        if (!token) return;
      }
    },
    abandonUploads: async (folder, before) => {
      const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } = await import('@aws-sdk/client-s3');
      const page = await ask((s3) => s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix + folder })));
      for (const { Key, UploadId, Initiated } of page?.Uploads ?? [])
        if (Key && UploadId && Initiated && Initiated < before)
          await ask((s3) => s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    },
    close: () => {
      void connecting?.then((s3) => s3.destroy()).catch(() => undefined);
    },
  };
}
