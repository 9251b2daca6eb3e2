import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, '../..');
const roots = ['src', 'server', 'contract', 'tenants', 'scripts', 'docker'];

type Layer = { name: string; paths: string[] };
const layers = JSON.parse(readFileSync(join(repository, 'scripts/layers.json'), 'utf8')) as Layer[];

/** A new file in a layer: in its first folder, or its first file. */
function fileOf({ paths: [first = ''] }: Layer, name: string): string {
  if (first.endsWith('/')) return `${first}${name}.ts`;
  return first.replace('[^/]+\\.(ts|mjs)', `${name}.ts`);
}

/** Checks a tree of files, each with one import. Returns the violations as `rule: from → to`. */
async function violationsOf(imports: [from: string, to: string][]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-layers-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const root of roots) mkdirSync(join(folder, root));
  for (const [, to] of imports) write(to, 'export const value = 1;\n');
  for (const [from, to] of imports) {
    const path = relative(dirname(from), to);
    write(from, `import { value } from '${path.startsWith('.') ? path : `./${path}`}';\nexport const copy = value;\n`);
  }
  const program = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const config = join(repository, '.dependency-cruiser.cjs');
  const { stdout } = await run(process.execPath, [program, '--config', config, '-T', 'json', ...roots], {
    cwd: folder,
  }).catch((error: unknown) => error as { stdout: string });
  rmSync(folder, { recursive: true });
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[] };
  };
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

describe('layers', () => {
  const planted = layers.slice(0, -1).map((layer, index): [string, string] => {
    const higher = layers[index + 1];
    return [fileOf(layer, `low${index}`), fileOf(higher ?? layer, `high${index}`)];
  });
  let violations: string[] = [];
  beforeAll(async () => {
    violations = await violationsOf([...planted, ['src/newFolder/one.ts', 'src/lib/two.ts']]);
  });

  it('may not import higher layers', () => {
    expect(planted.length).toBeGreaterThan(25);
    const names = layers.slice(0, -1).map(({ name }) => `${name.replaceAll(' ', '-')}-imports-no-higher-layer`);
    for (const [index, [from, to]] of planted.entries())
      expect(violations).toContainEqual(`${names[index]}: ${from} → ${to}`);
  });

  it('contain every folder: the import of a new folder is refused until it has a layer', () => {
    expect(violations).toContainEqual('every-folder-has-a-layer: src/newFolder/one.ts → src/lib/two.ts');
  });

  it('contain each file of the repository once', () => {
    const patterns = layers.map(({ paths }) => new RegExp(`^(${paths.join('|')})`));
    const files = roots.flatMap((root) =>
      readdirSync(join(repository, root), { recursive: true, encoding: 'utf8' })
        .map((path) => join(root, path))
        .filter((path) => /(?<!\.test)\.tsx?$/.test(path)),
    );
    expect(files.length).toBeGreaterThan(900);
    const misplaced = files.filter((file) => patterns.filter((pattern) => pattern.test(file)).length !== 1);
    expect(misplaced).toEqual([]);
  });

  it.each([
    ['src/crud/List.tsx', 'src/features/users/index.ts'],
    ['src/domain/DateTime.tsx', 'src/app/start.ts'],
    ['src/i18n/useFormats.ts', 'src/crud/List.tsx'],
    ['scripts/build/compile.ts', 'scripts/build-tenants.ts'],
  ])('refuse that %s imports %s', async (from, to) => {
    expect((await violationsOf([[from, to]])).join()).toContain(`imports-no-higher-layer: ${from} → ${to}`);
  });
});
