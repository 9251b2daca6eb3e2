import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { schemaRange } from '../../server/db/migrations.ts';
import { architectures } from '../base/packages.ts';
import { apiBase } from '../base/recipes.ts';
import { CommandError } from '../../server/CommandError.ts';
import { apiConfig } from './apiConfig.ts';
import { nativeEntries, packagesOf, portableEntries, serverEntries, tenantEntries } from './apiParts.ts';
import { cachedLayer } from './cachedLayer.ts';
import { compileServer, type CompiledServer } from './compileServer.ts';
import { type Base, findBases } from './findBase.ts';
import type { ImageLayout } from './ImageLayout.ts';
import { imageName } from './imageName.ts';
import { readBundle } from './imageParts.ts';
import { type Layer, makeLayer } from './makeLayer.ts';
import { type Lockfile, readLockfile } from './npmPackages.ts';
import type { ImageOptions, PartImage } from './imageOptions.ts';
import { storeImage } from './platformIndex.ts';

const repository = resolve(import.meta.dirname, '../..');

/** The part of a layer that a manifest and a config need. */
type Placed = { reason: string } & Pick<Layer, 'descriptor' | 'diffId'>;

/** The layers that all deployments share, for one processor. */
type Shared = { base: Base; layers: Placed[]; packages: string[] };

/** What a layer depends on besides its packages: the code that chooses and reads the files. */
function codeOf(...names: string[]): string[] {
  return names.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
}

function identify(lock: Lockfile, keys: string[]): string[] {
  return keys.map((key) => `${key} ${lock[key]?.integrity ?? lock[key]?.version}`);
}

/** Makes the shared layers and stores them in a layout. */
async function sharedLayers(
  layout: ImageLayout,
  server: CompiledServer,
  { cache, apiBase: source, report }: Required<Pick<ImageOptions, 'cache' | 'report'>> & Pick<ImageOptions, 'apiBase'>,
): Promise<Shared[]> {
  const lock = readLockfile();
  const bases = await findBases(source, cache, apiBase, report);
  const compiled = await makeLayer('server', serverEntries(server));
  layout.put(compiled.blob);
  const code = codeOf('apiParts.ts', 'npmPackages.ts', 'makeLayer.ts', '../base/elf.ts', '../licences/licences.ts');
  const portable = await cachedLayer(
    cache,
    'packages',
    [
      ...code,
      ...server.imports,
      ...architectures.flatMap((architecture) => identify(lock, packagesOf(server, lock, architecture).portable)),
    ],
    () => portableEntries(server, lock, cache, report),
    report,
  );
  return Promise.all(
    bases.map(async (base) => {
      const architecture = architectures.find((supported) => supported === base.config.architecture);
      if (!architecture)
        throw new CommandError(`The base is for ${base.config.architecture}; APIs run on ${architectures.join(', ')}.`);
      const packages = packagesOf(server, lock, architecture);
      const native = await cachedLayer(
        cache,
        'native',
        [...code, ...identify(lock, packages.native)],
        () => nativeEntries(packages, lock, architecture, cache, report),
        report,
      );
      for (const layer of base.layers) layout.linkFrom(layer, base.layout);
      for (const { descriptor, layout: from } of [native, portable]) layout.linkFrom(descriptor, from);
      return {
        base,
        layers: [
          { reason: 'native', ...native },
          { reason: 'packages', ...portable },
          { reason: 'server', ...compiled },
        ],
        packages: [...packages.portable, ...packages.native],
      };
    }),
  );
}

/**
 * Writes the API image of each deployment into a layout, for every processor, without a container engine. All layers but one are shared;
 * the last has the deployment's manifest and logos, so that nobody who gets one image reads another deployment's manifest. Equal sources
 * give equal digests. The caller adds the images to the index of the layout.
 * @throws CommandError when a bundle, a package or the base is missing
 */
export async function writeApiImages(layout: ImageLayout, options: ImageOptions): Promise<PartImage[]> {
  const { root, out, ids, report = () => undefined } = options;
  const server = await compileServer(repository);
  const shared = await sharedLayers(layout, server, { ...options, report });
  const packages = [...new Set(shared.flatMap((layers) => layers.packages))].sort();
  const schema = schemaRange();
  return Promise.all(
    ids.map(async (id): Promise<PartImage> => {
      const bundle = readBundle(join(out, id));
      const tenant = await makeLayer('tenant', tenantEntries(id, join(root, 'tenants')));
      layout.put(tenant.blob);
      const platforms = shared.map(({ base, layers }) => {
        const all = [...layers, { reason: 'tenant', ...tenant }];
        return {
          config: apiConfig(base, bundle, schema, all),
          layers: [...base.layers, ...all.map(({ descriptor }) => descriptor)],
          baseDigest: base.digest,
        };
      });
      const { image, bytes } = storeImage(layout, bundle, 'api', platforms);
      return {
        image,
        written: { id, part: 'api', name: imageName(bundle, 'api'), digest: image.digest, bytes, packages },
      };
    }),
  );
}
