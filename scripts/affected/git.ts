import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../../server/CommandError.ts';

/** Runs git in a checkout and returns its output without the final line break. */
export async function git(root: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 1 << 26 });
  return stdout.trimEnd();
}

/** The hash that git would give the files of the work tree, committed or not; nothing in the checkout changes. */
export async function workTree(root: string): Promise<string> {
  const [index = '', objects = ''] = (await git(root, 'rev-parse', '--git-path', 'index', '--git-path', 'objects'))
    .split('\n')
    .map((path) => resolve(root, path));
  const folder = mkdtempSync(join(tmpdir(), 'signboard-tree-'));
  const temporaryIndex = join(folder, 'index');
  const env = {
    ...process.env,
    GIT_INDEX_FILE: temporaryIndex,
    GIT_OBJECT_DIRECTORY: folder,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
  };
  try {
    // It spares git from reading files that have not changed.
    if (existsSync(index)) cpSync(index, temporaryIndex);
    const options = { cwd: root, env, maxBuffer: 1 << 26 };
    await promisify(execFile)('git', ['add', '--all'], options);
    return (await promisify(execFile)('git', ['write-tree'], options)).stdout.trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Checks that a folder is the top folder of a git checkout.
 * @throws CommandError when it is not, or is a subfolder of one.
 */
export async function checkRepository(root: string): Promise<void> {
  const prefix = await git(root, 'rev-parse', '--show-prefix').catch(() => null);
  if (prefix === '') return;
  throw new CommandError(`${root} is not the top folder of a git checkout, so it has no revisions to compare.`);
}

/**
 * The full commit hash of a revision (hash, branch, tag, `HEAD~3`).
 * @throws CommandError for an unknown revision.
 */
export async function commitOf(root: string, revision: string): Promise<string> {
  // Without --end-of-options git treats a revision that starts with a dash as an option.
  const commit = await git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`).catch(
    () => null,
  );
  if (commit) return commit;
  const isShallow = (await git(root, 'rev-parse', '--is-shallow-repository')) === 'true';
  throw new CommandError(
    `There is no revision "${revision}".${isShallow ? ' This clone is shallow; "git fetch --unshallow" fetches the rest.' : ' "git log --oneline" and "git tag" list the revisions.'}`,
  );
}
