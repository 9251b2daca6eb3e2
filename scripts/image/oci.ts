import { createHash } from 'node:crypto';

/** OCI descriptor: a reference to a blob (image specification 1.1). */
export type Descriptor = {
  mediaType: string;
  /** `sha256:<hex>` of the blob. */
  digest: string;
  /** Bytes. */
  size: number;
  annotations?: Record<string, string>;
  platform?: { os: string; architecture: string; variant?: string };
  /** For artifacts other than images. */
  artifactType?: string;
};

/** OCI image manifest. */
export type Manifest = {
  schemaVersion: 2;
  mediaType: string;
  config: Descriptor;
  layers: Descriptor[];
  annotations?: Record<string, string>;
  /** For artifacts other than images. */
  artifactType?: string;
  /** The manifest that this artifact refers to. */
  subject?: Descriptor;
};

/** OCI index: the images of a layout, or the platforms of one image. */
export type Index = {
  schemaVersion: 2;
  mediaType: string;
  manifests: Descriptor[];
  annotations?: Record<string, string>;
};

/** OCI image configuration, with Docker's extension for health checks. */
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
  /** The empty config, `{}`. */
  empty: 'application/vnd.oci.empty.v1+json',
  dockerIndex: 'application/vnd.docker.distribution.manifest.list.v2+json',
  dockerManifest: 'application/vnd.docker.distribution.manifest.v2+json',
} as const;

/** The time of all files in images, so that equal content gives equal bytes. */
export const epoch = new Date(0);

/** `sha256:<hex>` of the bytes. */
export function digestOf(bytes: Buffer | string): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
