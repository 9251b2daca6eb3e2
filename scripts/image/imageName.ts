import type { Descriptor } from './oci.ts';

/** The parts of a release, in the order in which they go up: an API serves the page of the previous release too. */
export const partNames = ['api', 'page'] as const;

/** A part of a release: the API or the page. Each has its own image. */
export type PartName = (typeof partNames)[number];

/** A version as a tag; tags cannot contain the + of a version. */
export const tagOf = (version: string): string => version.replaceAll('+', '_');

/** Name of a part's repository without its path: `signboard-iceland`, `signboard-iceland-api`. */
export function repositoryName(id: string, part: PartName): string {
  return `signboard-${id}${part === 'page' ? '' : `-${part}`}`;
}

/** Name and tag of an image: `signboard-iceland:4.2.3`. */
export function imageName({ id, version }: { id: string; version: string }, part: PartName = 'page'): string {
  return `${repositoryName(id, part)}:${tagOf(version)}`;
}

/** Annotations of an image in a layout's index: its name for container engines, its deployment and its part. */
export function nameAnnotations(bundle: { id: string; version: string }, part: PartName): Record<string, string> {
  const name = imageName(bundle, part);
  return {
    'dev.signboard.part': part,
    'dev.signboard.tenant': bundle.id,
    'io.containerd.image.name': `docker.io/library/${name}`,
    'org.opencontainers.image.ref.name': name,
  };
}

/** The deployment of an image in a layout's index. */
export function tenantOf({ annotations }: Descriptor): string | undefined {
  return annotations?.['dev.signboard.tenant'];
}
