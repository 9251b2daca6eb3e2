import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BuildResult } from '../../scripts/build/buildTenants.ts';

const repository = resolve(import.meta.dirname, '../..');

/**
 * Copies of real deployments in a temporary folder, with a small app that has a feature behind a flag, or with the real
 * app.
 */
export class BuildRoot {
  readonly folder: string;

  constructor(ids: string[], app: 'fixture' | 'app' = 'fixture') {
    this.folder = mkdtempSync(join(tmpdir(), 'signboard-build-'));
    if (app === 'fixture') cpSync(join(repository, 'scripts/build/fixture'), this.folder, { recursive: true });
    else
      for (const part of ['src', 'contract', 'package.json'])
        cpSync(join(repository, part), this.path(part), { recursive: true });
    symlinkSync(join(repository, 'node_modules'), join(this.folder, 'node_modules'));
    mkdirSync(join(this.folder, 'tenants'));
    for (const id of ids)
      cpSync(join(repository, 'tenants', id), join(this.folder, 'tenants', id), { recursive: true });
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  /** Copies a part of the repository. */
  copy(part: string): void {
    cpSync(join(repository, part), this.path(part), { recursive: true });
  }

  /** Changes a file's text; fails if nothing changes. */
  edit(file: string, change: (text: string) => string): void {
    const before = readFileSync(this.path(file), 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`${file} was not changed`);
    writeFileSync(this.path(file), after);
  }

  editManifest(id: string, change: Record<string, unknown>): void {
    this.edit(`tenants/${id}/manifest.json`, (text) => JSON.stringify({ ...JSON.parse(text), ...change }, null, 2));
  }

  /** `npm run build -- <args>`. */
  build(args: string[] = [], env: Record<string, string> = {}): { status: number | null; out: string; err: string } {
    const script = join(repository, 'scripts/build-tenants.ts');
    const options = ['--root', this.folder, '--out', this.path('dist')];
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...options, ...args], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    });
    return { status, out: stdout, err: stderr };
  }

  buildJson(args: string[] = [], env: Record<string, string> = {}): BuildResult {
    const { out, err } = this.build(['--json', ...args], env);
    if (!out) throw new Error(err);
    return JSON.parse(out) as BuildResult;
  }

  /** Paths of all files of a bundle, sorted. */
  files(id: string): string[] {
    return readdirSync(this.path('dist', id), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.path('dist', id).length + 1))
      .sort();
  }

  read(id: string, file: string): string {
    return readFileSync(this.path('dist', id, file), 'utf8');
  }

  /** Whether a text occurs in the served files of a bundle. */
  holds(id: string, text: string): boolean {
    return this.files(id)
      .filter((file) => !file.startsWith('.meta/') && !/\.(br|gz)$/.test(file))
      .some((file) => this.read(id, file).includes(text));
  }

  removeTenant(id: string): void {
    rmSync(this.path('tenants', id), { recursive: true });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
