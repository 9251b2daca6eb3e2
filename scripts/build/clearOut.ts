import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Cleans up the output folder: restores bundles that an interrupted build had moved aside, removes its temporary folders, and
 * removes the bundles of deleted deployments. Files that no build wrote are kept.
 */
export function clearOut(out: string, ids: string[]): void {
  mkdirSync(out, { recursive: true });
  for (const name of readdirSync(out)) {
    const path = join(out, name);
    const [, id, pid, previous] = /^\.(.+)\.(\d+)(\.previous)?$/.exec(name) ?? [];
    if (id && pid) {
      // Another build is still writing it.
      if (isRunning(Number(pid))) continue;
      const bundle = join(out, id);
      if (previous && !existsSync(bundle)) renameSync(path, bundle);
      else rmSync(path, { recursive: true, force: true });
    } else if (!ids.includes(name) && existsSync(join(path, '.meta/bundle.json'))) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
