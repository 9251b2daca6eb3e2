import { schemaLabels } from '../image/apiConfig.ts';
import type { ImageLayout } from '../image/ImageLayout.ts';
import { partOf, tenantOf } from '../image/imageName.ts';
import type { Index, Manifest } from '../image/oci.ts';

/** A deployment's API image at one revision, on an empty base, reduced to what is compared. */
export type ApiState = {
  /** Digests of its layers by reason: `native`, `packages`, `server`, `tenant`. */
  layers: Record<string, string>;
  /** Its last migration. */
  schema: string;
  /** `contentOf` the image. */
  content: string;
};

/** Why an API image changed. */
export type ApiReason = {
  kind: 'server' | 'schema' | 'base image' | 'packages' | 'manifest' | 'settings' | 'new' | 'removed';
  /** What changed; may be empty. */
  detail: string;
};

/** Reads the API images of a layout, by deployment. */
export function apiStates(layout: ImageLayout, contents: Record<string, string>): Record<string, ApiState> {
  const images = layout.index().manifests.filter((image) => partOf(image) === 'api');
  return Object.fromEntries(
    images.map((image): [string, ApiState] => {
      const { manifests, annotations } = layout.readJson<Index>(image);
      const layers = manifests.slice(0, 1).flatMap((manifest) => layout.readJson<Manifest>(manifest).layers);
      const [name = ''] = (image.annotations?.['org.opencontainers.image.ref.name'] ?? '').split(':');
      return [
        tenantOf(image) ?? '',
        {
          layers: Object.fromEntries(
            layers.map((layer) => [layer.annotations?.['dev.signboard.reason'] ?? '', layer.digest]),
          ),
          schema: annotations?.[schemaLabels.newest] ?? '',
          content: contents[name] ?? '',
        },
      ];
    }),
  );
}

/** The reason for each layer that differs. */
const layerReasons = { native: 'packages', packages: 'packages', server: 'server', tenant: 'manifest' } as const;

/**
 * Why a deployment's API image differs between two revisions; empty when it does not.
 * @param isBaseChanged whether the Debian packages of the base changed
 */
export function apiReasons(
  before: ApiState | undefined,
  after: ApiState | undefined,
  isBaseChanged: boolean,
): ApiReason[] {
  if (!before || !after) return after ? [{ kind: 'new', detail: '' }] : before ? [{ kind: 'removed', detail: '' }] : [];
  const kinds = Object.entries(layerReasons).flatMap(([layer, kind]) =>
    before.layers[layer] === after.layers[layer] ? [] : [kind],
  );
  const reasons: ApiReason[] = [
    ...[...new Set(kinds)].map((kind): ApiReason => ({ kind, detail: '' })),
    ...(before.schema === after.schema
      ? []
      : [{ kind: 'schema' as const, detail: `${before.schema} → ${after.schema}` }]),
    ...(isBaseChanged ? [{ kind: 'base image' as const, detail: '' }] : []),
  ];
  return reasons.length > 0 || before.content === after.content ? reasons : [{ kind: 'settings', detail: '' }];
}
