import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App, AppChunk } from './app.ts';

/** Upper limit of the sign-in page's JavaScript in any deployment: bytes, brotli-compressed. */
export const initialBudget = 140_000;

/** Libraries for charts, tables and calendars, which the sign-in page must not load. */
const heavy =
  /(^|\/)node_modules\/(?:echarts|zrender|echarts-for-react|@tanstack\/(?:react-)?(?:table|virtual)[^/]*|@event-calendar|@fullcalendar)\/|\/(?:react-aria-components|react-aria|react-stately)\/(?:.*\/)?(?:Table|Calendar|RangeCalendar|DatePicker|DateField|table|calendar|datepicker)[./]/;

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

function packageOf(path: string): string {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? 'src';
}

/** The four largest packages in a chunk, by size before minification. */
function largestPackages(chunk: AppChunk): string {
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

/** Messages about chart, table or calendar code in the scripts of the sign-in page, one per module. */
export function heavyModules(initial: AppChunk[]): string[] {
  return initial.flatMap(({ modules, script }) =>
    modules
      .filter(({ path }) => heavy.test(path))
      .map(({ path }) => `${path} is on the sign-in page (in ${script.path})`),
  );
}

/** Features whose modules the sign-in page may load; of all others it may load `index.ts` only. */
const signInFeatures = new Set(['auth']);

/** Modules that only some pages may load: `modules` matches them, `loaders` the lazily imported modules that may load them. */
const separateModules = [
  { modules: /^src\/features\/calendar\/(?!index\.ts$)/, loaders: /^src\/features\/calendar\// },
  { modules: /^src\/ui\/VideoPlayer\.tsx$/, loaders: /^src\/features\/videos\// },
  {
    modules: /^src\/domain\/recordings\/Player\.tsx$/,
    loaders: /^src\/domain\/recordings\/Recordings\.tsx$/,
  },
];

/**
 * Messages about modules in chunks where they do not belong, one each: modules of a feature on the sign-in page, and the calendar
 * or a player in a chunk that other pages load.
 */
export function misplacedModules({ chunks, entries, groups }: App, initial: AppChunk[]): string[] {
  const onSignInPage = initial.flatMap(({ modules, script }) =>
    modules
      .filter(({ path }) => {
        const [, feature, file] = /^src\/features\/([^/]+)\/(.+)$/.exec(path) ?? [];
        return feature !== undefined && file !== 'index.ts' && !signInFeatures.has(feature);
      })
      .map(({ path }) => `${path} is on the sign-in page (in ${script.path})`),
  );
  const withOtherPages = chunks.flatMap(({ id, modules, script }) =>
    modules.flatMap(({ path }) => {
      const rule = separateModules.find(({ modules: pattern }) => pattern.test(path));
      if (!rule) return [];
      const loaders = groups.filter(({ chunks: ids }) => ids.includes(id)).map(({ root }) => root);
      const others = [...loaders, ...(entries.app.includes(id) ? ['the page itself'] : [])].filter(
        (loader) => !rule.loaders.test(loader),
      );
      return others.map((other) => `${path} is loaded with ${other} (in ${script.path})`);
    }),
  );
  return [...new Set([...onSignInPage, ...withOtherPages])];
}

/** A script of the sign-in page: a name that is stable between builds, and its brotli-compressed size in bytes. */
export type ScriptSize = { chunk: string; bytes: number };

/** A name of a chunk that does not depend on its content: the entry, or the path of its first own module. */
export function stableName(chunk: AppChunk): string {
  return chunk.name ?? chunk.modules.find(({ path }) => path.startsWith('src/'))?.path ?? `chunk ${chunk.id}`;
}

/** The script sizes of a deployment's previous successful build; empty when there is none. */
export function previousSizes(folder: string): ScriptSize[] {
  const file = join(folder, '.meta/weights.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ScriptSize[]) : [];
}

/** Message when the sign-in page exceeds the budget, else null: size, growth and largest packages of each script. */
export function budgetProblem(initial: AppChunk[], sizes: ScriptSize[], before: ScriptSize[]): string | null {
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= initialBudget) return null;
  const lines = sizes
    .map(({ chunk, bytes }, index) => {
      const last = before.find((size) => size.chunk === chunk)?.bytes;
      const grown = last === undefined ? (before.length > 0 ? bytes : 0) : bytes - last;
      const growth =
        grown === 0 ? '' : last === undefined ? ', new' : `, ${grown > 0 ? '+' : '−'}${kilobytes(Math.abs(grown))}`;
      const packages = initial[index] ? largestPackages(initial[index]) : '';
      return { bytes, grown, line: `  ${chunk}: ${kilobytes(bytes)}${growth} (${packages})` };
    })
    .sort((a, b) => b.grown - a.grown || b.bytes - a.bytes)
    .map(({ line }) => line);
  return [
    `The sign-in page loads ${kilobytes(total)} of JavaScript (brotli); the budget is ${kilobytes(initialBudget)}:`,
    ...lines,
  ].join('\n');
}
