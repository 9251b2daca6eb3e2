import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where clamd listens. */
export type ScannerPlace = { host: string; port: number } | { path: string };

/** The port of clamd, unless another one is given. */
const defaultPort = 3310;

/** The scanner does not answer, or cannot check this file. */
export class ScanError extends Error {
  override name = 'ScanError';
}

/** Reads `clamd://host:3310` or `unix:/path/of/the/socket`; null if it is neither. */
export function parseScanUrl(text: string): ScannerPlace | null {
  const [, path] = /^unix:(?:\/\/)?(\/[^\0\s]+)$/.exec(text) ?? [];
  if (path !== undefined) return { path };
  if (!/^clamd:\/\/[^/?#@\s]+\/?$/.test(text) || !URL.canParse(text)) return null;
  const { hostname, port } = new URL(text);
  return hostname ? { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) } : null;
}

/** The bytes of a file as clamd's command INSTREAM takes them: each part with its length, and a length of 0 at the end. */
async function* framed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of chunks) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield Buffer.alloc(4);
}

/** The name of the malware in a reply of clamd; null: it found none. */
function findingIn(reply: string): string | null {
  if (reply === 'stream: OK') return null;
  const [, name] = /^stream: (.+) FOUND$/.exec(reply) ?? [];
  // With AlertExceedsMax clamd says so when it did not read the whole file.
  if (!name || name.startsWith('Heuristics.Limits.Exceeded'))
    throw new ScanError(`The scanner could not check the file: ${reply || 'it closed the connection'}`);
  return name;
}

/**
 * Sends a file to clamd (https://docs.clamav.net/manual/Usage/ClamdProtocol.html) and returns the name of the malware that it
 * found, or null.
 * @param silence how long clamd may be silent, in milliseconds
 * @throws ScanError if clamd does not answer, or did not check the file. Errors of `chunks` are passed on.
 */
export async function scanWithClamd(
  place: ScannerPlace,
  chunks: AsyncIterable<Buffer>,
  { silence }: { silence: number },
): Promise<string | null> {
  let unreadable: { error: unknown } | null = null;
  async function* watched() {
    try {
      yield* chunks;
    } catch (error) {
      unreadable = { error };
      throw error;
    }
  }
  const socket = connect(place);
  socket.setTimeout(silence, () => socket.destroy(new Error(`no answer within ${silence / 1000} s`)));
  const answered = (async () => {
    let reply = '';
    for await (const part of socket) {
      reply += (part as Buffer).toString('utf8');
      if (reply.includes('\0')) break;
    }
    return reply.replace(/\0[^]*$/, '').trim();
  })();
  const [sent, reply] = await Promise.allSettled([
    pipeline(Readable.from(framed(watched())), socket, { end: false }),
    answered,
  ]);
  socket.destroy();
  if (unreadable) throw (unreadable as { error: unknown }).error;
  // clamd may answer and close the connection before everything was sent, for example above its limit.
  if (reply.status === 'fulfilled' && reply.value) return findingIn(reply.value);
  const cause: unknown = reply.status === 'rejected' ? reply.reason : sent.status === 'rejected' ? sent.reason : null;
  throw new ScanError('The scanner does not answer.', { cause });
}
