import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';

/**
 * The files of a compressed layer with their content. Links and folders are left out.
 * @param isWanted chooses files by path
 */
export async function* layerFiles(
  layer: Buffer,
  isWanted: (path: string) => boolean = () => true,
): AsyncGenerator<{ path: string; content: Buffer }> {
  const tar = extract();
  tar.end(gunzipSync(layer));
  for await (const entry of tar) {
    const { name, type } = entry.header;
    if (type === 'file' && isWanted(name)) yield { path: name, content: await buffer(entry) };
    else entry.resume();
  }
}
