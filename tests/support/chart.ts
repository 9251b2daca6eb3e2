import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Schema from 'typebox/schema';
import { parse, parseAllDocuments } from 'yaml';

const repository = resolve(import.meta.dirname, '../..');
const chart = join(repository, 'docker/chart');

type Values = { [key: string]: unknown };

/** A Kubernetes object rendered by the chart. */
export type Rendered = { apiVersion: string; kind: string; metadata: { name: string }; [key: string]: unknown };

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges values as Helm does: objects key by key, other values completely. */
function over(base: Values, top: Values): Values {
  const merged = { ...base };
  for (const [key, value] of Object.entries(top)) {
    const under = base[key];
    merged[key] = isObject(under) && isObject(value) ? over(under, value) : value;
  }
  return merged;
}

const readYaml = (path: string): Values => parse(readFileSync(join(chart, path), 'utf8')) as Values;

/** The errors of values merged into the defaults, by the chart's schema: paths and messages. */
export function checkValues(values: Values): string[] {
  const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as Values;
  const [, errors] = Schema.Errors(schema, over(readYaml('values.yaml'), values));
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/**
 * Renders the chart with Go's text/template and sprig, the libraries that Helm uses.
 * @throws with the error of the templates.
 */
export function renderChart(values: Values, release = 'here'): { objects: Rendered[]; notes: string } {
  const folder = join(chart, 'templates');
  const templates = Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  const { name, version } = readYaml('Chart.yaml');
  const data = {
    Values: over(readYaml('values.yaml'), values),
    Release: { Name: release, Namespace: 'default', Service: 'Helm', IsInstall: true, IsUpgrade: false, Revision: 1 },
    Chart: { Name: name, Version: version },
  };
  const { status, stdout, stderr, error } = spawnSync('go', ['run', join(import.meta.dirname, 'renderChart.go')], {
    input: JSON.stringify({ templates, data }),
    encoding: 'utf8',
    env: {
      ...process.env,
      // Debian's sources of the libraries; nothing is downloaded.
      GO111MODULE: 'off',
      GOPATH: '/usr/share/gocode',
      GOFLAGS: '',
      GOCACHE: join(repository, '.cache/go'),
    },
  });
  if (status !== 0) throw new Error(error?.message ?? stderr);
  const { 'NOTES.txt': notes = '', ...files } = JSON.parse(stdout) as Record<string, string>;
  const objects = Object.values(files).flatMap((text) =>
    parseAllDocuments(text).flatMap((document) => {
      if (document.errors.length > 0) throw new Error(`${document.errors.join('\n')}\n${text}`);
      return (document.toJS() as Rendered | null) ?? [];
    }),
  );
  return { objects, notes };
}
