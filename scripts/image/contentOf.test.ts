import { describe, expect, test } from '@jest/globals';
import { contentOf } from './contentOf.ts';
import { type Descriptor, digestOf, type ImageConfig, type Manifest, mediaTypes } from './oci.ts';

type Parts = { commit?: string; headers?: string; user?: string };

/** The content of an image with a layer of headers and one that names the commit. */
async function contentWith({ commit = 'a', headers = 'nosniff', user = '101' }: Parts): Promise<string> {
  const blobs = new Map<string, Buffer>();
  const put = (mediaType: string, value: unknown, annotations?: Record<string, string>): Descriptor => {
    const bytes = Buffer.from(JSON.stringify(value));
    const digest = digestOf(bytes);
    blobs.set(digest, bytes);
    return { mediaType, digest, size: bytes.length, annotations };
  };
  const layers = [
    put(mediaTypes.layer, headers, { 'dev.signboard.reason': 'headers' }),
    put(mediaTypes.layer, commit, { 'dev.signboard.reason': 'commit' }),
  ];
  const config: ImageConfig = {
    created: '1970-01-01T00:00:00.000Z',
    architecture: 'amd64',
    os: 'linux',
    config: { User: user, Labels: { 'org.opencontainers.image.revision': commit } },
    rootfs: { type: 'layers', diff_ids: layers.map(({ digest }) => digest) },
    history: layers.map(() => ({ created: '1970-01-01T00:00:00.000Z', created_by: 'test' })),
  };
  const manifest: Manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: put(mediaTypes.config, config),
    layers,
    annotations: { 'org.opencontainers.image.revision': commit },
  };
  const read = async (_: unknown, { digest }: Descriptor): Promise<Buffer> => blobs.get(digest) ?? Buffer.of();
  return contentOf(read, put(mediaTypes.manifest, manifest));
}

describe('the content of an image', () => {
  test('is the same from another commit', async () => {
    expect(await contentWith({ commit: 'b' })).toBe(await contentWith({}));
  });

  test('is another with another response header', async () => {
    expect(await contentWith({ headers: 'none' })).not.toBe(await contentWith({}));
  });

  test('is another with another user', async () => {
    expect(await contentWith({ user: '0' })).not.toBe(await contentWith({}));
  });
});
