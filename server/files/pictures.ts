import { spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import type { ErrorCode } from '../../contract/errors.ts';
import { ApiProblem } from '../problem.ts';

sharp.cache(false);

/** A kind of file that is drawn anew. */
export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** Whether a kind of file is drawn anew. */
export function isPicture(type: string): type is PictureType {
  return type === 'image/jpeg' || type === 'image/png' || type === 'image/webp';
}

/** A picture as it is kept: its size in pixels, and its bytes as they are made. */
export type Picture = { width: number; height: number; bytes: AsyncIterable<Buffer> };

/** The program that draws; in the image of the backend it is compiled. */
const program = join(import.meta.dirname, `drawing${extname(import.meta.filename)}`);

/**
 * How much memory it may have, in KiB, as the shell counts it: 600 MiB that Node sets aside for itself and hardly touches, and
 * 300 MiB for the picture.
 */
const memoryLimit = 900 * 1024;

/** How long one picture may take, and how long one waits for the pictures before it, in milliseconds. */
const [drawingTime, waitingTime] = [30_000, 20_000];

/** When somebody whose picture has waited too long may send it again, in seconds. */
const retryAfter = 15;

/** How many pictures are drawn at a time: what one of them takes fits into the memory of the container, two do not. */
const atOnce = 1;

let drawing = 0;
const waiting: (() => void)[] = [];

const busy = (cause?: unknown) => new ApiProblem('server_busy', { retry_after: retryAfter }, { cause });

/** @throws ApiProblem server_busy where those before take too long. */
async function inTurn<Result>(draw: () => Promise<Result>): Promise<Result> {
  if (drawing >= atOnce)
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
  else drawing += 1;
  try {
    return await draw();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else drawing -= 1;
  }
}

type FirstLine = { width: number; height: number } | { refused: ErrorCode };

/** Reads the line that the program begins with, and leaves the bytes after it. Undefined where the program ends before. */
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
 * Draws a picture anew: the right way up, no larger than is ever shown, and with nothing in it but what is seen. Where it was
 * taken, by whom, and whatever else was packed into the file stays behind. It is drawn by a process of its own, one at a time,
 * with bounds to its memory and time (docs/decisions/242).
 * @param keep takes the drawn bytes before the next picture is drawn
 * @throws ApiProblem image_too_large, file_damaged, or server_busy.
 */
export function redraw<Kept>(
  source: AsyncIterable<Buffer>,
  type: PictureType,
  keep: (picture: Picture) => Promise<Kept>,
): Promise<Kept> {
  return inTurn(async () => {
    const limited = ['-c', `ulimit -d ${memoryLimit}; exec "$0" "$@"`, process.execPath];
    const child = spawn('/bin/sh', [...limited, '--max-old-space-size=64', program, type], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
    });
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, drawingTime);
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
        // Ended from outside, by a system without memory: another time there may be some. Else the picture has asked for too much.
        const signal = await ended;
        const cause = outcome.status === 'rejected' ? outcome.reason : new Error(`No picture was drawn: ${said}`);
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
 * Draws one of our own drawings, held to the allow-list of `tenants/checks/logo.ts`, as PNG. What somebody sent is never read in
 * this process.
 */
export async function drawOwn(svg: string, height: number): Promise<{ png: Buffer; width: number }> {
  const image = sharp(Buffer.from(svg), { density: 288 }).resize({ height }).png();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width };
}
