import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandError } from '../../server/CommandError.ts';

/** Runs git in a checkout and returns its output without the final line break. */
export async function git(root: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 1 << 26 });
  return stdout.trimEnd();
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
