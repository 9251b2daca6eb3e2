import { spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import type { ErrorCode } from '../../contract/errors.ts';
import { ApiProblem } from '../problem.ts';

sharp.cache(false);

/** A picture type that is re-encoded. */
export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** Whether a type is a picture that is re-encoded. */
export function isPicture(type: string): type is PictureType {
  return type === 'image/jpeg' || type === 'image/png' || type === 'image/webp';
}

/** A re-encoded picture: its size in pixels, and its bytes as a stream. */
export type Picture = { width: number; height: number; bytes: AsyncIterable<Buffer> };

/** The program that re-encodes; compiled to JavaScript in the image. */
const program = join(import.meta.dirname, `pictureProcess${extname(import.meta.filename)}`);

/**
 * Its memory limit in KiB of address space: 600 MiB that Node reserves and hardly uses, and 300 MiB for the picture.
 */
const memoryLimit = 900 * 1024;

/** Timeout of one picture, and of the wait for earlier pictures, in milliseconds. */
const [reencodingTime, waitingTime] = [30_000, 20_000];

/** When an upload that waited too long may be repeated, in seconds. */
const retryAfter = 15;

/** The number of pictures processed at a time: the memory of the container allows one, not two. */
const maxConcurrent = 1;

let active = 0;
const waiting: (() => void)[] = [];

const busy = (cause?: unknown) => new ApiProblem('server_busy', { retry_after: retryAfter }, { cause });

/** @throws ApiProblem server_busy if the wait takes too long. */
async function queued<Result>(draw: () => Promise<Result>): Promise<Result> {
  if (active >= maxConcurrent)
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(busy());
      }, waitingTime);
      waiting.push(begin);
    });
  else active += 1;
  try {
    return await draw();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else active -= 1;
  }
}

type FirstLine = { width: number; height: number } | { refused: ErrorCode };

/** Reads the first line of the program's output and leaves the remaining bytes. Undefined if the output ends before. */
async function readFirstLine(output: AsyncIterator<Buffer>): Promise<{ line: FirstLine; rest: Buffer } | undefined> {
  let said = Buffer.alloc(0);
  for (let step = await output.next(); !step.done; step = await output.next()) {
    said = Buffer.concat([said, step.value]);
    const end = said.indexOf('\n');
    if (end >= 0) return { line: JSON.parse(said.toString('utf8', 0, end)) as FirstLine, rest: said.subarray(end + 1) };
  }
  return undefined;
}

/**
 * Re-encodes a picture: rotated upright, scaled down to the maximum size, and without metadata such as place and
 * author. A separate process does it, one picture at a time, with limits on memory and time (decision 242).
 * @param keep consumes the bytes before the next picture is processed
 * @throws ApiProblem image_too_large, file_damaged, or server_busy.
 */
export function reencode<Kept>(
  source: AsyncIterable<Buffer>,
  type: PictureType,
  keep: (picture: Picture) => Promise<Kept>,
): Promise<Kept> {
  return queued(async () => {
    const limited = ['-c', `ulimit -d ${memoryLimit}; exec "$0" "$@"`, process.execPath];
    const child = spawn('/bin/sh', [...limited, '--max-old-space-size=64', program, type], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
    });
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, reencodingTime);
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said = `${said}${text.toString()}`.slice(-500)));
    const ended = new Promise<NodeJS.Signals | null>((resolve) => {
      child.once('error', () => resolve(null)).once('close', (_code, signal) => resolve(signal));
    });
    try {
      const sent = pipeline(source, child.stdin);
      const output = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      const [outcome, first] = await Promise.allSettled([sent, readFirstLine(output)]);
      if (first.status === 'rejected' || !first.value) {
        // Killed from outside, for example by the kernel when memory is low: a retry may succeed. Otherwise the picture
        // exceeded its limits.
        const signal = await ended;
        const cause =
          outcome.status === 'rejected' ? outcome.reason : new Error(`The picture was not re-encoded: ${said}`);
        throw signal === 'SIGKILL' && !isLate ? busy(cause) : new ApiProblem('image_too_large', {}, { cause });
      }
      if (outcome.status === 'rejected') throw outcome.reason;
      const { line, rest } = first.value;
      if ('refused' in line) throw new ApiProblem(line.refused);
      const bytes = async function* () {
        if (rest.length > 0) yield rest;
        for (let step = await output.next(); !step.done; step = await output.next()) yield step.value;
        if ((await ended) !== null) throw busy();
      };
      return await keep({ ...line, bytes: bytes() });
    } finally {
      clearTimeout(late);
      child.kill('SIGKILL');
    }
  });
}

/**
 * Renders an SVG of ours, which the allow-list of `tenants/checks/logo.ts` has checked, as PNG. Uploads are never
 * decoded in this process.
 */
export async function renderSvg(svg: string, height: number): Promise<{ png: Buffer; width: number }> {
  const image = sharp(Buffer.from(svg), { density: 288 }).resize({ height }).png();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width };
}
