import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that this process itself holds: a lock with its own number may be one of a process long gone. */
const held = new Set<string>();

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function holderOf(path: string): number | null {
  try {
    return Number(readFileSync(path, 'utf8')) || null;
  } catch {
    return null;
  }
}

/**
 * Takes a folder for this process: two processes over one embedded database would destroy it. Answers how to let go.
 * @throws Error naming the process that has it.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock');
  const holder = holderOf(path);
  const isOurs = holder === process.pid;
  if (held.has(folder) || (holder !== null && !isOurs && isAlive(holder)))
    throw new Error(
      `the data in ${folder} is in use by process ${holder ?? process.pid}. Stop it first, or choose another folder.`,
    );
  writeFileSync(path, String(process.pid));
  held.add(folder);
  return () => {
    held.delete(folder);
    rmSync(path, { force: true });
  };
}
