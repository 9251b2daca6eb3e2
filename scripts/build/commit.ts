import { execFile } from 'node:child_process';

/**
 * The commit of the sources: SOURCE_COMMIT if set (for builds in a container without .git), else git's commit hash, with `-dirty`
 * when files were changed; `unknown` without either.
 */
export function sourceCommit(root: string): Promise<string> {
  const given = process.env['SOURCE_COMMIT'];
  if (given) return Promise.resolve(given);
  return new Promise((done) => {
    execFile(
      'git',
      ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'],
      { cwd: root },
      (error, stdout) => {
        done(error ? 'unknown' : stdout.trim());
      },
    );
  });
}
