import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Bucket, openBucket } from '../../server/files/bucket.ts';
import { type BucketMode, parseBucketUrl } from '../../server/files/bucketUrl.ts';

/** A small S3 server in this process, without checks of signatures. */
export type FakeS3 = {
  /** Its objects by bucket and name; tests read and change them. */
  objects: Map<string, { bytes: Buffer; changed: Date }>;
  /** How many uploads in parts are open. */
  openUploads: () => number;
  /** From now on, it refuses calls, or those that write. */
  refuse: (what: 'nothing' | 'writes' | 'everything') => void;
  urlOf: (path: string, mode?: BucketMode) => string;
  /** A bucket of it, as the backend opens it. */
  open: (path: string, mode?: BucketMode) => Bucket;
  stop: () => Promise<void>;
};

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function rangeOf(header: string | undefined, size: number): [number, number] | null {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(header ?? '') ?? [];
  if (first === undefined) return [0, size - 1];
  return Number(first) < size ? [Number(first), Math.min(Number(last), size - 1)] : null;
}

/** Starts the server. It must know `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` no better than the environment does. */
export async function startFakeS3(): Promise<FakeS3> {
  process.env['AWS_ACCESS_KEY_ID'] ??= 'test';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'test';
  const objects: FakeS3['objects'] = new Map();
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  let refused: 'nothing' | 'writes' | 'everything' = 'nothing';

  const list = (bucket: string, prefix: string): string => {
    const found = [...objects].filter(([key]) => key.startsWith(`${bucket}/${prefix}`));
    return `<ListBucketResult>${found
      .map(
        ([key, { changed }]) =>
          `<Contents><Key>${key.slice(bucket.length + 1)}</Key><LastModified>${changed.toISOString()}</LastModified></Contents>`,
      )
      .join('')}</ListBucketResult>`;
  };

  const handle = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://s3');
    const { searchParams: query } = url;
    const key = decodeURIComponent(url.pathname).slice(1);
    const body = await bodyOf(request);
    const xml = (status: number, text: string) =>
      answer.writeHead(status, { 'content-type': 'application/xml' }).end(text);
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
    if (refused === 'everything' || (refused === 'writes' && isWrite))
      return void xml(503, '<Error><Code>ServiceUnavailable</Code></Error>');
    const id = query.get('uploadId') ?? '';
    const upload = uploads.get(id);
    switch (request.method) {
      case 'POST': {
        if (query.has('uploads')) {
          const uploadId = `upload-${uploads.size + 1}`;
          uploads.set(uploadId, { key, parts: new Map() });
          return void xml(
            200,
            `<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
          );
        }
        const parts = [...(upload?.parts ?? [])].toSorted(([a], [b]) => a - b);
        objects.set(key, { bytes: Buffer.concat(parts.map(([, bytes]) => bytes)), changed: new Date() });
        uploads.delete(id);
        return void xml(200, '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>');
      }
      case 'PUT':
        if (upload) upload.parts.set(Number(query.get('partNumber')), body);
        else objects.set(key, { bytes: body, changed: new Date() });
        return void answer.writeHead(200, { etag: '"e"' }).end();
      case 'DELETE':
        if (upload) uploads.delete(id);
        else objects.delete(key);
        return void answer.writeHead(204).end();
      default: {
        if (query.has('uploads')) return void xml(200, '<ListMultipartUploadsResult></ListMultipartUploadsResult>');
        if (query.has('list-type')) return void xml(200, list(key.replace(/\/$/, ''), query.get('prefix') ?? ''));
        const found = objects.get(key);
        if (!found) return void xml(404, '<Error><Code>NoSuchKey</Code></Error>');
        const range = rangeOf(request.headers.range, found.bytes.length);
        if (!range) return void xml(416, '<Error><Code>InvalidRange</Code></Error>');
        const bytes = found.bytes.subarray(range[0], range[1] + 1);
        answer.writeHead(request.headers.range ? 206 : 200, { 'content-length': bytes.length }).end(bytes);
      }
    }
  };

  const server = createServer((request, answer) => void handle(request, answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urlOf: FakeS3['urlOf'] = (path, mode = 'store') => `s3://${path}?endpoint=${endpoint}&mode=${mode}`;
  const opened: Bucket[] = [];
  return {
    objects,
    openUploads: () => uploads.size,
    refuse: (what) => {
      refused = what;
    },
    urlOf,
    open: (path, mode) => {
      const settings = parseBucketUrl(urlOf(path, mode));
      if (!settings) throw new Error(`${path} is no bucket.`);
      const bucket = openBucket(settings);
      opened.push(bucket);
      return bucket;
    },
    stop: async () => {
      for (const bucket of opened) bucket.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
