import { join } from 'node:path';
import type { Language } from '../contract/languages.ts';
import type { LanguageOption, Tenant } from '../contract/tenant.ts';
import { gates } from '../src/app/gates.ts';
import { checkCollisions, type Sourced } from './checks/collisions.ts';
import { checkContrast, seedsOf } from './checks/contrast.ts';
import { checkIdentity } from './checks/identity.ts';
import { readLogos } from './checks/logo.ts';
import { checkShape } from './checks/shape.ts';
import { translationsIn, type Translations } from './checks/translations.ts';
import type { LoadedTenant } from './loadedTenant.ts';
import { nearest } from './nearest.ts';
import { palette, type Palette } from './palette.ts';
import { ManifestError, type Problem } from './problem.ts';
import type { Manifest } from './schema.ts';
import { readSource, type Source } from './source.ts';
import { manifestPath, tenantIds, tenantsRoot } from './tenantIds.ts';

/** Where to look; everything has the project's own place as its default. */
export type LoadOptions = {
  /** The folder of deployments. */
  root?: string;
  /** The folder of languages, or what was already read of it. */
  locales?: string | Translations;
};

/** How deployments are compared. */
export type CheckOptions = LoadOptions & {
  /** The one that came last, and gives way when it collides with another; else the later in the alphabet does. */
  newcomer?: string;
};

/** A deployment with what is wrong with it. `tenant` is null when it cannot be built. */
export type CheckedTenant = { id: string; tenant: LoadedTenant | null; problems: Problem[] };

const ownLocales = join(import.meta.dirname, '..', 'src', 'i18n', 'locales');

/** What each language calls itself (specification §2: the option's label). */
const languageLabels: Record<Language, string> = {
  en: 'English',
  lt: 'Lietuvių',
  es: 'Español',
  ee: 'Eesti',
  pt: 'Português',
  sk: 'Slovenčina',
  is: 'Íslenska',
};

function translationsOf(locales: LoadOptions['locales'] = ownLocales): Translations {
  return typeof locales === 'string' ? translationsIn(locales) : locales;
}

/** The words that this deployment shows: those of a feature that is off are left out of its bundle. */
function checkLanguages(manifest: Manifest, translations: Translations, source: Source): Problem[] {
  const off = new Set(Object.entries(gates).flatMap(([folder, flag]) => (manifest.flags[flag] ? [] : [folder])));
  const shown = translations.namespaces().filter((namespace) => !off.has(namespace));
  return manifest.languages.flatMap((language, index) => {
    const problems = translations.problems(language, shown);
    if (!problems.length) return [];
    return [
      source.problem(
        ['languages', index],
        `The translation "${language}" is incomplete: ${problems.length} ${problems.length === 1 ? 'fault' : 'faults'}.`,
        'Put right what is listed with it, or take the language off the list.',
      ),
      ...problems,
    ];
  });
}

function tenantOf(manifest: Manifest): Omit<Tenant, 'logo'> {
  const { id, brand, country, stage, timeZone, version, flags, phoneCountry, support } = manifest;
  return {
    id,
    brand,
    country,
    stage,
    timeZone,
    version,
    languages: manifest.languages.map((value): LanguageOption => ({
      label: languageLabels[value],
      value,
      instance: country,
    })),
    flags,
    allowedRoles: manifest.allowedRoles,
    reservedQueuePriorities: manifest.reservedQueuePriorities,
    phoneCountry,
    support,
  };
}

function marksOf({ brand, palette: seeds, progress, support }: Manifest, tokens: Palette): string[] {
  // The neutral seed is left out: it gives its hue alone and stands in no bundle.
  const colours = [seeds.accent, seeds.accentDark ?? tokens.dark.accent, seeds.highlight, seeds.panel, progress];
  return [
    ...new Set([
      brand,
      support.email,
      ...(support.phone ? [support.phone] : []),
      ...(support.url ? [new URL(support.url).host] : []),
      ...colours.flatMap((colour) => colour?.toLowerCase() ?? []),
    ]),
  ];
}

async function read(
  id: string,
  root: string,
  translations: Translations,
): Promise<{ sourced: Sourced | null; problems: Problem[] }> {
  let source: Source;
  try {
    source = readSource(id, root);
  } catch (error) {
    if (error instanceof ManifestError) return { sourced: null, problems: error.problems };
    throw error;
  }
  const { logos, problems: logoProblems } = readLogos(source.dir);
  const shapeProblems = await checkShape(source);
  if (shapeProblems.length) return { sourced: null, problems: [...shapeProblems, ...logoProblems] };
  const manifest = source.value as Manifest;
  const tokens = palette(seedsOf(manifest));
  const problems = [
    ...checkIdentity(source, manifest),
    ...checkContrast(source, manifest, tokens),
    ...checkLanguages(manifest, translations, source),
    ...logoProblems,
  ];
  if (problems.length || !logos) return { sourced: null, problems };
  const loaded = {
    id,
    dir: source.dir,
    manifest,
    tenant: tenantOf(manifest),
    logos,
    tokens,
    marks: marksOf(manifest, tokens),
  };
  return { sourced: { loaded, source }, problems };
}

function unknownTenant(id: string, root: string): Problem {
  const ids = tenantIds(root);
  const near = nearest(id, ids);
  return {
    file: manifestPath(root, id),
    line: 1,
    column: 1,
    message: `There is no deployment "${id}".`,
    fix: near
      ? `Did you mean "${near}"?`
      : `There are: ${ids.join(', ')}. A new one: npm run tenants -- new ${id} --from <tenant>.`,
  };
}

/**
 * Reads a deployment and checks all that can be said of it alone.
 * @throws ManifestError with every problem, each with file, line, column and what to do.
 */
export async function loadTenant(id: string, { root = tenantsRoot, locales }: LoadOptions = {}): Promise<LoadedTenant> {
  if (!tenantIds(root).includes(id)) throw new ManifestError([unknownTenant(id, root)]);
  const { sourced, problems } = await read(id, root, translationsOf(locales));
  if (!sourced) throw new ManifestError(problems);
  return sourced.loaded;
}

/**
 * Reads deployments and checks each alone and against all others of the folder.
 * @param ids those to report on; all when left out. The rest is read too, to compare with.
 */
export async function checkTenants(
  ids?: readonly string[],
  { root = tenantsRoot, locales, newcomer }: CheckOptions = {},
): Promise<CheckedTenant[]> {
  const known = tenantIds(root);
  const translations = translationsOf(locales);
  const results = new Map(
    await Promise.all(known.map(async (id) => [id, await read(id, root, translations)] as const)),
  );
  const whole = [...results.values()].flatMap(({ sourced }) => sourced ?? []);
  const collisions = checkCollisions(
    whole.toSorted((one, other) => Number(one.loaded.id === newcomer) - Number(other.loaded.id === newcomer)),
  );
  return (ids ?? known).map((id) => {
    const result = results.get(id);
    if (!result) return { id, tenant: null, problems: [unknownTenant(id, root)] };
    const problems = [...result.problems, ...(collisions.get(id) ?? [])];
    return { id, tenant: problems.length ? null : (result.sourced?.loaded ?? null), problems };
  });
}

export { ManifestError, tenantIds, type LoadedTenant };
