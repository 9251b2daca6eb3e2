import { expect, it } from '@jest/globals';
import type { BundleRecord } from './imageParts.ts';
import { type Entry, makeLayer } from './makeLayer.ts';
import { type Manifest, mediaTypes } from './oci.ts';
import { previousPart, type StoredImage } from './previousAssets.ts';

const www = 'usr/share/signboard/www';
const file = (path: string): Entry => ({ path: `${www}/${path}`, content: Buffer.from(`content of ${path}`) });

/** An image with a layer of files for each reason. */
async function imageOf(digest: string, layers: Record<string, string[]>): Promise<StoredImage> {
  const made = await Promise.all(
    Object.entries(layers).map(async ([reason, paths]) => makeLayer(reason, paths.map(file), 'usr/share/signboard')),
  );
  const manifest: Manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: { mediaType: mediaTypes.config, digest: 'sha256:0', size: 0 },
    layers: made.map(({ descriptor }) => descriptor),
    annotations: { 'dev.signboard.bundle-digest': digest },
  };
  const blobs = new Map(made.map(({ descriptor, blob }) => [descriptor.digest, blob]));
  return { manifest, read: ({ digest: wanted }) => blobs.get(wanted) ?? Buffer.alloc(0) };
}

const bundle = (digest: string, paths: string[]): BundleRecord => ({
  id: 'iceland',
  version: '2.0.0',
  commit: 'abc',
  digest,
  packages: [],
  files: paths.map((path) => ({ path, sha256: '', reason: 'core' })),
});

const before = () =>
  imageOf('one', {
    server: ['../nginx.conf'],
    core: ['assets/app.1.js', 'assets/app.1.js.br', 'assets/same.js', 'assets/same.js.br'],
    'flag:feedback': ['assets/feedback.1.js'],
    brand: ['index.html', 'version.json', 'assets/logo.1.svg'],
    previous: ['assets/app.0.js'],
  });

const pathsOf = async (image: StoredImage, record: BundleRecord): Promise<string[] | undefined> =>
  (await previousPart(image, record))?.entries().map(({ path }) => path.slice(www.length + 1));

it('keeps the files with a hash in their name that the new release has not, with their compressed variants', async () => {
  const record = bundle('two', ['index.html', 'assets/app.2.js', 'assets/same.js']);
  expect(await pathsOf(await before(), record)).toEqual([
    'assets/app.1.js',
    'assets/app.1.js.br',
    'assets/feedback.1.js',
    'assets/logo.1.svg',
  ]);
});

it('keeps what an image of the same release kept, so that shipping it again gives the same image', async () => {
  expect(await pathsOf(await before(), bundle('one', ['assets/app.1.js']))).toEqual(['assets/app.0.js']);
});

it('adds no layer when no file is gone', async () => {
  const record = bundle('two', ['assets/app.1.js', 'assets/same.js', 'assets/feedback.1.js', 'assets/logo.1.svg']);
  expect(await previousPart(await before(), record)).toBeNull();
});
