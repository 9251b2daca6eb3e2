import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const page = join(import.meta.dirname, '../docs/ops/go-live.md');
const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const steps = readFileSync(page, 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((text) => [text.split('\n')[0] ?? '', text] as const);

describe('the way from an empty cluster to a live country', () => {
  it('names all that a country needs', () => {
    const needs = ['Registry', 'Database', 'Mail', 'National ID', 'Platform events', 'Object store', 'DNS', 'TLS'];
    expect(steps.map(([title]) => title)).toEqual(expect.arrayContaining([...needs, 'Backup', 'Monitoring']));
  });

  it.each(steps)('%s has a command, and a test that exists or the reason why there is none', (_title, text) => {
    const commands = [...text.matchAll(/^```sh\n([\s\S]+?)\n```$/gm)].map(([, command = '']) => command);
    expect(commands).toHaveLength(1);
    const [command = ''] = commands;
    for (const [, name = ''] of command.matchAll(/npm run (?:--silent )?([\w:]+)/g))
      expect(Object.keys(scripts)).toContain(name);
    for (const [, name] of command.matchAll(/node server\/(\w+)\.js/g))
      expect(existsSync(join(import.meta.dirname, `../server/${name}.ts`))).toBe(true);
    const proofs = [...text.matchAll(/^(?:Test: \[(.+)\]\((.+)\)|Not tested: (.{20,}))$/gm)];
    expect(proofs).toHaveLength(1);
    const [[, label, link, reason] = []] = proofs;
    if (reason !== undefined) return;
    expect(link).toBe(`../../${label}`);
    expect(existsSync(join(dirname(page), link ?? ''))).toBe(true);
  });
});
