import type { PartName } from './imageName.ts';
import type { Descriptor } from './oci.ts';
import type { StoredImage } from './previousAssets.ts';

/** What to make images of, and where they go. */
export type ImageOptions = {
  /** Folder with `tenants/`. */
  root: string;
  /** Folder of the bundles, `<out>/<id>/`; images go to `<out>/images/`. */
  out: string;
  /** Deployments to make images of. */
  ids: string[];
  /** Cache folder with the base; it may be deleted at any time. */
  cache: string;
  /** Folder with an OCI image layout, or `<registry>/<name>@sha256:…`; by default the base built from Debian packages. */
  base?: string;
  /** As `base`, for API images: it must have the libraries that Node needs. */
  apiBase?: string;
  /** The parts to write images of; all by default. */
  parts?: readonly PartName[];
  /** Load the images into docker or podman. */
  load?: boolean;
  /** Also write `signboard-<id>-<version>.tar`. */
  archive?: boolean;
  /**
   * The image of the release before, of which the new one keeps the scripts for open tabs; null if there was none. The same two
   * releases give the same image.
   */
  previous?: (id: string) => Promise<StoredImage | null>;
  /** Receives each progress message, such as the process that holds the lock. */
  report?: (line: string) => void;
};

/** A written image. */
export type WrittenImage = {
  id: string;
  part: PartName;
  /** `signboard-<id>:<version>` */
  name: string;
  /** Digest of its index of processors. */
  digest: string;
  /** Compressed bytes of all its layers for one processor. */
  bytes: number;
  /** Lockfile keys of the npm packages in the image. */
  packages: string[];
};

/** An image with its descriptor for the layout's index. */
export type PartImage = { image: Descriptor; written: WrittenImage };
