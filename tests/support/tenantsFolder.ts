import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tenantIds, tenantsRoot } from '../../tenants/tenantIds.ts';

/** A folder of deployments that a test may change. */
export type TenantsFolder = {
  root: string;
  file: (id: string, name?: string) => string;
  /** Changes a file's text; fails if `from` does not occur. */
  replace: (id: string, from: string | RegExp, to: string, name?: string) => void;
  /** Copies a deployment under another id. */
  copy: (id: string, as: string) => void;
  remove: () => void;
};

/** Copies the real deployments (all, or those given) into a temporary folder. */
export function tenantsFolder(ids: readonly string[] = tenantIds()): TenantsFolder {
  const root = mkdtempSync(join(tmpdir(), 'tenants-'));
  for (const id of ids) cpSync(join(tenantsRoot, id), join(root, id), { recursive: true });
  const file = (id: string, name = 'manifest.json') => join(root, id, name);
  return {
    root,
    file,
    replace: (id, from, to, name) => {
      const before = readFileSync(file(id, name), 'utf8');
      const after = before.replace(from, to);
      if (after === before) throw new Error(`${file(id, name)} does not contain ${String(from)}`);
      writeFileSync(file(id, name), after);
    },
    copy: (id, as) => cpSync(join(root, id), join(root, as), { recursive: true }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
