import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import type { Tenant } from '../../contract/tenant.ts';
import { gates } from '../../src/app/gates.ts';
import { loadTenant } from '../../tenants/manifest.ts';
import { noDeployment } from '../../tenants/noDeployment.ts';
import { manifestPath, tenantIds } from '../../tenants/tenantIds.ts';
import { changesSince } from '../affected/changes.ts';
import { checkRepository, commitOf, git } from '../affected/git.ts';
import { type BumpLevel, isRaised, nextVersion } from '../affected/nextVersion.ts';
import { CommandError } from '../../server/CommandError.ts';
import { formatted } from './writeJson.ts';

export type BumpQuestion = {
  root: string;
  /** Deployments to raise; all affected ones when empty. */
  ids: string[];
  since: string;
  level: BumpLevel;
  report: (line: string) => void;
};

/** A deployment whose version was raised, or the reason why it was not: `failed` if its changes are not known. */
export type Bumped =
  | { id: string; before: string; after: string; commits: number }
  | { id: string; kept: string }
  | { id: string; failed: string };

type Commit = { hash: string; subject: string; files: string[] };

/** Commits after a revision with their files, newest first. */
async function commitsSince(root: string, since: string): Promise<Commit[]> {
  // Merges repeat the changes of their commits.
  const log = await git(root, 'log', '--no-merges', '--name-only', '--format=%x00%h%x09%s', `${since}..HEAD`);
  return log
    .split('\0')
    .filter(Boolean)
    .map((entry) => {
      const [head = '', ...files] = entry.split('\n').filter(Boolean);
      const [hash = '', subject = ''] = head.split('\t');
      return { hash, subject, files };
    });
}

/** Sources of the page, its backend and their images. */
const shipped =
  /^(src|contract|server|docker|tenants|scripts\/(build|base|image)|rspack\.config\.ts|package-lock\.json)(\/|$)/;

/** Whether a changed file can reach the page or the backend of a deployment. `lineage`: its id and those it extends. */
export function reaches(
  path: string,
  { flags, languages, country }: Pick<Tenant, 'flags' | 'languages' | 'country'>,
  lineage: string[],
): boolean {
  if (!shipped.test(path) || /\.(test|spec)\.tsx?$|\.md$/.test(path)) return false;
  const [top, second = '', third = '', fourth = ''] = path.split('/');
  if (top === 'tenants' && third) return second === 'checks' || lineage.includes(second);
  if (top !== 'src') return true;
  if (second === 'features') {
    const flag = gates[third];
    return flag === undefined || flags[flag];
  }
  if (second !== 'i18n' || third !== 'locales') return true;
  return languages.some(({ value }) => fourth === value || fourth === `${value}-${country}`);
}

/** The id of a deployment and of those whose manifests it extends. */
function lineageOf(root: string, id: string): string[] {
  const lineage: string[] = [];
  for (let next: unknown = id; typeof next === 'string' && !lineage.includes(next);) {
    lineage.push(next);
    next = (JSON.parse(readFileSync(manifestPath(root, next), 'utf8')) as { extends?: unknown }).extends;
  }
  return lineage;
}

/** The version in a deployment's manifest at a commit; null if it had none. */
async function versionAt(root: string, commit: string, id: string): Promise<string | null> {
  const text = await git(root, 'show', `${commit}:tenants/${id}/manifest.json`).catch(() => '{}');
  const { version } = JSON.parse(text) as { version?: unknown };
  return typeof version === 'string' ? version : null;
}

/** Puts the section of a version on top of `tenants/<id>/CHANGELOG.md`, in place of one that an interrupted command left there. */
async function writeChangelog(file: string, title: string, version: string, section: string[]): Promise<void> {
  const [head, ours] = [`# ${title}`, `## ${version} (`];
  const before = existsSync(file) ? readFileSync(file, 'utf8').replace(/^# .*\n+/, '') : '';
  const older = before.startsWith(ours)
    ? before
        .split(/^(?=## )/m)
        .slice(1)
        .join('')
    : before;
  writeFileSync(file, await formatted(file, [head, '', ...section, '', older].join('\n')));
}

function changeText({ hash, subject }: Commit): string {
  // Characters with a meaning in Markdown would change the text.
  return `- ${subject.replace(/[\\`*_<>[\]]/g, '\\$&')} (${hash})`;
}

/**
 * Raises the versions of deployments in their manifests, without changing anything else there, and adds what changed to their
 * changelogs: the commits since a revision that touch files which reach the deployment, and the reasons of the plan that `affected` shows. A deployment
 * whose version was raised since that revision keeps it, so the command can be repeated. One that cannot be built keeps it too.
 * @throws CommandError for an unknown deployment or revision, and when a revision cannot be built.
 */
export async function bumpVersions({ root, ids, since, level, report }: BumpQuestion): Promise<Bumped[]> {
  await checkRepository(root);
  const folder = join(root, 'tenants');
  const known = tenantIds(folder);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) throw new CommandError(noDeployment(unknown, known));
  const from = await commitOf(root, since);
  const plan = await changesSince({ root, since, report });
  const reasons = new Map(plan.changes.map((change) => [change.id, change.reasons]));
  const commits = await commitsSince(root, from);
  const day = await git(root, 'log', '-1', '--format=%cs');
  const bumped: Bumped[] = [];
  const isUnknown = (id: string): boolean => plan.unknown.some((failure) => failure.id === id);
  for (const id of ids.length > 0 ? ids : known.filter((name) => reasons.has(name) || isUnknown(name))) {
    const unbuilt = plan.unknown.find((failure) => failure.id === id);
    if (unbuilt) {
      const failed = `cannot be built at ${unbuilt.revision}, so its changes are unknown:\n  ${unbuilt.problems.join('\n  ')}`;
      bumped.push({ id, failed });
      continue;
    }
    const file = manifestPath(folder, id);
    const { tenant } = await loadTenant(id, { root: folder });
    const { brand, version } = tenant;
    const before = await versionAt(root, from, id);
    if (before === null || isRaised(before, version)) {
      bumped.push({
        id,
        kept: before === null ? `${version}, new since ${since}` : `${version}, raised since ${since}`,
      });
      continue;
    }
    const after = nextVersion(version, level);
    const text = readFileSync(file, 'utf8');
    const lineage = lineageOf(folder, id);
    const commitsOfTenant = commits.filter(({ files }) => files.some((path) => reaches(path, tenant, lineage)));
    const differences = reasons.get(id) ?? [];
    // The raised version comes last: when it is there, a repeated command keeps it and writes nothing.
    await writeChangelog(join(folder, id, 'CHANGELOG.md'), `Changelog of ${brand} (${id})`, after, [
      `## ${after} (${day})`,
      '',
      differences.length > 0
        ? `Differs from ${version} by: ${differences.join('; ')}.`
        : `Has the content of ${version}.`,
      '',
      ...commitsOfTenant.map(changeText),
    ]);
    writeFileSync(file, applyEdits(text, modify(text, ['version'], after, {})));
    bumped.push({ id, before: version, after, commits: commitsOfTenant.length });
  }
  return bumped;
}
