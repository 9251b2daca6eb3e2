import { join } from 'node:path';
import { table } from '../lib/report.ts';
import { stateOfCommit, stateOfWorkTree } from './buildRevision.ts';
import { type Reason, reasonsFor } from './compareTenants.ts';
import { checkRepository, commitOf, git } from './git.ts';

/** Which deployments differ between two revisions. */
export type Affected = {
  /** Full hashes; null for the work tree. */
  since: string;
  until: string | null;
  affected: { id: string; digest: { before: string | null; after: string | null }; reasons: Reason[] }[];
  unaffected: string[];
  /** What cannot be told, because one side cannot be built. */
  unknown: { id: string; revision: string; problems: string[] }[];
  /** Files of the server in the images that changed: every image is another then, whatever its bundle. */
  server: string[];
};

export type Question = { root: string; since: string; until?: string; say: (line: string) => void };

/** What is in every image beside the bundle. */
const serverFiles = [
  ...['docker/entrypoint.sh', 'docker/healthcheck.sh', 'docker/nginx/nginx.conf', 'scripts/base'],
  'scripts/image',
];

/**
 * Which deployments' bundles change between a revision and the work tree (or another revision), and why. Bundles are
 * compared by their digests, which leave the commit in version.json out.
 * @throws BuildError for what is no checkout, an unknown revision, and one that cannot be built.
 */
export async function affectedTenants({ root, since, until, say }: Question): Promise<Affected> {
  await checkRepository(root);
  const from = await commitOf(root, since);
  const to = until === undefined ? null : await commitOf(root, until);
  const place = { root, cache: join(root, '.cache'), say };
  const before = await stateOfCommit(from, since, place);
  const after = to === null ? await stateOfWorkTree(place) : await stateOfCommit(to, until ?? to, place);

  const unknown = [
    ...before.failed.map((one) => ({ ...one, revision: since })),
    ...after.failed.map((one) => ({ ...one, revision: until ?? 'the work tree' })),
  ];
  const ids = [...new Set([...before.tenants, ...after.tenants].map(({ id }) => id))]
    .filter((id) => !unknown.some((one) => one.id === id))
    .sort();
  const compared = ids.map((id) => {
    const [old, now] = [before, after].map(({ tenants }) => tenants.find((one) => one.id === id));
    const digest = { before: old?.digest ?? null, after: now?.digest ?? null };
    return { id, digest, reasons: reasonsFor(old, now), headers: old && now && old.headers !== now.headers };
  });
  const server = await git(root, 'diff', '--name-only', from, ...(to ? [to] : []), '--', ...serverFiles);
  return {
    ...{ since: from, until: to, unknown },
    affected: compared
      .filter(({ reasons }) => reasons.length > 0)
      .map(({ id, digest, reasons }) => ({ id, digest, reasons })),
    unaffected: compared.filter(({ reasons }) => reasons.length === 0).map(({ id }) => id),
    server: [
      ...server.split('\n').filter((path) => path && !path.endsWith('.test.ts')),
      // The palette's hash is in its policy: only a bundle that stayed the same tells of the rules themselves.
      ...(compared.some(({ headers, reasons }) => headers && reasons.length === 0) ? ['the headers'] : []),
    ],
  };
}

/** The answer for people: a line per deployment, with a reason of each kind. */
export function affectedReport({ affected, unaffected, unknown, server }: Affected): string {
  const short = (digest: string | null): string => digest?.slice(0, 12) ?? '–';
  const rows = affected.map(({ id, digest, reasons }) => [
    id,
    `${short(digest.before)} → ${short(digest.after)}`,
    [...new Set(reasons.map(({ kind }) => kind))]
      .map((kind) => {
        const whats = reasons.filter((reason) => reason.kind === kind && reason.what).map(({ what }) => what);
        return whats.length > 0 ? `${kind} (${whats.join('; ')})` : kind;
      })
      .join(' · '),
  ]);
  const all = affected.length + unaffected.length;
  return [
    ...(rows.length > 0 ? [table([['tenant', 'bundle digest', 'why'], ...rows]), ''] : []),
    ...unknown.map(
      ({ id, revision, problems }) => `${id} cannot be built at ${revision}:\n  ${problems.join('\n  ')}\n`,
    ),
    `${affected.length} of ${all} ${all === 1 ? 'deployment' : 'deployments'} affected`,
    ...(server.length > 0
      ? [`The server in the images changed, so all images do, even of equal bundles: ${server.join(', ')}`]
      : []),
  ].join('\n');
}
