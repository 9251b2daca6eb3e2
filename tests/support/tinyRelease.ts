import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ImageLayout } from '../../scripts/image/ImageLayout.ts';
import { imageName, nameAnnotations, type PartName } from '../../scripts/image/imageName.ts';
import { makeLayer } from '../../scripts/image/makeLayer.ts';
import { type ImageConfig, type Manifest, mediaTypes } from '../../scripts/image/oci.ts';
import type { SchemaRange } from '../../server/db/migrations.ts';
import type { Destination } from '../../scripts/ship/destination.ts';
import type { Ring } from '../../scripts/ship/ledger.ts';
import type { BuiltPart } from '../../scripts/ship/pushParts.ts';
import { shipParts, type Shipped } from '../../scripts/ship/ship.ts';

/** A release of a page and an API that contain one file each. */
export type TinyRelease = {
  version: string;
  commit?: string;
  content?: string;
  user?: string;
  /** The schemas that its API works with. */
  schema?: SchemaRange;
  /** The wave that ships it. */
  wave?: Ring;
  /** Whether a second build gave the same; by default it did. */
  isCompared?: boolean;
  /** Ships it although the current release cannot run on its schema. */
  contract?: boolean;
};

async function writeTiny(layout: ImageLayout, part: PartName, release: TinyRelease): Promise<BuiltPart> {
  const { version, commit = 'c0ffee', content = version, user = '101:101', schema } = release;
  const bundle = { id: 'iceland', version };
  const layers = [
    await makeLayer('brand', [{ path: 'file', content: Buffer.from(`${part} ${content}`) }]),
    await makeLayer('commit', [{ path: 'version.json', content: Buffer.from(commit) }]),
  ];
  for (const { blob } of layers) layout.put(blob);
  const Labels = {
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': commit,
    ...(schema && { 'dev.signboard.schema': schema.newest, 'dev.signboard.schema.oldest': schema.oldest }),
  };
  const created = '1970-01-01T00:00:00.000Z';
  const config: ImageConfig = {
    created,
    architecture: 'amd64',
    os: 'linux',
    config: { User: user, Labels },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(() => ({ created, created_by: 'test' })),
  };
  const manifest: Manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    annotations: Labels,
    config: layout.putJson(mediaTypes.config, config),
    layers: layers.map(({ descriptor }) => descriptor),
  };
  const image = { ...layout.putJson(mediaTypes.manifest, manifest), annotations: nameAnnotations(bundle, part) };
  const { digest } = image;
  return {
    part,
    image,
    written: { ...bundle, part, name: imageName(bundle, part), digest, bytes: 0, packages: [] },
  };
}

/** Ships a tiny release of Iceland, as `npm run ship` does after its two builds. `folder` is a scratch folder. */
export async function shipTiny(destination: Destination, folder: string, release: TinyRelease): Promise<Shipped> {
  mkdirSync(join(folder, 'tenants'), { recursive: true });
  const layout = new ImageLayout(join(folder, 'images'));
  const parts = [await writeTiny(layout, 'api', release), await writeTiny(layout, 'page', release)];
  const { version, commit = 'c0ffee', content = version, contract = false, isCompared = true, wave } = release;
  const digest = Buffer.from(content).toString('hex').padEnd(64, '0');
  const bundle = { id: 'iceland', version, commit, digest, files: [], packages: [] };
  return shipParts(
    destination,
    parts,
    { root: folder, layout, bundle, started: new Date() },
    {
      isCompared,
      report: () => undefined,
      contract,
      ...(wave && { wave }),
    },
  );
}
