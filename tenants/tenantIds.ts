import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the deployments live. */
export const tenantsRoot = import.meta.dirname;

/** Folders beside the deployments that hold code; no deployment may be called so. */
export const codeFolders: ReadonlySet<string> = new Set(['checks']);

/**
 * The ids of all deployments, sorted: every folder of `root` is one, and there is no list anywhere else.
 * @param root another folder of deployments, for tests.
 */
export function tenantIds(root: string = tenantsRoot): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !codeFolders.has(entry.name) && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted();
}

/** The file that says what a deployment is. */
export const manifestPath = (root: string, id: string): string => join(root, id, 'manifest.json');
