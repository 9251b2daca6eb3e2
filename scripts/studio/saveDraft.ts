import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import { type LogoKind, logoFiles } from '../../tenants/checks/logo.ts';
import type { JsonPath } from '../../tenants/document.ts';
import { checkTenants } from '../../tenants/manifest.ts';
import type { Problem } from '../../tenants/problem.ts';
import { manifestPath, tenantIds } from '../../tenants/tenantIds.ts';
import { changedValues, type Draft, type Subject } from './draft.ts';

/** Sets a value in a JSON text, or removes it; everything else stays as it is written. */
function withValue(text: string, path: JsonPath, value: unknown): string {
  const tabSize = /^( +)"/m.exec(text)?.[1]?.length ?? 2;
  const node = findNodeAtLocation(parseTree(text) ?? { type: 'null', offset: 0, length: 0 }, path);
  const written = node && text.slice(node.offset, node.offset + node.length);
  // jsonc-parser would write an array over several lines.
  if (node && Array.isArray(value) && !written?.includes('\n')) {
    const array = `[${value.map((each) => JSON.stringify(each)).join(', ')}]`;
    return text.slice(0, node.offset) + array + text.slice(node.offset + node.length);
  }
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return applyEdits(text, modify(text, path, value, { formattingOptions: { insertSpaces: true, tabSize, eol } }));
}

/** The files that a draft changes, by their path below the folder of deployments, with their new content. */
export function changedFiles({ saved, draft: before }: Subject, draft: Draft, root: string): Map<string, string> {
  const files = new Map<string, string>();
  const changes = changedValues(before, draft);
  if (changes.length) {
    const text = readFileSync(manifestPath(root, saved.id), 'utf8');
    const edited = changes.reduce((now, { path, value }) => withValue(now, path, value), text);
    files.set(join(saved.id, 'manifest.json'), edited);
  }
  for (const [kind, svg] of Object.entries(draft.logos) as [LogoKind, string | null][])
    if (svg !== null) files.set(join(saved.id, logoFiles[kind]), svg);
  return files;
}

/** The problems that the deployment would have with these files, by the checks of `npm run tenants -- check`. */
export async function problemsWith(id: string, files: ReadonlyMap<string, string>, root: string): Promise<Problem[]> {
  const copy = mkdtempSync(join(tmpdir(), 'studio-'));
  try {
    for (const other of tenantIds(root)) cpSync(join(root, other), join(copy, other), { recursive: true });
    for (const [path, content] of files) writeFileSync(join(copy, path), content);
    const [checked] = await checkTenants([id], {
      root: copy,
      newness: () => (candidate) => (candidate === id ? 1 : 0),
    });
    return checked?.problems ?? [];
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Writes the changed files. */
export function writeFiles(files: ReadonlyMap<string, string>, root: string): void {
  for (const [path, content] of files) writeFileSync(join(root, path), content);
}

/** The changes as a unified diff that `git apply` reads in the repository's folder. */
export function patchOf(files: ReadonlyMap<string, string>, root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'studio-patch-'));
  try {
    for (const [path, content] of files) {
      const [before, after] = ['a', 'b'].map((side) => join(folder, side, 'tenants', path));
      if (!before || !after) continue;
      for (const file of [before, after]) mkdirSync(dirname(file), { recursive: true });
      cpSync(join(root, path), before);
      writeFileSync(after, content);
    }
    if (!files.size) return '';
    const args = ['diff', '--no-index', '--no-prefix', '--no-color', '--no-ext-diff', 'a', 'b'];
    try {
      return execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
    } catch (error) {
      // git exits with 1 when the files differ.
      if (error instanceof Error && 'status' in error && error.status === 1 && 'stdout' in error)
        return String(error.stdout);
      throw error;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
