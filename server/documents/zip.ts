import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file in an archive: complete, or streamed. */
export type Part = { path: string; content: string | Buffer | (() => AsyncIterable<string>) };

/** Escapes text for XML. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The first line of every XML file. */
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * A ZIP archive of files, written in parts. The sources of the files are closed if the consumer stops early.
 * @param options.created the time stamp of the files
 */
export async function* zip(parts: readonly Part[], { created }: { created: Date }): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile();
  const output = archive.outputStream.pipe(new PassThrough());
  const opened: Readable[] = [];
  archive.on('error', (error: Error) => output.destroy(error));
  for (const { path, content } of parts) {
    const options = { mtime: created };
    if (typeof content === 'function')
      archive.addReadStreamLazy(path, options, (give) => {
        const stream = Readable.from(content(), { objectMode: false });
        opened.push(stream);
        give(null, stream);
      });
    else archive.addBuffer(Buffer.from(content), path, options);
  }
  archive.end();
  try {
    for await (const chunk of output) yield chunk as Uint8Array;
  } finally {
    for (const stream of opened) stream.destroy();
  }
}
