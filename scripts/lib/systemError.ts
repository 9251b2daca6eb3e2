import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CommandError } from '../../server/CommandError.ts';

/** What happened and what to do, by the error code of the operating system. */
const meanings: Record<string, [problem: string, remedy: string]> = {
  ENOSPC: ['the disk is full', 'Free some space, or choose folders on another disk'],
  EDQUOT: ['the disk quota of this user is used up', 'Free some space, or choose folders on another disk'],
  EROFS: ['the file system is read-only', 'Choose a folder that can be written'],
  EACCES: ['this user may not write or read there', 'Change the permissions, or choose another folder'],
  EPERM: ['this user may not change it', 'Change its owner or permissions, or choose another folder'],
  ENOTDIR: ['a part of the path is a file, not a folder', 'Delete that file, or choose another folder'],
  EMFILE: ['this process has too many open files', 'Raise the limit with "ulimit -n 4096"'],
  EIO: ['the disk reports an error', 'Check the disk'],
};

/** The nearest folder above a path that exists. */
function existingParent(path: string): string {
  const parent = dirname(resolve(path));
  return existsSync(parent) || parent === path ? parent : existingParent(parent);
}

function codeOf({ code, syscall, path }: NodeJS.ErrnoException): string | undefined {
  // For a folder in a read-only file system Node reports that the folder above it is missing.
  return code === 'ENOENT' && syscall === 'mkdir' && path && existsSync(existingParent(path)) ? 'EROFS' : code;
}

/**
 * An error of the disk or of permissions in words: path, problem and remedy. Returns null for every other error, which is a
 * fault of the program.
 * @param place the folder to name when the error names none: the compiler reports such errors as a text
 */
export function inWords(error: unknown, place?: string): CommandError | null {
  if (!(error instanceof Error)) return null;
  const known = error as NodeJS.ErrnoException & { dest?: string };
  const [, fromText] = place === undefined ? [] : (/\b(E[A-Z]{2,}): /.exec(error.message) ?? []);
  const path = known.dest ?? known.path ?? place;
  const [problem, remedy] = meanings[codeOf(known) ?? ''] ?? meanings[fromText ?? ''] ?? [];
  // A program that may not be started, or a port that may not be opened, is no file.
  if (path === undefined || problem === undefined || /^(spawn|listen|bind|connect)/.test(known.syscall ?? ''))
    return null;
  return new CommandError(`${path}: ${problem}. ${remedy}.`);
}
