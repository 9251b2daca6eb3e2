import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { apiCommand, apiSettings } from '../../scripts/image/apiConfig.ts';
import { apiHome, packagesOf, serverEntries, tenantEntries } from '../../scripts/image/apiParts.ts';
import { compileServer } from '../../scripts/image/compileServer.ts';
import { readLockfile } from '../../scripts/image/npmPackages.ts';
import { machineArchitecture } from '../../scripts/image/pickPlatform.ts';

const repository = resolve(import.meta.dirname, '../..');

/** How the image starts the server: arguments of Node, and its environment. */
export const serverCommand = apiCommand.slice(1);
export const serverSettings: Record<string, string> = Object.fromEntries(
  apiSettings.map((setting) => setting.split('=')),
);

/** Writes what the API image of a deployment has in /app into a folder, with links to the installed packages. */
export async function writeServerFolder(id: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const server = await compileServer(repository);
  for (const entry of [...serverEntries(server), ...tenantEntries(id, join(repository, 'tenants'))]) {
    if (!('content' in entry)) continue;
    const path = join(folder, entry.path.slice(apiHome.length + 1));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, entry.content);
  }
  const { portable, native } = packagesOf(server, readLockfile(), machineArchitecture());
  for (const key of [...portable, ...native]) {
    if (key.lastIndexOf('node_modules/') > 0) continue;
    mkdirSync(dirname(join(folder, key)), { recursive: true });
    symlinkSync(join(repository, key), join(folder, key));
  }
}
