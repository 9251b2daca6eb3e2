import { join } from 'node:path';
import { table } from '../lib/report.ts';
import { repositoryName } from '../image/imageName.ts';
import { type RevisionState, stateOfCommit, stateOfWorkTree } from './buildRevision.ts';
import { type Reason, reasonsFor } from './compareTenants.ts';
import { type ApiReason, apiReasons } from './apiState.ts';
import { checkRepository, commitOf, git } from './git.ts';

/** The deployments that differ between two revisions. */
export type Affected = {
  /** Full hashes; null for the work tree. */
  since: string;
  until: string | null;
  affected: { id: string; digest: { before: string | null; after: string | null }; reasons: Reason[] }[];
  unaffected: string[];
  /** Deployments that cannot be built at one of the revisions. */
  unknown: { id: string; revision: string; problems: string[] }[];
  /**
   * What changed in images whose bundle did not: files of the web server, headers, the base. Empty when the images are equal; a
   * version must be raised otherwise, as for a changed bundle.
   */
  server: string[];
  /** Deployments whose API image changed, with the reasons. Their version must be raised too. */
  api: { id: string; reasons: ApiReason[] }[];
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
 * Compares the bundles of two revisions, or of a revision and the work tree, and gives the reasons for each difference.
 * Bundles are compared by digest, which does not cover the commit in version.json, and images as `npm run ship` compares them.
 * @throws CommandError when `root` is no git checkout, or a revision is unknown or cannot be built.
 */
export async function affectedTenants({ root, since, until, report }: Question): Promise<Affected> {
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
    const digest = { before: old?.digest ?? null, after: now?.digest ?? null };
    return { id, digest, reasons: reasonsFor(old, now), headers: old && now && old.headers !== now.headers };
  });
  const changed = await git(root, 'diff', '--name-only', from, ...(to ? [to] : []), '--', ...serverFiles);
  const server = [
    ...changed.split('\n').filter((path) => path && !path.endsWith('.test.ts')),
    // A changed palette changes the hash in the policy, so only headers of unchanged bundles show a changed rule.
    ...(compared.some(({ headers, reasons }) => headers && reasons.length === 0) ? ['the headers'] : []),
  ];
  const isEveryBundleChanged = compared.every(({ reasons }) => reasons.length > 0);
  const isImageChanged =
    isEveryBundleChanged ||
    before.base !== after.base ||
    compared.some(({ id, reasons }) => reasons.length === 0 && imagesDiffer(id, before, after));
  return {
    since: from,
    until: to,
    unknown,
    affected: compared
      .filter(({ reasons }) => reasons.length > 0)
      .map(({ id, digest, reasons }) => ({ id, digest, reasons })),
    unaffected: compared.filter(({ reasons }) => reasons.length === 0).map(({ id }) => id),
    // A changed file that changes no image, such as a comment in scripts/image, needs no release.
    api: ids.flatMap((id) => {
      const apiChanges = apiReasons(before.apis[id], after.apis[id], before.base !== after.base);
      return apiChanges.length > 0 ? [{ id, reasons: apiChanges }] : [];
    }),
    server: !isImageChanged ? [] : server.length > 0 || isEveryBundleChanged ? server : ['the format of the images'],
  };
}

/** Reasons with their details, grouped by kind. */
function inWords(reasons: readonly { kind: string; detail: string }[]): string {
  return [...new Set(reasons.map(({ kind }) => kind))]
    .map((kind) => {
      const details = reasons.filter((reason) => reason.kind === kind && reason.detail).map(({ detail }) => detail);
      return details.length > 0 ? `${kind} (${details.join('; ')})` : kind;
    })
    .join(' · ');
}

/** The result as a table: one line per deployment with its reasons. */
export function affectedReport({ affected, unaffected, unknown, server, api }: Affected): string {
  const short = (digest: string | null): string => digest?.slice(0, 12) ?? '–';
  const rows = affected.map(({ id, digest, reasons }) => [
    id,
    `${short(digest.before)} → ${short(digest.after)}`,
    inWords(reasons),
  ]);
  const apiRows = api.map(({ id, reasons }) => [id, inWords(reasons)]);
  const all = affected.length + unaffected.length;
  return [
    ...(rows.length > 0 ? [table([['tenant', 'bundle digest', 'reasons'], ...rows]), ''] : []),
    ...unknown.map(
      ({ id, revision, problems }) => `${id} cannot be built at ${revision}:\n  ${problems.join('\n  ')}\n`,
    ),
    ...(apiRows.length > 0 ? [table([['API of', 'reasons'], ...apiRows]), ''] : []),
    `${affected.length} of ${all} ${all === 1 ? 'deployment' : 'deployments'} affected`,
    ...(apiRows.length > 0 ? [`${apiRows.length} of ${all} APIs affected`] : []),
    ...(server.length > 0
      ? [`The web server in the images changed, so every image changes: ${server.join(', ')}`]
      : []),
  ].join('\n');
}
