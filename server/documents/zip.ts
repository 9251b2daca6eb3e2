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
 * A ZIP archive of files, written in parts. The sources of the files are closed as soon as the consumer stops.
 * @param options.created the time stamp of the files
 */
export function zip(parts: AsyncIterable<Part> | Iterable<Part>, { created }: { created: Date }): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream.pipe(new PassThrough());
  const opened: Readable[] = [];
  const fail = (error: Error) => output.destroy(error);
  const addFiles = async () => {
    const options = { mtime: created };
    for await (const { path, content } of parts)
      if (typeof content === 'function')
        archive.addReadStreamLazy(path, options, (give) => {
          if (output.destroyed) return;
          const stream = Readable.from(content(), { objectMode: false });
          opened.push(stream);
          give(null, stream);
        });
      else archive.addBuffer(Buffer.from(content), path, options);
    archive.end();
  };
  archive.on('error', fail);
  output.once('close', () => {
    for (const stream of opened) stream.destroy();
  });
  addFiles().catch(fail);
  return output;
}
