import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App, AppChunk } from './app.ts';

/** JavaScript of the sign-in page, compressed with brotli: at most this many bytes in any deployment. */
export const initialBudget = 170_000;

/** Libraries for charts, tables and calendars: never on the sign-in page. */
const heavy =
  /(^|\/)node_modules\/(?:echarts|zrender|echarts-for-react|@tanstack\/(?:react-)?(?:table|virtual)[^/]*|@event-calendar|@fullcalendar)\/|\/(?:react-aria-components|react-aria|react-stately)\/(?:.*\/)?(?:Table|Calendar|RangeCalendar|DatePicker|DateField|table|calendar|datepicker)[./]/;

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

function packageOf(path: string): string {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? 'src';
}

/** The packages that weigh most in a chunk, by their size before minification. */
function heaviest(chunk: AppChunk): string {
  const sizes = new Map<string, number>();
  for (const { path, size } of chunk.modules) {
    const name = packageOf(path);
    sizes.set(name, (sizes.get(name) ?? 0) + size);
  }
  return [...sizes]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([name]) => name)
    .join(', ');
}

/** Chart, table or calendar code in the scripts of the sign-in page, one line per module. */
export function heavyModules(initial: AppChunk[]): string[] {
  return initial.flatMap(({ modules, script }) =>
    modules
      .filter(({ path }) => heavy.test(path))
      .map(({ path }) => `${path} is on the sign-in page (in ${script.path})`),
  );
}

/** Features whose insides the sign-in page may load: of others, only the entry that says what there is. */
const signInFeatures = new Set(['auth']);

/** What comes with pages of its own and with nothing else: the modules, and the lazily loaded ones that may bring them. */
const apart = [
  { what: /^src\/features\/calendar\/(?!index\.ts$)/, with: /^src\/features\/calendar\// },
  { what: /^src\/ui\/VideoPlayer\.tsx$/, with: /^src\/features\/videos\// },
  { what: /^src\/domain\/interpretations\/Player\.tsx$/, with: /^src\/domain\/interpretations\/Recordings\.tsx$/ },
];

/**
 * Modules in chunks that they have no business in, one line each: the inside of a feature on the sign-in page, and the calendar or a player
 * in a chunk that something else than their own pages loads.
 */
export function strayModules({ chunks, entries, groups }: App, initial: AppChunk[]): string[] {
  const early = initial.flatMap(({ modules, script }) =>
    modules
      .filter(({ path }) => {
        const [, feature, file] = /^src\/features\/([^/]+)\/(.+)$/.exec(path) ?? [];
        return feature !== undefined && file !== 'index.ts' && !signInFeatures.has(feature);
      })
      .map(({ path }) => `${path} is on the sign-in page (in ${script.path})`),
  );
  const astray = chunks.flatMap(({ id, modules, script }) =>
    modules.flatMap(({ path }) => {
      const rule = apart.find(({ what }) => what.test(path));
      if (!rule) return [];
      const loaders = groups.filter(({ chunks: ids }) => ids.includes(id)).map(({ root }) => root);
      const others = [...loaders, ...(entries.app.includes(id) ? ['the page itself'] : [])].filter(
        (loader) => !rule.with.test(loader),
      );
      return others.map((other) => `${path} is loaded with ${other} (in ${script.path})`);
    }),
  );
  return [...new Set([...early, ...astray])];
}

/** One script of the sign-in page: a name that stays the same from build to build, and its compressed size in bytes. */
export type Weight = { chunk: string; bytes: number };

/** A chunk's name that outlives its content: the entry's name, or the module that it was made for. */
export function lastingName(chunk: AppChunk): string {
  return chunk.name ?? chunk.modules.find(({ path }) => path.startsWith('src/'))?.path ?? `chunk ${chunk.id}`;
}

/** The weights of the last good build of a deployment, for comparison. */
export function lastWeights(folder: string): Weight[] {
  const file = join(folder, '.meta/weights.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Weight[]) : [];
}

/** The message when the sign-in page is too heavy: every script, what grew since the last good build, and what is in it. */
export function overBudget(initial: AppChunk[], weights: Weight[], before: Weight[]): string | null {
  const total = weights.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= initialBudget) return null;
  const lines = weights
    .map(({ chunk, bytes }, index) => {
      const last = before.find((weight) => weight.chunk === chunk)?.bytes;
      const grown = last === undefined ? (before.length > 0 ? bytes : 0) : bytes - last;
      const growth =
        grown === 0 ? '' : last === undefined ? ', new' : `, ${grown > 0 ? '+' : '−'}${kilobytes(Math.abs(grown))}`;
      const what = initial[index] ? heaviest(initial[index]) : '';
      return { bytes, grown, line: `  ${chunk}: ${kilobytes(bytes)}${growth} (${what})` };
    })
    .sort((a, b) => b.grown - a.grown || b.bytes - a.bytes)
    .map(({ line }) => line);
  return [
    `The sign-in page loads ${kilobytes(total)} of JavaScript (brotli); the budget is ${kilobytes(initialBudget)}:`,
    ...lines,
  ].join('\n');
}
