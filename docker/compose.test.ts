import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { docExample } from '../tests/support/docExamples.ts';

type Service = {
  environment?: Record<string, string>;
  cap_drop?: string[];
  read_only?: boolean;
  security_opt?: string[];
};

const textOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, name), 'utf8').replaceAll(/^ *#.*$/gm, '');

/** Variables of a file with what follows their name: `:-<default>`, or `:?<message>`. */
const variablesOf = (name: string): [name: string, rest: string][] =>
  [...textOf(name).matchAll(/\$\{(\w+)([^}]*)\}/g)].map(([, variable = '', rest = '']) => [variable, rest]);

const backendPage = readFileSync(join(import.meta.dirname, '../docs/ops/backend.md'), 'utf8');

it('compose.yml requires TENANT only, and has a default for every other variable', () => {
  const required = variablesOf('compose.yml').filter(([, rest]) => !rest.startsWith(':-'));
  expect(new Set(required.map(([name]) => name))).toEqual(new Set(['TENANT']));
  expect(required[0]?.[1]).toBe(':?set it to the id of the deployment, a folder of tenants/');
});

it('production.yml says of each variable that it requires what to set it to', () => {
  const required = variablesOf('production.yml');
  expect(required.map(([name]) => name).toSorted()).toEqual(['BACKEND_URL', 'FILES_KEY', 'SMTP_URL', 'WEB_URL']);
  for (const [, rest] of required) expect(rest).toMatch(/^:\?set it to the \w/);
  const command = docExample('docs/ops/backend.md', 'docker/production.yml up');
  for (const [name] of required) expect(command).toContain(`${name}=`);
});

it('the page about the backend lists every variable of both files', () => {
  const names = [...variablesOf('compose.yml'), ...variablesOf('production.yml')].map(([name]) => name);
  const table = backendPage.split('\n').filter((line) => line.startsWith('| `'));
  expect([...new Set(names)].filter((name) => !table.some((line) => line.includes(`\`${name}\``)))).toEqual([]);
});

it('all services run read-only, without capabilities by default and without new privileges', () => {
  const { services } = parse(textOf('compose.yml')) as { services: Record<string, Service> };
  for (const service of Object.values(services))
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
});
