import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { filePurposes, fileRules } from '../../contract/filePurposes.ts';
import { uploading } from '../../contract/permissions.ts';
import { checkValues, type Rendered, renderChart } from '../support/chart.ts';

const repository = resolve(import.meta.dirname, '../..');
const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

/** What somebody has to give. */
const wanted = {
  tenant: 'iceland',
  registry: 'registry.example.org/team',
  web: { digest },
  api: { version: '1.4.0' },
  database: { secretName: 'iceland-database' },
  smtp: { secretName: 'iceland-mail' },
  ingress: { webHost: 'admin.example.is', apiHost: 'api.example.is' },
};

const models = { Deployment, HorizontalPodAutoscaler, Ingress, NetworkPolicy, PodDisruptionBudget, Service };

/** Wraps data so that every property which somebody asks for is noted by its path. */
function watched<T>(value: T, path: string, seen: Set<string>): T {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key, receiver) {
      const inner: unknown = Reflect.get(target, key, receiver);
      if (typeof key === 'symbol') return inner;
      seen.add(`${path}/${key}`);
      return Object.hasOwn(target, key) ? watched(inner, `${path}/${key}`, seen) : inner;
    },
  });
}

function paths(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [`${path}/${key}`, ...paths(inner, `${path}/${key}`)]);
}

/**
 * What Kubernetes would refuse in an object, or silently drop: what its schema is against, and fields that the schema
 * never looks at (misspelt, or at a wrong place).
 */
function problems(object: Rendered): string[] {
  const model = models[object.kind as keyof typeof models];
  if (!model) return [`${object.kind} is of no kind that is checked here`];
  const seen = new Set<string>();
  try {
    model.prototype.validate.call(watched(object, '', seen));
  } catch (error) {
    return [`${object.kind} ${object.metadata.name}: ${(error as Error).message}`];
  }
  return paths(object)
    .filter((path) => !seen.has(path))
    .map((path) => `${object.kind} ${object.metadata.name} knows no ${path}`);
}

type Pod = {
  securityContext: Record<string, unknown>;
  containers: { image: string; env: { name: string; value?: string; valueFrom?: unknown }[]; [key: string]: unknown }[];
  [key: string]: unknown;
};

describe('the chart', () => {
  let objects: Rendered[];
  let notes: string;

  beforeAll(() => {
    ({ objects, notes } = renderChart(wanted));
  }, 120_000);

  const find = (kind: string, name: string): Rendered => {
    const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
    if (!found) throw new Error(`no ${kind} ${name}`);
    return found;
  };
  const podOf = (half: string): Pod =>
    (find('Deployment', `signboard-iceland-${half}`)['spec'] as { template: { spec: Pod } }).template.spec;

  it('makes of one release a page, a backend, the way to both, and what keeps them up', () => {
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
    const both = ['Deployment', 'HorizontalPodAutoscaler', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'];
    expect(names).toEqual(
      [
        'Ingress signboard-iceland',
        ...both.flatMap((kind) => [`${kind} signboard-iceland-api`, `${kind} signboard-iceland-web`]),
      ].sort(),
    );
    expect(notes).toContain('exec deploy/signboard-iceland-api -- \\\n    node server/owner.js');
  });

  it('is what Kubernetes knows, field by field, whatever is switched', () => {
    const other = renderChart({
      ...wanted,
      imagePullSecrets: [{ name: 'registry' }],
      web: { digest, autoscaling: { enabled: false } },
      openid: { secretName: 'iceland-openid' },
      database: { ...wanted.database, caSecretName: 'database-ca' },
      ingress: { ...wanted.ingress, className: 'nginx', tlsSecretName: 'tls', annotations: { 'example.org/a': 'b' } },
      networkPolicy: {
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
        database: { to: [{ ipBlock: { cidr: '10.0.0.0/24' } }] },
      },
    });
    expect([...objects, ...other.objects].flatMap(problems)).toEqual([]);
    expect(other.objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')).toHaveLength(1);
    // The net that catches it has no hole.
    const service = find('Service', 'signboard-iceland-web');
    expect(problems({ ...service, spec: { ...(service['spec'] as object), selektor: {} } })).toEqual([
      'Service signboard-iceland-web knows no /spec/selektor',
    ]);
  });

  it('runs both read-only, as nobody in particular, with probes and limits', () => {
    for (const half of ['web', 'api']) {
      const pod = podOf(half);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(pod['automountServiceAccountToken']).toBe(false);
      for (const container of pod.containers)
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          livenessProbe: expect.anything(),
          readinessProbe: expect.anything(),
          resources: { limits: { cpu: expect.anything(), memory: expect.anything() } },
        });
    }
    // As the images have it.
    expect(podOf('web').securityContext['runAsUser']).toBe(101);
    expect(readFileSync(join(repository, 'docker/api.Dockerfile'), 'utf8')).toContain('USER 1000:1000');
    expect(podOf('api').securityContext['runAsUser']).toBe(1000);
  });

  it('gives page and backend the addresses of each other, and secrets by name only', () => {
    const environment = (half: string) =>
      Object.fromEntries(podOf(half).containers[0]?.env.map((one) => [one.name, one.value ?? one.valueFrom]) ?? []);
    expect(environment('web')).toEqual({ BACKEND_URL: 'https://api.example.is/' });
    expect(environment('api')).toMatchObject({
      TENANT: 'iceland',
      CORS_ORIGINS: 'https://admin.example.is',
      PUBLIC_URL: 'https://api.example.is/',
      DATABASE_URL: { secretKeyRef: { name: 'iceland-database', key: 'DATABASE_URL' } },
      TRUSTED_HOPS: '1',
    });
    // Every setting is one that the backend reads.
    const read = readFileSync(join(repository, 'server/config.ts'), 'utf8');
    for (const name of Object.keys(environment('api'))) expect(read).toContain(`'${name}'`);
    expect(podOf('web').containers[0]?.image).toBe(`registry.example.org/team/signboard-iceland@${digest}`);
    expect(podOf('api').containers[0]?.image).toBe('registry.example.org/team/signboard-api:1.4.0');
  });

  it('lets through the largest file that somebody may upload', () => {
    const annotations = (find('Ingress', 'signboard-iceland').metadata as { annotations?: Record<string, string> })
      .annotations;
    const [, megabytes = ''] =
      /^(\d+)m$/.exec(annotations?.['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '') ?? [];
    const sizes = filePurposes
      .filter((purpose) => uploading[purpose].roles.length > 0)
      .map((purpose) => fileRules[purpose].maxBytes);
    expect(Math.max(...sizes)).toBe(1024 * 1024 * 1024);
    // The form around it is small.
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThanOrEqual(Math.max(...sizes) + 64 * 1024);
  });

  it('gives a backend that stops the time that it may take', () => {
    const stopping = (pod: Pod) => {
      const [container] = pod.containers;
      const set = Object.fromEntries(container?.env.map(({ name, value }) => [name, Number(value)]) ?? []);
      return {
        before: (container?.['lifecycle'] as { preStop: { exec: { command: string[] } } } | undefined)?.preStop.exec
          .command,
        own: (set['STOP_DELAY_SECONDS'] ?? 0) + (set['STOP_TIMEOUT_SECONDS'] ?? 0),
        all: pod['terminationGracePeriodSeconds'],
      };
    };
    expect(stopping(podOf('api'))).toEqual({ before: ['sleep', '5'], own: 27, all: 42 });
    const patient = renderChart({ ...wanted, api: { version: '1.4.0', preStopSeconds: 10, stopTimeoutSeconds: 120 } });
    const { spec } = patient.objects.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name.endsWith('-api'),
    ) as unknown as { spec: { template: { spec: Pod } } };
    expect(stopping(spec.template.spec)).toEqual({ before: ['sleep', '10'], own: 122, all: 142 });
  });

  it('lets the page call nobody, and the backend its database, its mail server and names', () => {
    const egress = (half: string) =>
      (find('NetworkPolicy', `signboard-iceland-${half}`)['spec'] as { egress: { ports: { port: number }[] }[] })
        .egress;
    expect(egress('web')).toEqual([]);
    expect(egress('api').flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual([53, 53, 5432, 587]);
  });

  it('refuses values that are missing, misspelt or cannot be', () => {
    expect(checkValues(wanted)).toEqual([]);
    expect(checkValues({}).join('\n')).toContain('/tenant');
    expect(checkValues({ ...wanted, web: { digest, replica: 3 } }).join('\n')).toContain('/web');
    expect(
      checkValues({ ...wanted, ingress: { webHost: 'https://admin.example.is', apiHost: 'api.example.is' } }),
    ).toEqual([expect.stringContaining('/ingress/webHost')]);
    expect(() => renderChart({ ...wanted, web: {} })).toThrow('web.digest or web.version is required');
  });
});

describe('bake.hcl', () => {
  const bake = readFileSync(join(repository, 'docker/bake.hcl'), 'utf8');

  it('names files and build arguments that there are', () => {
    for (const [, block = ''] of bake.matchAll(/^target "\w+" \{\n([\s\S]*?)^\}/gm)) {
      const [, dockerfile = ''] = /dockerfile = "(\S+)"/.exec(block) ?? [];
      const recipe = readFileSync(join(repository, dockerfile), 'utf8');
      for (const [, argument] of block.matchAll(/^ {4}([A-Z_]+) +=/gm))
        expect(recipe).toMatch(new RegExp(`^ARG ${argument}$`, 'm'));
    }
    expect(bake).not.toMatch(/iceland"|brazil/);
  });

  it('finds in the list of deployments what it takes from it', () => {
    const list = spawnSync(process.execPath, [join(repository, 'scripts/tenants.ts'), 'list', '--json'], {
      encoding: 'utf8',
    });
    const tenants = JSON.parse(list.stdout) as Record<string, unknown>[];
    const used = [...new Set([...bake.matchAll(/tenant\.(\w+)/g)].map(([, name = '']) => name))].sort();
    expect(used).toEqual(['id', 'version']);
    expect(tenants.length).toBeGreaterThan(10);
    for (const tenant of tenants) for (const name of used) expect(tenant[name]).toEqual(expect.stringMatching(/\S/));
  });
});
