import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { checkValues } from '../tests/support/chart.ts';

const page = join(import.meta.dirname, '../docs/ops/go-live.md');
const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const text = readFileSync(page, 'utf8');
const steps = text
  .split(/^## /m)
  .slice(1)
  .map((step) => [step.split('\n')[0] ?? '', step] as const);

describe('the way from an empty cluster to a live country', () => {
  it('names all that a country needs', () => {
    const needs = ['Registry', 'Database', 'Mail', 'National ID', 'Platform events', 'Object store', 'DNS', 'TLS'];
    expect(steps.map(([title]) => title)).toEqual(expect.arrayContaining([...needs, 'Backup', 'Monitoring']));
  });

  it('has values that the chart accepts, and creates each secret that they name before the installation', () => {
    const [, yaml = ''] = /^```yaml\n([\s\S]+?)\n```$/m.exec(text) ?? [];
    const anyDigest = `sha256:${'0'.repeat(64)}`;
    expect(checkValues(parse(yaml.replaceAll('sha256:…', anyDigest)) as Record<string, unknown>)).toEqual([]);
    const before = text.slice(0, text.indexOf('## Install\n'));
    const created = [...before.matchAll(/kubectl create secret (?:generic|tls|docker-registry) (\S+)/g)];
    const named = [...yaml.matchAll(/(?:secretName|tlsSecretName|imagePullSecrets: \[\{ name): ([\w-]+)/gi)];
    expect(named.length).toBeGreaterThan(5);
    expect(created.map(([, name]) => name)).toEqual(expect.arrayContaining(named.map(([, name]) => name)));
    const keys = [...yaml.matchAll(/SecretKey: (\w+)/g)].map(([, key]) => `--from-literal=${key}=`);
    for (const key of keys) expect(before).toContain(key);
  });

  it.each(steps)('%s has a command, and a test that exists or the reason why there is none', (_title, step) => {
    const commands = [...step.matchAll(/^```sh\n([\s\S]+?)\n```$/gm)].map(([, command = '']) => command);
    expect(commands).toHaveLength(1);
    const [command = ''] = commands;
    for (const [, name = ''] of command.matchAll(/npm run (?:--silent )?([\w:]+)/g))
      expect(Object.keys(scripts)).toContain(name);
    for (const [, name] of command.matchAll(/node server\/(\w+)\.js/g))
      expect(existsSync(join(import.meta.dirname, `../server/${name}.ts`))).toBe(true);
    const proofs = [...step.matchAll(/^(?:Test: \[(.+)\]\((.+)\)|Not tested: (.{20,}))$/gm)];
    expect(proofs).toHaveLength(1);
    const [[, label, link, reason] = []] = proofs;
    if (reason !== undefined) return;
    expect(link).toBe(`../../${label}`);
    expect(existsSync(join(dirname(page), link ?? ''))).toBe(true);
  });
});
