import type { Base } from './findBase.ts';
import type { BundleRecord } from './imageParts.ts';
import { home } from './imageParts.ts';
import { epoch, type ImageConfig } from './oci.ts';

const second = 1e9;

/** Labels of an image; `docker/Dockerfile` sets the same. */
function labels({ id, version, commit, digest }: BundleRecord): Record<string, string> {
  return {
    'dev.signboard.bundle-digest': digest,
    'dev.signboard.tenant': id,
    'org.opencontainers.image.revision': commit,
    'org.opencontainers.image.title': `signboard-${id}`,
    'org.opencontainers.image.version': version,
  };
}

/** OCI configuration of an image: unprivileged user, health check, graceful stop. */
export function imageConfig(
  base: Base,
  bundle: BundleRecord,
  layers: { reason: string; diffId: string }[],
): ImageConfig {
  const created = epoch.toISOString();
  const { architecture, os, variant, rootfs, config, history } = base.config;
  return {
    created,
    architecture,
    os,
    variant,
    config: {
      User: '101:101',
      ExposedPorts: { '8080/tcp': {} },
      Env: config.Env,
      Entrypoint: [`/${home}/entrypoint.sh`],
      Cmd: ['serve'],
      WorkingDir: '/',
      Labels: labels(bundle),
      StopSignal: 'SIGQUIT',
      Healthcheck: {
        Test: ['CMD', `/${home}/healthcheck.sh`],
        Interval: 10 * second,
        Timeout: 3 * second,
        StartPeriod: 5 * second,
        Retries: 3,
      },
    },
    rootfs: { type: 'layers', diff_ids: [...rootfs.diff_ids, ...layers.map(({ diffId }) => diffId)] },
    history: [...(history ?? []), ...layers.map(({ reason }) => ({ created, created_by: `signboard: ${reason}` }))],
  };
}
