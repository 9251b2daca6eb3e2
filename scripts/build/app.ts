import type { Flags } from '../../contract/flags.ts';
import { localeOf } from '../../contract/languages.ts';
import type { LanguageOption } from '../../contract/tenant.ts';

/** A condition for a file to be in a bundle: an enabled flag, or an offered language or regional variant (`language:pt-BR`). */
export type Condition = `flag:${string}` | `language:${string}`;

/** The conditions along one import path to a chunk: all of them must be met. */
export type ImportPath = Condition[];

/** A file of the compiled app, named by its content. */
export type AppFile = {
  /** Absolute path in the compile's output folder. */
  source: string;
  /** URL path without the leading slash: `assets/<name>.<hash>.js`. */
  path: string;
  /** SHA-256 of the bytes, hex. */
  sha256: string;
  /** Subresource integrity (SHA-256) of the bytes. */
  integrity: string;
  bytes: number;
};

/** A chunk of the compiled app with the conditions for it to be in a bundle. */
export type AppChunk = {
  id: string;
  /** `app`, `vendor`, `runtime`, `boot`, or null for lazily loaded chunks. */
  name: string | null;
  script: AppFile;
  /** Style sheets, fonts and images of the chunk. */
  others: AppFile[];
  /** Modules with their path relative to the app's folder and their size in bytes before minification. */
  modules: { path: string; size: number }[];
  /** A bundle has the chunk if all conditions of at least one import path are met. `[[]]`: every bundle has it. */
  importPaths: ImportPath[];
};

/** The compiled app, which all tenants share. */
export type App = {
  /** Hash of all inputs of the compile. */
  inputs: string;
  /** Whether the compile came from the cache. */
  reused: boolean;
  /** The folder of the compile in the cache. */
  folder: string;
  chunks: AppChunk[];
  /** Ids of the chunks that the page loads by script tags, in order. */
  entries: { boot: string[]; app: string[] };
  /** Flag by feature folder, and by other folder below `src/` with its parent (`src/app/gates.ts`). */
  gates: Record<string, string>;
  /** The style sheet of the rendered sign-in page; null if the app renders none. */
  frameStyle: AppFile | null;
  /** Ids of the chunks that each lazy `import()` loads, by the path of the imported module. */
  groups: { root: string; chunks: string[] }[];
};

/** The part of a deployment that decides which files its bundle has. */
type Offer = { flags: Flags; languages: Pick<LanguageOption, 'value' | 'instance'>[] };

/** Every condition that a deployment fulfils. */
export function conditionsMet({ flags, languages }: Offer): Set<Condition> {
  const enabled = Object.entries(flags).flatMap(([flag, isOn]): Condition[] => (isOn ? [`flag:${flag}`] : []));
  const offered = languages.flatMap(({ value, instance }): Condition[] => [
    `language:${value}`,
    `language:${localeOf(value, instance)}`,
  ]);
  return new Set([...enabled, ...offered]);
}

/**
 * The conditions of a module by its path: the flag for modules of a gated feature or folder, the language for translation files, and
 * both for the translation file of a gated feature and for texts that need a flag (`<namespace>.<flag>.json`).
 * @param gates the flag by feature folder, and by folder below `src/` (with a slash)
 */
export function conditionsOf(path: string, gates: Record<string, string>): Condition[] {
  const [, area, folder = ''] = /^src\/(features|domain)\/([^/]+)\//.exec(path) ?? [];
  if (area) {
    const flag = gates[area === 'features' ? folder : `${area}/${folder}`];
    return flag ? [`flag:${flag}`] : [];
  }
  const [, language, file = ''] = /^src\/i18n\/locales\/([^/]+)\/(?:([^/]+)\.json$)?/.exec(path) ?? [];
  if (!language) return [];
  const [namespace = '', flag] = file.split('.');
  const needed = new Set([gates[namespace], flag].filter((name) => name !== undefined));
  return [...[...needed].map((name): Condition => `flag:${name}`), `language:${language}`];
}

/**
 * Why a file is in a bundle: `core`, `flag:feedback`, `language:is`, `flag:feedback+language:is`, or alternatives joined by `|`.
 * Bundles have either all or none of the files of one reason, so reasons define the layers of images too.
 */
export function reasonOf(importPaths: ImportPath[]): string {
  if (importPaths.some((conditions) => conditions.length === 0)) return 'core';
  return importPaths
    .map((conditions) => conditions.join('+'))
    .sort()
    .join('|');
}

/** The chunks of a deployment's bundle. */
export function chunksOf(app: App, tenant: Offer): AppChunk[] {
  const met = conditionsMet(tenant);
  return app.chunks.filter(({ importPaths }) =>
    importPaths.some((conditions) => conditions.every((condition) => met.has(condition))),
  );
}
