import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, it } from '@jest/globals';
import { ApplicationSet } from '@kubernetes-models/argo-cd/argoproj.io/v1alpha1/ApplicationSet';
import { parse } from 'yaml';
import { renderChart } from '../support/chart.ts';

const repository = resolve(import.meta.dirname, '../..');
const folder = join(repository, 'docs/ops/pipelines');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const pipelines = ['github-ci.yml', 'github-ship.yml', 'gitlab-ci.yml'];

describe('the GitHub workflow', () => {
  /** Errors by GitHub's own parser and schema. */
  const errors = (name: string, content: string): string[] =>
    parseWorkflow({ name, content }, new NoOperationTraceWriter())
      .context.errors.getErrors()
      .map(({ message }) => message);

  it.each(['github-ci.yml', 'github-ship.yml'])('%s passes the schema of GitHub', (name) => {
    expect(errors(name, read(name))).toEqual([]);
    expect(errors(name, read(name).replace('runs-on:', 'runs-at:'))).not.toEqual([]);
  });
});

it('the GitLab pipeline passes the schema of GitLab', async () => {
  const place = mkdtempSync(join(tmpdir(), 'signboard-gitlab-'));
  const script = join(createRequire(import.meta.url).resolve('gitlab-ci-local/package.json'), '../dist/index.js');
  const list = async (content: string): Promise<string> => {
    writeFileSync(join(place, '.gitlab-ci.yml'), content);
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, '--list'], {
      cwd: place,
      env: { ...process.env, NODE_OPTIONS: '' },
    }).catch((error: { stdout: string; stderr: string }) => error);
    return `${stdout}${stderr}`;
  };
  try {
    execFileSync('git', ['init', '--quiet'], { cwd: place });
    execFileSync('git', ['remote', 'add', 'origin', 'git@gitlab.example.org:team/signboard.git'], { cwd: place });
    const listed = await list(read('gitlab-ci.yml'));
    expect(listed).toContain('json schema validated');
    expect(listed.match(/^(check|test|plan|ship)\b/gm)).toEqual(expect.arrayContaining(['check', 'test']));
    expect(await list(read('gitlab-ci.yml').replace('stage: ship', 'stage: ship\n  frequency: often'))).toContain(
      "'frequency' property is not expected to be here",
    );
  } finally {
    rmSync(place, { recursive: true });
  }
});

/** The shell text that sets the deploy command of a pipeline. */
function deployOf(name: string): string {
  const job = parse(read(name)) as {
    jobs?: { ship: { steps: { run?: string }[] } };
    ship?: { script: string[] };
  };
  const texts = job.jobs?.ship.steps.map(({ run }) => run ?? '') ?? job.ship?.script ?? [];
  const text = texts.find((content) => content.includes("deploy='"));
  return /^deploy='.+'$/m.exec(text ?? '')?.[0] ?? '';
}

it.each(['github-ship.yml', 'gitlab-ci.yml'])('%s installs with the chart what ship released', async (name) => {
  const place = mkdtempSync(join(tmpdir(), 'signboard-helm-'));
  const [page, api] = [`sha256:${'a'.repeat(64)}`, `sha256:${'b'.repeat(64)}`];
  try {
    writeFileSync(join(place, 'helm'), `#!/bin/sh\nprintf '%s\\n' "$@"\n`, { mode: 0o755 });
    const { stdout } = await promisify(execFile)('sh', ['-c', `${deployOf(name)}; sh -c "$deploy"`], {
      env: {
        PATH: `${place}:${process.env['PATH']}`,
        TENANT: 'iceland',
        VERSION: '4.2.4',
        PAGE_DIGEST: page,
        API_DIGEST: api,
      },
    });
    const values = `web.digest=${page},api.digest=${api}`;
    expect(stdout.trimEnd().split('\n')).toEqual([
      'upgrade',
      'iceland',
      'docker/chart',
      '--reset-then-reuse-values',
      '--set',
      values,
      '--wait',
      '--timeout',
      '15m',
    ]);
  } finally {
    rmSync(place, { recursive: true });
  }
  const { objects } = renderChart({
    tenant: 'iceland',
    registry: 'registry.example.org/team',
    web: { digest: page },
    api: { digest: api },
    database: { secretName: 'database' },
    smtp: { secretName: 'mail' },
    ingress: { webHost: 'admin.example.is', apiHost: 'api.example.is' },
  });
  expect(
    JSON.stringify(objects)
      .match(/"image":"[^"]+"/g)
      ?.toSorted(),
  ).toEqual([
    `"image":"registry.example.org/team/signboard-iceland-api@${api}"`,
    `"image":"registry.example.org/team/signboard-iceland@${page}"`,
  ]);
});

describe('the ApplicationSet', () => {
  const document = parse(read('argocd-applicationset.yml')) as ConstructorParameters<typeof ApplicationSet>[0];

  it('passes the schema of Argo CD', () => {
    expect(() => new ApplicationSet(document).validate()).not.toThrow();
    const broken = { ...document, spec: { ...document?.spec, generators: 'all' } } as never;
    expect(() => new ApplicationSet(broken).validate()).toThrow(/generators/);
  });

  it('installs the chart of this repository in the rings of the manifests', () => {
    const { strategy, generators, template } = document?.spec ?? {};
    const rings = ['stage', 'first', 'rest'];
    expect(strategy?.rollingSync?.steps?.map(({ matchExpressions }) => matchExpressions?.[0]?.values)).toEqual(
      rings.map((ring) => [ring]),
    );
    expect(generators?.[0]?.git?.files?.map(({ path }) => path)).toEqual(rings.map((ring) => `${ring}/*.yaml`));
    expect(template?.spec.sources?.[0]?.path).toBe('docker/chart');
  });
});

it('the Kyverno policy names both documents that ship attaches and the images that the chart runs', () => {
  const { spec } = parse(read('kyverno-policy.yml')) as {
    spec: { rules: { verifyImages: { imageReferences: string[]; attestations: { type: string }[] }[] }[] };
  };
  const [rule] = spec.rules[0]?.verifyImages ?? [];
  expect(rule?.attestations.map(({ type }) => type)).toEqual([
    'https://cyclonedx.org/bom',
    'https://slsa.dev/provenance/v1',
  ]);
  const { objects } = renderChart({
    tenant: 'iceland',
    registry: 'registry.example.org/team',
    web: { version: '1.0.0' },
    api: { version: '1.0.0' },
    database: { secretName: 'database' },
    smtp: { secretName: 'mail' },
    ingress: { webHost: 'admin.example.is', apiHost: 'api.example.is' },
  });
  const images = JSON.stringify(objects).match(/"image":"[^"]+"/g) ?? [];
  const pattern = new RegExp(`"image":"${rule?.imageReferences[0]?.replaceAll('.', '\\.').replace('*', '.*')}"`);
  expect(images).toHaveLength(2);
  for (const image of images) expect(image).toMatch(pattern);
});

it('the pipelines use commands and options that exist', async () => {
  const lines = pipelines.flatMap((name) => read(name).match(/npm run .+/g) ?? []);
  const used = lines.map((line) => /npm run (?:--silent )?([\w:]+)(?: -- (.*))?/.exec(line) ?? []);
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect([...new Set(used.map(([, name = '']) => name))].filter((name) => !scripts[name])).toEqual([]);
  for (const [line, name = '', rest = ''] of used.filter(([, , options]) => options)) {
    const subcommand = name === 'tenants' ? [/^\w+/.exec(rest)?.[0] ?? ''] : [];
    const help = await promisify(execFile)(process.execPath, [`scripts/${name}.ts`, ...subcommand, '--help'], {
      cwd: repository,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const missing = (rest.match(/--[a-z-]+/g) ?? []).filter((option) => !help.stdout.includes(option));
    expect({ line, missing }).toEqual({ line, missing: [] });
  }
  expect(readdirSync(folder).toSorted()).toEqual(
    [...pipelines, 'argocd-applicationset.yml', 'kyverno-policy.yml'].toSorted(),
  );
});
