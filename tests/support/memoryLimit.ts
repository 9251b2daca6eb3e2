import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';

const root = '/sys/fs/cgroup';
const isV2 = existsSync(join(root, 'cgroup.controllers'));
const parent = isV2 ? root : join(root, 'memory');

/** A control group with a shared memory limit, like that of a container. */
export type MemoryGroup = {
  /** The file that a process writes its id to, before it starts others. */
  joinPath: string;
  /** The number of processes that the kernel has killed for memory. */
  killed: () => number;
  remove: () => void;
};

/** Creates such a group; null if this machine does not allow it. */
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
