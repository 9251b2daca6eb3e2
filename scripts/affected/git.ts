import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BuildError } from '../lib/BuildError.ts';

/** Runs git in a checkout; answers what it printed, without the line break at its end. */
export async function git(root: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 1 << 26 });
  return stdout.trimEnd();
}

/**
 * Sees that a folder is the top of a git checkout.
 * @throws BuildError when it is none, or only lies in one.
 */
export async function checkRepository(root: string): Promise<void> {
  const prefix = await git(root, 'rev-parse', '--show-prefix').catch(() => null);
  if (prefix === '') return;
  throw new BuildError(`${root} is no git checkout, so it has no revisions. Clone the repository and ask there.`);
}

/**
 * The full hash of the commit that a revision (hash, branch, tag, `HEAD~3`) names.
 * @throws BuildError when there is no such commit.
 */
export async function commitOf(root: string, revision: string): Promise<string> {
  // A name that begins with a dash would be an option.
  const commit = await git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`).catch(
    () => null,
  );
  if (commit) return commit;
  const isShallow = (await git(root, 'rev-parse', '--is-shallow-repository')) === 'true';
  throw new BuildError(
    `There is no revision "${revision}".${isShallow ? ' This clone is shallow: git fetch --unshallow brings the rest.' : ' "git log --oneline" and "git tag" list those that there are.'}`,
  );
}
