import type { FailedTenant } from '../build/buildTenants.ts';
import { problemsReport, table } from '../lib/report.ts';
import { partNames } from '../image/imageName.ts';
import { movingTag } from './destination.ts';
import type { Release } from './ledger.ts';
import type { Plan } from './rolloutPlan.ts';
import type { Shipped } from './ship.ts';
import type { Status } from './status.ts';

const short = (digest: string | undefined): string => digest?.slice(7, 19) ?? '–';

/** The releases of a deployment as a table, oldest first. */
export function ledgerTable(ledger: Release[]): string {
  const rows = ledger.map(({ time, act, version, images, bundle, commit, result }) => [
    time,
    act,
    version,
    result ?? 'interrupted',
    short(images.page),
    short(images.api),
    bundle.slice(0, 12),
    commit.slice(0, 12),
  ]);
  return table([['time', 'act', 'version', 'result', 'page', 'api', 'bundle', 'commit'], ...rows]);
}

/** Deployments that are not shipped, with their problems. */
export function excludedReport(excluded: FailedTenant[]): string[] {
  return problemsReport(excluded, 'is left out');
}

/** The waves of a plan with their deployments, problems and commands, and what is left out. */
export function planReport({ waves, unfinished, excluded, commit }: Plan): string {
  const back = unfinished.map(
    ({ id, version, to }) =>
      `${id} has ${version} of a failed wave, or its rollback was interrupted; --approve first takes it back to ${to ?? 'nothing'}`,
  );
  if (waves.length === 0)
    return [
      ...back,
      `Nothing to ship: every ${excluded.length > 0 ? 'other ' : ''}deployment has what ${commit.slice(0, 12)} gives.`,
      ...excludedReport(excluded),
    ].join('\n');
  const parts = waves.map(({ ring, tenants }, index) => {
    const rows = tenants.map(({ id, from, to, reasons, problem }) => [
      `  ${id}`,
      `${from ?? 'nothing'} → ${to}`,
      problem === null ? reasons.join(' · ') : `cannot be shipped: ${problem}`,
    ]);
    const warnings = tenants.flatMap(({ id, noWayBack }) =>
      noWayBack === null ? [] : [`  ${id} has no way back if this release fails: ${noWayBack}`],
    );
    const commands = tenants.map(({ command }) => `    ${command}`);
    return [`wave ${index + 1}: ${ring}`, table(rows), ...warnings, ...commands].join('\n');
  });
  return [...back, ...parts, ...excludedReport(excluded)].join('\n\n');
}

/** What a release changed. */
export function shippedReport({ release, state, before, wasMovedByHand, images, pushed }: Shipped): string {
  const { tenant, version } = release;
  const earlier = before.page?.version ?? before.page?.digest;
  const outcome = {
    unchanged: `"${movingTag}" already points to ${version}; nothing changed`,
    completed: `"${movingTag}" points to ${version}: finished the interrupted release`,
    moved: `"${movingTag}" now points to ${version}${earlier ? ` (before: ${earlier})` : ''}`,
  }[state];
  return [
    `${tenant}: ${outcome}`,
    ...(wasMovedByHand
      ? [`  "${movingTag}" had been moved to ${earlier ?? 'nothing'} without this command; see --ledger`]
      : []),
    ...partNames.flatMap((part) => images[part] ?? []).map((image) => `  ${image}`),
    ...pushed.flatMap(({ part, bill, provenance }) => [
      `  bill of materials of ${part} ${bill}`,
      `  provenance of ${part}        ${provenance}`,
    ]),
  ].join('\n');
}

/** Requested, registry and running version as a table, and what to do. */
export function statusReport({ tenant, requested, registry, running, runningApi, state, advice }: Status): string {
  const live =
    running === null
      ? ['not asked (--url)', '']
      : 'problem' in running
        ? ['unknown', running.problem]
        : [running.version, `bundle ${running.digest.slice(0, 12)} at ${running.url}`];
  const api = runningApi
    ? [runningApi.version, runningApi.url]
    : ['unknown', 'told to operators only: set HEALTH_TOKEN to that of the deployment'];
  const rows = [
    ['requested', requested?.version ?? 'nothing', requested ? `${requested.act}, ${requested.time}` : ''],
    ...partNames.flatMap((part) => {
      const current = registry[part];
      return current ? [[`registry, ${part}`, current.version ?? 'unknown', short(current.digest)]] : [];
    }),
    ['running, page', ...live],
    ...(running && 'version' in running ? [['running, api', ...api]] : []),
  ];
  return [`${tenant}: ${state}`, table(rows), ...(advice ? ['', advice] : [])].join('\n');
}
