import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';

const root = '/sys/fs/cgroup';
const isV2 = existsSync(join(root, 'cgroup.controllers'));
const parent = isV2 ? root : join(root, 'memory');

/** A group of processes that may have so much memory together, as a container's are. */
export type MemoryGroup = {
  /** Where a process writes its number to join, before it starts anything. */
  joinPath: string;
  /** How many processes the kernel has ended for want of memory. */
  killed: () => number;
  remove: () => void;
};

/** Makes such a group; null where this machine does not let us. */
export function makeMemoryGroup(bytes: number): MemoryGroup | null {
  const folder = join(parent, `signboard-${randomBytes(6).toString('hex')}`);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, isV2 ? 'memory.max' : 'memory.limit_in_bytes'), String(bytes));
  } catch {
    return null;
  }
  return {
    joinPath: join(folder, 'cgroup.procs'),
    killed: () => {
      const said = readFileSync(join(folder, isV2 ? 'memory.events' : 'memory.oom_control'), 'utf8');
      return Number(/^oom_kill (\d+)$/m.exec(said)?.[1] ?? 0);
    },
    remove: () => rmdirSync(folder),
  };
}
