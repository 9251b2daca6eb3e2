import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folders locked by this process: a lock file with our pid may be left from an earlier process with the same number.
 */
const ownLocks = new Set<string>();

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
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
 * Locks a folder for this process: two processes would corrupt an embedded database. Returns a function that releases
 * the lock.
 * @throws Error with the process that holds the lock.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock');
  const holder = holderOf(path);
  const isOurs = holder === process.pid;
  if (ownLocks.has(folder) || (holder !== null && !isOurs && isAlive(holder)))
    throw new Error(
      `the data in ${folder} is in use by process ${holder ?? process.pid}. Stop it first, or choose another folder.`,
    );
  writeFileSync(path, String(process.pid));
  ownLocks.add(folder);
  return () => {
    ownLocks.delete(folder);
    rmSync(path, { force: true });
  };
}
