import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { type FilePurpose, filePurposes, fileRules } from '../../contract/filePurposes.ts';
import { uploadPermissions } from '../../contract/permissions.ts';
import { checkValues, type Rendered, renderChart } from '../support/chart.ts';

const repository = resolve(import.meta.dirname, '../..');
const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;
const apiDigest = `sha256:${'fedcba9876543210'.repeat(4)}`;

/** The required values. */
const required = {
  tenant: 'iceland',
  registry: 'registry.example.org/team',
  web: { digest },
  api: { digest: apiDigest },
  database: { secretName: 'iceland-database' },
  smtp: { secretName: 'iceland-mail' },
  files: { secretName: 'iceland-files' },
  ingress: { webHost: 'admin.example.is', apiHost: 'api.example.is' },
};

const models = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  PodMonitor,
  Service,
};

/** Wraps data to record the path of every property that is read. */
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
 * Problems of an object that Kubernetes would refuse or silently ignore: schema violations, and fields unknown to the
 * schema (misspelt, or in a wrong place).
 */
function problems(object: Rendered): string[] {
  const model = models[object.kind as keyof typeof models];
  if (!model) return [`${object.kind} has no schema in this test`];
  const seen = new Set<string>();
  try {
    model.prototype.validate.call(watched(object, '', seen));
  } catch (error) {
    return [`${object.kind} ${object.metadata.name}: ${(error as Error).message}`];
  }
  return paths(object)
    .filter((path) => !seen.has(path))
    .map((path) => `${object.kind} ${object.metadata.name} has an unknown field ${path}`);
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
    ({ objects, notes } = renderChart(required));
  });

  const find = (kind: string, name: string): Rendered => {
    const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
    if (!found) throw new Error(`no ${kind} ${name}`);
    return found;
  };
  const podOf = (half: string): Pod =>
    (find('Deployment', `signboard-iceland-${half}`)['spec'] as { template: { spec: Pod } }).template.spec;

  it('renders page, backend, ingress and availability settings of one release', () => {
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

  it('is valid for Kubernetes in every field, for any switches', () => {
    const other = renderChart({
      ...required,
      imagePullSecrets: [{ name: 'registry' }],
      web: { digest, autoscaling: { enabled: false } },
      openid: { secretName: 'iceland-openid' },
      health: { secretName: 'iceland-health' },
      securityLog: { secretName: 'iceland-syslog' },
      scanner: { url: 'clamd://clamav.security:3310' },
      objectStore: { filesUrl: 's3://files/iceland', recordingsUrl: 's3://video', secretName: 'iceland-store' },
      metrics: { enabled: true, podMonitor: { enabled: true, labels: { release: 'prometheus' } } },
      tracing: { endpoint: 'http://collector.monitoring:4318' },
      webhooks: { enabled: true },
      database: {
        ...required.database,
        migrateSecretKey: 'OWNER_URL',
        caSecretName: 'database-ca',
        listenSecretKey: 'DIRECT_URL',
        replicaSecretKey: 'REPLICA_URL',
      },
      ingress: { ...required.ingress, className: 'nginx', tlsSecretName: 'tls', annotations: { 'example.org/a': 'b' } },
      networkPolicy: {
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
        database: { to: [{ ipBlock: { cidr: '10.0.0.0/24' } }] },
      },
    });
    expect([...objects, ...other.objects].flatMap(problems)).toEqual([]);
    expect(other.objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')).toHaveLength(1);
    // Checks that the validation detects an unknown field.
    const service = find('Service', 'signboard-iceland-web');
    expect(problems({ ...service, spec: { ...(service['spec'] as object), selektor: {} } })).toEqual([
      'Service signboard-iceland-web has an unknown field /spec/selektor',
    ]);
  });

  it('runs both read-only and without root, with probes and limits', () => {
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
    // The same user as in the images.
    expect(podOf('web').securityContext['runAsUser']).toBe(101);
    expect(readFileSync(join(repository, 'scripts/image/apiConfig.ts'), 'utf8')).toContain("User: '1000:1000'");
    expect(podOf('api').securityContext['runAsUser']).toBe(1000);
  });

  it('connects page and backend, and refers to secrets by name only', () => {
    const environment = (half: string) =>
      Object.fromEntries(
        podOf(half).containers[0]?.env.map((variable) => [variable.name, variable.value ?? variable.valueFrom]) ?? [],
      );
    expect(environment('web')).toEqual({ BACKEND_URL: 'https://api.example.is/' });
    expect(environment('api')).toMatchObject({
      CORS_ORIGINS: 'https://admin.example.is',
      PUBLIC_URL: 'https://api.example.is/',
      DATABASE_URL: { secretKeyRef: { name: 'iceland-database', key: 'DATABASE_URL' } },
      FILES_KEY: { secretKeyRef: { name: 'iceland-files', key: 'FILES_KEY' } },
      TRUSTED_HOPS: '1',
    });
    // The backend reads every setting.
    const read = readFileSync(join(repository, 'server/config.ts'), 'utf8');
    for (const name of Object.keys(environment('api'))) expect(read).toContain(`'${name}'`);
    expect(podOf('web').containers[0]?.image).toBe(`registry.example.org/team/signboard-iceland@${digest}`);
    expect(podOf('api').containers[0]?.image).toBe(`registry.example.org/team/signboard-iceland-api@${apiDigest}`);
  });

  it('accepts the largest upload, and passes it on as it arrives', () => {
    const { annotations = {} } = find('Ingress', 'signboard-iceland').metadata as {
      annotations?: Record<string, string>;
    };
    const [, megabytes = ''] = /^(\d+)m$/.exec(annotations['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '') ?? [];
    const sizesOf = (purposes: readonly FilePurpose[]) => purposes.map((purpose) => fileRules[purpose].maxBytes);
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThanOrEqual(Math.max(...sizesOf(filePurposes)));
    // The multipart framing is small.
    const ofPeople = filePurposes.filter((purpose) => uploadPermissions[purpose].roles.length > 0);
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThanOrEqual(Math.max(...sizesOf(ofPeople)) + 64 * 1024);
    expect(annotations['nginx.ingress.kubernetes.io/proxy-request-buffering']).toBe('off');
  });

  it('gives a stopping backend enough time', () => {
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
    expect(stopping(podOf('api'))).toEqual({
      before: ['node', '-e', 'setTimeout(() => {}, 5 * 1000)'],
      own: 27,
      all: 42,
    });
    const patient = renderChart({
      ...required,
      api: { digest: apiDigest, preStopSeconds: 10, stopTimeoutSeconds: 120 },
    });
    const { spec } = patient.objects.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name.endsWith('-api'),
    ) as unknown as { spec: { template: { spec: Pod } } };
    expect(stopping(spec.template.spec)).toEqual({
      before: ['node', '-e', 'setTimeout(() => {}, 10 * 1000)'],
      own: 122,
      all: 142,
    });
  });

  it('takes a stopping page server out of the load balancer before it stops', () => {
    const pod = podOf('web');
    expect(pod.containers[0]).toMatchObject({
      lifecycle: { preStop: { exec: { command: ['/usr/share/signboard/entrypoint.sh', 'drain', '5'] } } },
      readinessProbe: { httpGet: { path: '/readyz' } },
      livenessProbe: { httpGet: { path: '/healthz' } },
    });
    expect(pod['terminationGracePeriodSeconds']).toBe(30);
  });

  it('allows no outgoing connections of the page, and those of the backend to database, mail server and DNS', () => {
    const egress = (half: string) =>
      (find('NetworkPolicy', `signboard-iceland-${half}`)['spec'] as { egress: { ports: { port: number }[] }[] })
        .egress;
    expect(egress('web')).toEqual([]);
    expect(egress('api').flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual([53, 53, 5432, 587]);
  });

  it('gives Prometheus a port of its own, which neither service nor ingress has, and sends traces to a collector', () => {
    const { objects: all } = renderChart({
      ...required,
      metrics: { enabled: true, podMonitor: { enabled: true, interval: '15s' } },
      tracing: { endpoint: 'http://collector.monitoring:4318', sampleRatio: 0.25 },
      networkPolicy: { metricsFrom: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }] },
    });
    const api = (kind: string) =>
      all.find((resource) => resource.kind === kind && resource.metadata.name === 'signboard-iceland-api') as Rendered;
    const { template } = api('Deployment')['spec'] as {
      template: { metadata: { annotations: Record<string, string> }; spec: Pod };
    };
    expect(template.metadata.annotations).toEqual({
      'prometheus.io/scrape': 'true',
      'prometheus.io/path': '/metrics',
      'prometheus.io/port': '9464',
    });
    const [container] = template.spec.containers;
    expect(container?.['ports']).toEqual([
      { name: 'http', containerPort: 8000 },
      { name: 'metrics', containerPort: 9464 },
    ]);
    expect(container?.env).toEqual(
      expect.arrayContaining([
        { name: 'METRICS_PORT', value: '9464' },
        { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'http://collector.monitoring:4318' },
        { name: 'OTEL_TRACES_SAMPLER_ARG', value: '0.25' },
      ]),
    );
    expect(api('PodMonitor')['spec']).toMatchObject({
      podMetricsEndpoints: [{ port: 'metrics', path: '/metrics', interval: '15s' }],
    });
    expect(JSON.stringify([api('Service'), all.filter(({ kind }) => kind === 'Ingress')])).not.toMatch(/metrics|9464/);
    const policy = api('NetworkPolicy')['spec'] as { ingress: object[]; egress: { ports: { port: number }[] }[] };
    expect(policy.ingress[1]).toEqual({
      ports: [{ port: 'metrics', protocol: 'TCP' }],
      from: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
    });
    expect(policy.egress.flatMap(({ ports }) => ports.map(({ port }) => port))).toContain(4318);
    // Off by default.
    expect(JSON.stringify(objects)).not.toMatch(/prometheus|METRICS_PORT|OTEL/);
  });

  it('refuses values that are missing, misspelt or invalid', () => {
    expect(checkValues(required)).toEqual([]);
    expect(checkValues({}).join('\n')).toContain('/tenant');
    expect(checkValues({ ...required, web: { digest, replica: 3 } }).join('\n')).toContain('/web');
    expect(
      checkValues({ ...required, ingress: { webHost: 'https://admin.example.is', apiHost: 'api.example.is' } }),
    ).toEqual([expect.stringContaining('/ingress/webHost')]);
    expect(() => renderChart({ ...required, web: {} })).toThrow('web.digest or web.version is required');
  });
});
