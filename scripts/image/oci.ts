import { createHash } from 'node:crypto';

/** What points at a blob (OCI image specification 1.1, descriptor). */
export type Descriptor = {
  mediaType: string;
  /** `sha256:<hex>` of the blob. */
  digest: string;
  /** Bytes. */
  size: number;
  annotations?: Record<string, string>;
  platform?: { os: string; architecture: string; variant?: string };
  /** Of a manifest that is no image. */
  artifactType?: string;
};

/** The list of an image's parts. */
export type Manifest = {
  schemaVersion: 2;
  mediaType: string;
  config: Descriptor;
  layers: Descriptor[];
  annotations?: Record<string, string>;
  /** What it is, where it is no image. */
  artifactType?: string;
  /** The manifest that it says something about. */
  subject?: Descriptor;
};

/** The list of images of a layout, or of the platforms of one image. */
export type Index = { schemaVersion: 2; mediaType: string; manifests: Descriptor[] };

/** How a container of the image runs, and what its layers unpack to. Health checks are Docker's addition. */
export type ImageConfig = {
  created: string;
  architecture: string;
  os: string;
  variant?: string;
  config: {
    User?: string;
    ExposedPorts?: Record<string, object>;
    Env?: string[];
    Entrypoint?: string[];
    Cmd?: string[];
    WorkingDir?: string;
    Labels?: Record<string, string>;
    StopSignal?: string;
    Healthcheck?: { Test: string[]; Interval: number; Timeout: number; StartPeriod: number; Retries: number };
  };
  rootfs: { type: 'layers'; diff_ids: string[] };
  history: { created: string; created_by: string; empty_layer?: true }[];
};

export const mediaTypes = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  /** A config that says nothing: `{}`. */
  empty: 'application/vnd.oci.empty.v1+json',
  dockerIndex: 'application/vnd.docker.distribution.manifest.list.v2+json',
  dockerManifest: 'application/vnd.docker.distribution.manifest.v2+json',
} as const;

/** The same bytes are always the same image, so nothing in it tells a time. */
export const epoch = new Date(0);

/** `sha256:<hex>` of the bytes. */
export function digestOf(bytes: Buffer | string): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
