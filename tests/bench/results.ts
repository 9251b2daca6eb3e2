import type { BuildResult } from '../../scripts/build/buildTenants.ts';
import { type Measured, median, ratio } from './measure.ts';

/** The measurements, as named in the tables. */
export const names = {
  plain: 'one plain rspack build',
  bare: 'its compile alone, in one process',
  fifteen: '15 deployments',
  many: '1,000 deployments',
  plain15: '15 plain rspack builds',
  vite15: '15 Vite builds',
  esbuild15: '15 esbuild builds',
  fifteenCompressed: '15 deployments, compressed',
  manyCompressed: '1,000 deployments, compressed',
  plain15Compressed: '15 plain rspack builds, compressed',
  vite15Compressed: '15 Vite builds, compressed',
  esbuild15Compressed: '15 esbuild builds, compressed',
} as const;

/** The results of one run of the benchmark. Times in seconds, sizes in bytes. */
export type Figures = {
  measured: Map<string, Measured>;
  /** The result of the compressed build of all deployments. */
  build: BuildResult;
  /** The result of the compressed build of a thousand deployments. */
  thousand: BuildResult;
  palette: { seconds: number };
  checked: { seconds: number };
  shipped: { seconds: number };
  images: { seconds: number; first: number; all: number };
};

/** One target of the build, and whether this run met it. */
export type Target = { what: string; wanted: string; found: string; met: boolean };

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

function of({ measured }: Figures, name: string): Measured {
  const found = measured.get(name);
  if (!found) throw new Error(`"${name}" was not measured`);
  return found;
}

/** The targets of the build with the measured values. */
export function targets(figures: Figures): Target[] {
  const against = (name: string, otherName: string): number => ratio(of(figures, name), of(figures, otherName));
  const atMost = (what: string, found: number, limit: number): Target => ({
    what,
    wanted: `at most ${limit} ×`,
    found: `${found.toFixed(2)} ×`,
    met: found <= limit,
  });
  const faster = against(names.plain15Compressed, names.fifteenCompressed);
  const { images, build, thousand, checked, shipped } = figures;
  const heaviest = Math.max(...build.built.map(({ initial }) => initial ?? 0));
  return [
    atMost('15 deployments, compared with one plain build', against(names.fifteen, names.plain), 1.2),
    {
      what: '15 compressed deployments, compared with 15 plain builds compressed the same way',
      wanted: 'at least 8 × faster',
      found: `${faster.toFixed(1)} × faster`,
      met: faster >= 8,
    },
    atMost('1,000 deployments, compared with 15', against(names.many, names.fifteen), 6),
    atMost('1,000 compressed deployments, compared with 15', against(names.manyCompressed, names.fifteenCompressed), 6),
    {
      what: '1,000 compressed deployments, memory',
      wanted: 'under 700 MB',
      found: `${(thousand.peakMemory / 1e6).toFixed(0)} MB`,
      met: thousand.peakMemory < 700e6,
    },
    {
      what: '1,000 deployments, isolated pairs',
      wanted: '999000',
      found: `${thousand.isolatedPairs}`,
      met: thousand.isolatedPairs === 999_000,
    },
    {
      what: 'check a changed palette of one deployment, with the proof of isolation',
      wanted: 'at most 2 s',
      found: `${checked.seconds.toFixed(2)} s`,
      met: checked.seconds <= 2,
    },
    {
      what: 'ship a changed palette of one deployment, page and API, to a registry on the machine',
      wanted: 'at most 5 s',
      found: `${shipped.seconds.toFixed(2)} s`,
      met: shipped.seconds <= 5,
    },
    {
      what: '15 images, additional time',
      wanted: 'under 1 s',
      found: `${images.seconds.toFixed(2)} s`,
      met: images.seconds < 1,
    },
    atMost('15 images, size compared with one', images.all / images.first, 1.5),
    {
      what: 'JavaScript of the sign-in page (brotli), largest deployment',
      wanted: `at most ${kilobytes(build.budget)} kB`,
      found: `${kilobytes(heaviest)} kB`,
      met: heaviest <= build.budget,
    },
  ];
}

const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;

function grid(head: string[], rows: string[][]): string {
  return [row(head), row(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
}

function times(figures: Figures, shown: string[], unit: string): string {
  return grid(
    ['', 'median', 'fastest–slowest', `× ${unit}`],
    shown.map((name) => {
      const measured = of(figures, name);
      const range = `${Math.min(...measured.seconds).toFixed(2)}–${Math.max(...measured.seconds).toFixed(2)} s`;
      return [name, `${median(measured.seconds).toFixed(2)} s`, range, ratio(measured, of(figures, unit)).toFixed(2)];
    }),
  );
}

/** The page of results. */
export function markdown(figures: Figures, conditions: string[]): string {
  const { build, palette, checked, shipped, images } = figures;
  const { fifteen, many, plain, bare, plain15, vite15, esbuild15 } = names;
  const { fifteenCompressed, manyCompressed, plain15Compressed, vite15Compressed, esbuild15Compressed } = names;
  return `# Build times and sizes

Written by \`npm run bench\`. Times depend on the machine and its load. Compare the ratios: all cases were measured
alternately in one run.

${conditions.map((line) => `- ${line}`).join('\n')}

## Targets

${grid(
  ['target', 'limit', 'measured', ''],
  targets(figures).map(({ what, wanted, found, met }) => [what, wanted, found, met ? 'pass' : '**miss**']),
)}

## Without compression

${times(figures, [plain, bare, fifteen, many, plain15, vite15, esbuild15], plain)}

## With brotli 11 and gzip 9

${times(figures, [fifteenCompressed, manyCompressed, plain15Compressed, vite15Compressed, esbuild15Compressed], fifteenCompressed)}

## Single changes

${grid(
  ['', 'seconds', ''],
  [
    ['rebuild of one deployment after a palette change', palette.seconds.toFixed(2), 'compile reused, compressed'],
    ['the same, shipped', shipped.seconds.toFixed(2), 'built twice and compared, page and API pushed, `current` moved'],
    ['check after a palette change', checked.seconds.toFixed(2), 'compile reused, with the proof of isolation'],
    [
      '15 images in addition',
      images.seconds.toFixed(2),
      `${kilobytes(images.all)} kB in all, ${kilobytes(images.first)} kB for one alone`,
    ],
  ],
)}

## JavaScript of the sign-in page

Everything that the browser loads before sign-in, in the deployment's first language. The budget is
${kilobytes(build.budget)} kB of brotli; a larger bundle fails the build.

${grid(
  ['deployment', 'kB (brotli)', 'complete bundle, kB'],
  build.built.map(({ id, initial, total }) => [id, kilobytes(initial ?? 0), kilobytes(total)]),
)}

## How to read this

- Every time is the wall time of a separate process that writes to empty folders. A ratio is the median over the
  rounds in which both cases were measured, one after the other.
- "Deployments" are complete bundles: page, tokens, logos, data, integrity hashes and the isolation check. The plain build is \`rspack build\`
  of the same \`src\` with the same settings and none of that. The next row is the
  same compile called from a short script, without the command line tool.
- The 15 builds of the other tools run one after another in one process, which is faster than 15 starts. Vite and esbuild use
  their production defaults, without the styled-components plugin that the product uses.
- The 1,000 deployments are generated, with the colours that \`tenants new\` proposes.
- Before the first measurement, the WebAssembly of the styled-components plugin is compiled once (about a second) and Node caches
  the modules of the build scripts and of the compiler.
`;
}
