import type { Flags } from '../../contract/flags.ts';
import { localeOf } from '../../contract/languages.ts';
import type { LanguageOption } from '../../contract/tenant.ts';

/** What a deployment must have for a file to be in its bundle: a flag that is on, or a language that it offers, as its country says it or not. */
export type Condition = `flag:${string}` | `language:${string}`;

/** One way to reach a file: all of these must hold. */
export type Way = Condition[];

/** One file of the compiled app, named by its content. */
export type AppFile = {
  /** Where the compile left it: absolute path. */
  source: string;
  /** Path under the site's root: `assets/<name>.<hash>.js`. */
  path: string;
  /** SHA-256 of the bytes, hex. */
  sha256: string;
  /** Subresource integrity of the bytes. */
  integrity: string;
  bytes: number;
};

/** One chunk of the compiled app, and when a deployment has it. */
export type AppChunk = {
  id: string;
  /** The name of an entry's chunk (`app`, `vendor`, `runtime`, `boot`), or null. */
  name: string | null;
  /** Its script. */
  script: AppFile;
  /** Style sheets, fonts and images that come with it. */
  others: AppFile[];
  /** Paths of its modules, relative to the app's folder, with their size before minification in bytes. */
  modules: { path: string; size: number }[];
  /** The chunk is in a bundle when one of the ways is open. `[[]]`: in every bundle. */
  ways: Way[];
};

/** The compiled app, free of tenants. */
export type App = {
  /** Hash of everything that went into the compile. */
  inputs: string;
  /** Whether an earlier compile of the same inputs was used. */
  reused: boolean;
  chunks: AppChunk[];
  /** Chunk ids that the page itself loads, in order: `boot`, then those of the entry `app`. */
  entries: { boot: string[]; app: string[] };
  /** Which feature folder stands behind which flag. */
  gates: Record<string, string>;
  /** Chunk ids that come with the lazy import of a module, by the module's path. */
  groups: { root: string; chunks: string[] }[];
};

/** A deployment, as far as it decides about files. */
type Offer = { flags: Flags; languages: Pick<LanguageOption, 'value' | 'instance'>[] };

/** Every condition that a deployment fulfils. */
export function conditionsMet({ flags, languages }: Offer): Set<Condition> {
  const on = Object.entries(flags).flatMap(([flag, isOn]): Condition[] => (isOn ? [`flag:${flag}`] : []));
  const spoken = languages.flatMap(({ value, instance }): Condition[] => [
    `language:${value}`,
    `language:${localeOf(value, instance)}`,
  ]);
  return new Set([...on, ...spoken]);
}

/**
 * What a module's path asks of a deployment: everything under a gated feature's folder its flag, everything under a
 * language's folder that language, and a file of words there the flag too when it is named after a gated folder.
 */
export function conditionsOf(path: string, gates: Record<string, string>): Condition[] {
  const feature = /^src\/features\/([^/]+)\//.exec(path)?.[1];
  if (feature) return gates[feature] ? [`flag:${gates[feature]}`] : [];
  const [, language, namespace] = /^src\/i18n\/locales\/([^/]+)\/(?:([^/]+)\.json$)?/.exec(path) ?? [];
  if (!language) return [];
  return namespace && gates[namespace]
    ? [`flag:${gates[namespace]}`, `language:${language}`]
    : [`language:${language}`];
}

/**
 * Why a file is in a bundle, in one word: `core`, `flag:feedback`, `language:is`, `flag:feedback+language:is`, or
 * alternatives joined by `|`. Files of one reason are always together, so it names an image's layers too.
 */
export function reasonOf(ways: Way[]): string {
  if (ways.some((way) => way.length === 0)) return 'core';
  return ways
    .map((way) => way.join('+'))
    .sort()
    .join('|');
}

/** The chunks of a deployment. */
export function chunksOf(app: App, tenant: Offer): AppChunk[] {
  const met = conditionsMet(tenant);
  return app.chunks.filter(({ ways }) => ways.some((way) => way.every((condition) => met.has(condition))));
}
