import { join } from 'node:path';
import { table } from '../lib/report.ts';
import { repositoryName } from '../image/imageName.ts';
import { type RevisionState, stateOfCommit, stateOfWorkTree } from './buildRevision.ts';
import { type Reason, reasonsFor } from './compareTenants.ts';
import { apiReasons } from './apiState.ts';
import { checkRepository, commitOf, git } from './git.ts';
import { isRaised, nextVersion } from './nextVersion.ts';
import { counted } from '../lib/counted.ts';

/** A deployment that needs a release. */
type Change = {
  id: string;
  /** Why, in words: what changed in its bundle, in its API, and in the web server of all images. */
  reasons: string[];
  /** Its version at the newer revision; null if it was removed. */
  version: string | null;
  /** The version of its release: its own if it was raised already, else the one that follows. */
  next: string | null;
};

/** What separates two revisions: every command that asks for changes, raises versions or ships takes it from here. */
export type Changes = {
  /** Full hashes; null for the work tree. */
  since: string;
  until: string | null;
  changes: Change[];
  unchanged: string[];
  /** Deployments that cannot be built at one of the revisions. */
  unknown: { id: string; revision: string; problems: string[] }[];
};

export type Question = { root: string; since: string; until?: string; report: (line: string) => void };

/** Sources of what every image contains beside the bundle. */
const serverFiles = [
  'docker/entrypoint.sh',
  'docker/healthcheck.sh',
  'docker/nginx/nginx.conf',
  'scripts/base',
  'scripts/image',
];

/** Whether the image of a deployment's page differs between two revisions. */
function imagesDiffer(id: string, before: RevisionState, after: RevisionState): boolean {
  const name = repositoryName(id, 'page');
  return before.images[name] !== after.images[name];
}

/**
 * What changed in images whose bundle did not: files of the web server, headers, the base. Empty when the images are equal: a changed file
 * that changes no image, such as a comment in scripts/image, needs no release.
 */
async function serverChanges(
  root: string,
  commits: string[],
  before: RevisionState,
  after: RevisionState,
  compared: { id: string; bundle: Reason[]; hasOtherHeaders: boolean }[],
): Promise<string[]> {
  const isEveryBundleChanged = compared.every(({ bundle }) => bundle.length > 0);
  const isImageChanged =
    isEveryBundleChanged ||
    before.base !== after.base ||
    compared.some(({ id, bundle }) => bundle.length === 0 && imagesDiffer(id, before, after));
  if (!isImageChanged) return [];
  const files = await git(root, 'diff', '--name-only', ...commits, '--', ...serverFiles);
  const found = [
    ...files.split('\n').filter((path) => path && !path.endsWith('.test.ts')),
    // A changed palette changes the hash in the policy, so only headers of unchanged bundles show a changed rule.
    ...(compared.some(({ bundle, hasOtherHeaders }) => hasOtherHeaders && bundle.length === 0) ? ['the headers'] : []),
  ];
  return found.length > 0 || isEveryBundleChanged ? found : ['the format of the images'];
}

/**
 * Compares two revisions, or a revision and the work tree: which deployments need a release, why, and which version follows.
 * Bundles are compared by digest, which does not cover the commit in version.json, and images as `npm run ship` compares them.
 * @throws CommandError when `root` is no git checkout, or a revision is unknown or cannot be built.
 */
export async function changesSince({ root, since, until, report }: Question): Promise<Changes> {
  await checkRepository(root);
  const from = await commitOf(root, since);
  const to = until === undefined ? null : await commitOf(root, until);
  const place = { root, cache: join(root, '.cache'), report };
  const before = await stateOfCommit(from, since, place);
  const after = to === null ? await stateOfWorkTree(place) : await stateOfCommit(to, until ?? to, place);

  const unknown = [
    ...before.failed.map((failure) => ({ ...failure, revision: since })),
    ...after.failed.map((failure) => ({ ...failure, revision: until ?? 'the work tree' })),
  ];
  const ids = [...new Set([...before.tenants, ...after.tenants].map(({ id }) => id))]
    .filter((id) => !unknown.some((failure) => failure.id === id))
    .sort();
  const compared = ids.map((id) => {
    const [old, now] = [before, after].map(({ tenants }) => tenants.find((tenant) => tenant.id === id));
    const hasOtherHeaders = old !== undefined && now !== undefined && old.headers !== now.headers;
    return { id, old, now, bundle: reasonsFor(old, now), hasOtherHeaders };
  });
  const commits = [from, ...(to ? [to] : [])];
  const server = await serverChanges(root, commits, before, after, compared);
  const all = compared.map(({ id, old, now, bundle }): Change => {
    const api = apiReasons(before.apis[id], after.apis[id], before.base !== after.base);
    const reasons = [
      ...inWords(bundle),
      ...inWords(api).map((reason) => `API: ${reason}`),
      ...(server.length > 0 ? [`web server (${server.join(', ')})`] : []),
    ];
    return { id, reasons, version: now?.version ?? null, next: now ? versionAfter(old?.version, now.version) : null };
  });
  return {
    since: from,
    until: to,
    unknown,
    changes: all.filter(({ reasons }) => reasons.length > 0),
    unchanged: all.filter(({ reasons }) => reasons.length === 0).map(({ id }) => id),
  };
}

/** The version of the release of a changed deployment; `before` is that of the older revision. */
function versionAfter(before: string | undefined, version: string): string {
  return before === undefined || isRaised(before, version) ? version : nextVersion(version, 'patch');
}

/** Reasons with their details, grouped by kind: `brand (palette; logo.svg)`. */
function inWords(reasons: readonly { kind: string; detail: string }[]): string[] {
  return [...new Set(reasons.map(({ kind }) => kind))].map((kind) => {
    const details = reasons.filter((reason) => reason.kind === kind && reason.detail).map(({ detail }) => detail);
    return details.length > 0 ? `${kind} (${details.join('; ')})` : kind;
  });
}

function versionInWords({ version, next }: Change): string {
  if (version === null || next === null) return 'removed';
  return version === next ? version : `${version} → ${next}`;
}

/** The result as a table: one line per deployment with the version that follows and the reasons. */
export function changesReport({ changes, unchanged, unknown }: Changes): string {
  const rows = changes.map((change) => [change.id, versionInWords(change), change.reasons.join(' · ')]);
  const all = changes.length + unchanged.length;
  return [
    ...(rows.length > 0 ? [table([['tenant', 'version', 'reasons'], ...rows]), ''] : []),
    ...unknown.map(
      ({ id, revision, problems }) => `${id} cannot be built at ${revision}:\n  ${problems.join('\n  ')}\n`,
    ),
    `${changes.length} of ${counted(all, 'deployment needs', 'deployments need')} a release`,
  ].join('\n');
}
