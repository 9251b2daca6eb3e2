import type { Base } from './findBase.ts';
import { repositoryName } from './imageName.ts';
import type { BundleRecord } from './imageParts.ts';
import { type SchemaRange } from '../../server/db/migrations.ts';
import { apiHome } from './apiParts.ts';
import { epoch, type ImageConfig } from './oci.ts';

const second = 1e9;

/** Labels of the schema: what a rollback must know without a database. */
export const schemaLabels = { newest: 'dev.signboard.schema', oldest: 'dev.signboard.schema.oldest' } as const;

/** How Node runs the server: a limited heap, because by default garbage grows with the memory of the machine before it is collected. */
export const apiCommand = [
  'node',
  '--max-old-space-size=256',
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  'server/main.js',
];

/** Environment of the server. Fewer malloc arenas: threads share them and keep less unused memory. */
export const apiSettings = ['NODE_ENV=production', 'HOST=0.0.0.0', 'PORT=8000', 'MALLOC_ARENA_MAX=2'];

/** OCI configuration of an API image: unprivileged user, health check, graceful stop. */
export function apiConfig(
  base: Pick<Base, 'config'>,
  { id, version, commit }: BundleRecord,
  schema: SchemaRange,
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
      User: '1000:1000',
      ExposedPorts: { '8000/tcp': {} },
      Env: [...(config.Env ?? []), ...apiSettings, `TENANT=${id}`, `COMMIT=${commit}`],
      Cmd: apiCommand,
      WorkingDir: `/${apiHome}`,
      Labels: {
        [schemaLabels.newest]: schema.newest,
        [schemaLabels.oldest]: schema.oldest,
        'dev.signboard.part': 'api',
        'dev.signboard.tenant': id,
        'org.opencontainers.image.revision': commit,
        'org.opencontainers.image.title': repositoryName(id, 'api'),
        'org.opencontainers.image.version': version,
      },
      StopSignal: 'SIGTERM',
      Healthcheck: {
        // Busybox, because a new process of Node takes seconds when the machine is busy. `$PORT` needs a shell.
        Test: ['CMD', '/bin/busybox', 'sh', '-c', '/bin/busybox wget -q -O /dev/null "http://127.0.0.1:$PORT/livez/"'],
        Interval: 10 * second,
        Timeout: 10 * second,
        // Migrations run before the first answer; the chart gives them as long.
        StartPeriod: 600 * second,
        Retries: 3,
      },
    },
    rootfs: { type: 'layers', diff_ids: [...rootfs.diff_ids, ...layers.map(({ diffId }) => diffId)] },
    history: [...(history ?? []), ...layers.map(({ reason }) => ({ created, created_by: `signboard: ${reason}` }))],
  };
}
