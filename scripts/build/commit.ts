import { execFile } from 'node:child_process';

/**
 * The commit that the sources are of: SOURCE_COMMIT where a build has no repository at hand (a container), else what
 * git says, with `-dirty` when files differ from it; `unknown` without either.
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
