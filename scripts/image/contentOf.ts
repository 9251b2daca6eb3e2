import { digestOf, type Descriptor, type ImageConfig, type Index, type Manifest } from './oci.ts';

/** Reads a manifest or a config by its descriptor. */
type Read = (kind: 'manifests' | 'blobs', descriptor: Descriptor) => Promise<Buffer>;

const revision = 'org.opencontainers.image.revision';

/** Reason of the layer with the files that name the commit. */
export const commitLayer = 'commit';

function without(record: Record<string, string> | undefined, key: string): Record<string, string> {
  return Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => name !== key));
}

/** A value as JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Leaves out what names the commit: a label, an annotation, a layer, a variable of the environment. */
function imageContent(manifest: Manifest, config: ImageConfig): string {
  const { layers, annotations, mediaType } = manifest;
  const named = layers.findIndex((layer) => layer.annotations?.['dev.signboard.reason'] === commitLayer);
  const keep = <T>(list: T[]): T[] => list.filter((_, index) => index !== named);
  const { config: settings, rootfs, history, ...rest } = config;
  return canonical({
    mediaType,
    annotations: without(annotations, revision),
    layers: keep(layers),
    config: {
      ...rest,
      config: {
        ...settings,
        Env: settings.Env?.filter((setting) => !setting.startsWith('COMMIT=')),
        Labels: without(settings.Labels, revision),
      },
      // One entry per layer, if the base has one per layer too.
      history: history.length === layers.length ? keep(history) : history,
      rootfs: keep(rootfs.diff_ids),
    },
  });
}

async function describe(read: Read, image: Descriptor): Promise<string> {
  const content = JSON.parse((await read('manifests', image)).toString('utf8')) as Index | Manifest;
  if ('manifests' in content) {
    const platforms = content.manifests.map(async (manifest) =>
      canonical([manifest.platform, await describe(read, manifest)]),
    );
    return canonical([without(content.annotations, revision), ...(await Promise.all(platforms)).sort()]);
  }
  const config = JSON.parse((await read('blobs', content.config)).toString('utf8')) as ImageConfig;
  return imageContent(content, config);
}

/**
 * Identifies the content of an image, or of an index of platforms: layers, base, user, entry point, health check, labels – all but
 * the commit. Images of different commits with equal content have the same result, `sha256:…`.
 */
export async function contentOf(read: Read, image: Descriptor): Promise<string> {
  return digestOf(await describe(read, image));
}
