import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system: its folder, and functions to enlarge and unmount it. */
export type SmallDisk = { folder: string; grow: (megabytes: number) => void; remove: () => void };

/** Whether this process may mount a file system. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** Mounts a file system of some megabytes, owned by the user of PostgreSQL. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const root = mkdtempSync(join(tmpdir(), 'signboard-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', root]);
  const folder = join(root, 'data');
  mkdirSync(folder);
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  for (const path of [root, folder]) chownSync(path, uid ?? 0, gid ?? 0);
  return {
    folder,
    grow: (size) => void execFileSync('mount', ['-o', `remount,size=${size}m`, root]),
    remove: () => {
      execFileSync('umount', ['--lazy', root]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}
