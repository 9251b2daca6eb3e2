import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes `out` ready: puts back a good folder that an interrupted build had just moved aside, removes its drafts, and the
 * bundles of deployments that are no more. What the build did not make stays.
 */
export function clearOut(out: string, ids: string[]): void {
  mkdirSync(out, { recursive: true });
  for (const name of readdirSync(out)) {
    const path = join(out, name);
    const [, id, pid, last] = /^\.(.+)\.(\d+)(\.last)?$/.exec(name) ?? [];
    if (id && pid) {
      // Another build is still at work on it.
      if (runs(Number(pid))) continue;
      const home = join(out, id);
      if (last && !existsSync(home)) renameSync(path, home);
      else rmSync(path, { recursive: true, force: true });
    } else if (!ids.includes(name) && existsSync(join(path, '.meta/bundle.json'))) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
