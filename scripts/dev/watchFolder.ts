import { type FSWatcher, existsSync, readdirSync, statSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** One edit causes several file events within milliseconds. */
const debounceMilliseconds = 60;

/** A folder with all folders below it; empty when it does not exist. */
function foldersUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const below = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...below.map((entry) => join(entry.parentPath, entry.name))];
}

/**
 * Calls `onChange` once for each burst of changes in a folder. Each folder is watched for itself, because Node's recursive watch
 * loses files that are replaced, as git does. It continues when the folder is deleted and created again. Returns a function that
 * stops it.
 */
export function watchFolder(folder: string, onChange: () => void): () => void {
  const watchers = new Map<string, { watcher: FSWatcher; inode: number }>();
  let timer: NodeJS.Timeout | undefined;
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      refresh();
      onChange();
    }, debounceMilliseconds);
  };
  const close = (path: string): void => {
    watchers.get(path)?.watcher.close();
    watchers.delete(path);
  };
  /** Watches new folders, and those that were deleted and created again. */
  const refresh = (): void => {
    const present = new Map<string, number>();
    for (const path of foldersUnder(folder)) {
      const inode = statSync(path, { throwIfNoEntry: false })?.ino;
      if (inode !== undefined) present.set(path, inode);
    }
    for (const [path, { inode }] of watchers) if (present.get(path) !== inode) close(path);
    for (const [path, inode] of present) {
      if (watchers.has(path)) continue;
      const watcher = watch(path, schedule);
      // The folder was deleted; the watcher of the one above it reports that.
      watcher.on('error', () => close(path));
      watchers.set(path, { watcher, inode });
    }
  };
  const above = watch(dirname(folder), (_, name) => {
    if (name === basename(folder)) schedule();
  });
  refresh();
  return () => {
    clearTimeout(timer);
    above.close();
    for (const path of [...watchers.keys()]) close(path);
  };
}
