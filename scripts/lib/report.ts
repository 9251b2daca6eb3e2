import type { BuildResult, BuiltTenant, FailedTenant } from '../build/buildTenants.ts';

const columns: { title: string; right?: boolean; cell: (tenant: BuiltTenant) => string }[] = [
  { title: 'tenant', cell: ({ id }) => id },
  { title: 'version', cell: ({ version }) => version },
  { title: 'languages', cell: ({ languages }) => languages.join(' ') },
  {
    title: 'initial kB (br)',
    right: true,
    cell: ({ initial }) => (initial === null ? '–' : (initial / 1000).toFixed(1)),
  },
  { title: 'total kB', right: true, cell: ({ total }) => (total / 1000).toFixed(0) },
  { title: 'digest', cell: ({ digest }) => digest.slice(0, 12) },
  { title: 'flags off', cell: ({ flagsOff }) => flagsOff.join(' ') || 'none' },
];

/** Receives each progress message. */
export type Report = (line: string) => void;

/** Bytes as text: `80.8 MB`. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Aligns rows: each column is as wide as its widest cell. `right` marks right-aligned columns. */
export function table(rows: string[][], right: boolean[] = []): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => (right[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What each flag adds to a bundle, and how many of the built deployments have it. */
function flagTable({ built, flagBytes }: BuildResult): string {
  const rows = Object.entries(flagBytes).map(([flag, bytes]) => [
    flag,
    (bytes / 1000).toFixed(1),
    `${built.filter(({ flagsOff }) => !flagsOff.includes(flag)).length}`,
  ]);
  return table([['flag', 'adds kB', 'tenants'], ...rows], [false, true, true]);
}

const indent = (text: string): string => text.replaceAll('\n', '\n  ');

/** Deployments with their problems, one after the other. `label` follows the id: `failed`. */
export function problemsReport(failed: FailedTenant[], label: string): string[] {
  return failed.map(
    ({ id, problems }) => `${id} ${label}:\n${problems.map((problem) => `  ${indent(problem)}`).join('\n')}`,
  );
}

/** The result of a build as text: a table of the built deployments, the problems of the failed ones, and a summary. */
export function report(result: BuildResult): string {
  const rows = [
    columns.map(({ title }) => title),
    ...result.built.map((tenant) => columns.map(({ cell }) => cell(tenant))),
  ];
  const failures = problemsReport(result.failed, 'failed');
  const summary = [
    `${result.built.length} built`,
    ...(result.failed.length > 0
      ? [`${result.failed.length} failed (${result.failed.map(({ id }) => id).join(', ')})`]
      : []),
    ...(result.isolatedPairs > 0 ? [`${result.isolatedPairs} tenant pairs isolated`] : []),
    result.compileReused ? 'compile reused' : `compiled in ${result.seconds.compile.toFixed(2)} s`,
    `${result.seconds.all.toFixed(2)} s in total`,
  ].join(' · ');
  return [
    ...(result.built.length > 0
      ? [
          table(
            rows,
            columns.map(({ right }) => right ?? false),
          ),
          '',
          flagTable(result),
          '',
        ]
      : []),
    ...(failures.length > 0 ? [...failures, ''] : []),
    summary,
  ].join('\n');
}
