import semver from 'semver';
import { CommandError } from '../../server/CommandError.ts';

/** Which number of a version is raised. */
export type BumpLevel = 'patch' | 'minor' | 'major';

/** The version after a change. A pre-release (`4.3.0-rc.1`) gets its next number, unless more is asked for. */
export function nextVersion(version: string, level: BumpLevel): string {
  const kind = level === 'patch' && semver.prerelease(version) ? 'prerelease' : level;
  const next = semver.inc(version, kind);
  if (next === null) throw new CommandError(`"${version}" is no semantic version.`);
  return next;
}

/** Whether a version is higher than an earlier one. */
export const isRaised = (before: string, version: string): boolean => semver.compareBuild(version, before) > 0;
