import { instanceOf } from '../contract/languages.ts';
import type { LanguageOption, Tenant } from '../contract/tenant.ts';
import { gates } from '../src/app/gates.ts';
import { checkCollisions, type Sourced } from './checks/collisions.ts';
import { checkContrast, seedsOf } from './checks/contrast.ts';
import { checkIdentity } from './checks/identity.ts';
import { readLogos } from './checks/logo.ts';
import { checkShape } from './checks/shape.ts';
import { translationsIn, type Translations } from './checks/translations.ts';
import { factsOf, locales as ownLocales } from './languageFacts.ts';
import type { LoadedTenant } from './loadedTenant.ts';
import { nearest } from './nearest.ts';
import { palette, type Palette } from './palette.ts';
import { ManifestError, type Problem } from './problem.ts';
import type { Manifest } from './schema.ts';
import { readSource, type Source } from './source.ts';
import { manifestPath, tenantIds, tenantsRoot } from './tenantIds.ts';

/** Folders to read; the defaults are those of the project. */
export type LoadOptions = {
  /** The folder of deployments. */
  root?: string;
  /** The folder of languages, or translations that were already read. */
  locales?: string | Translations;
};

export type CheckOptions = LoadOptions & {
  /** The deployment that collisions are reported for; by default the alphabetically later of two. */
  newest?: string;
};

/** A deployment with its problems. `tenant` is null when it cannot be built. */
export type CheckedTenant = { id: string; tenant: LoadedTenant | null; problems: Problem[] };

function translationsOf(locales: LoadOptions['locales'] = ownLocales): Translations {
  return typeof locales === 'string' ? translationsIn(locales) : locales;
}

/** Checks the translations that the bundle contains: those of disabled features are omitted. */
function checkLanguages(manifest: Manifest, translations: Translations, source: Source): Problem[] {
  const off = new Set(Object.entries(gates).flatMap(([folder, flag]) => (manifest.flags[flag] ? [] : [folder])));
  const included = translations.namespaces().filter((namespace) => !off.has(namespace));
  return manifest.languages.flatMap((language, index) => {
    const problems = translations.problems(language, included);
    if (!problems.length) return [];
    return [
      source.problem(
        ['languages', index],
        `The translation "${language}" is incomplete: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`,
        'Correct the problems listed below, or remove the language from the list.',
      ),
      ...problems,
    ];
  });
}

/** The data of a deployment's page, from its manifest. */
export function tenantOf(manifest: Manifest): Omit<Tenant, 'logo'> {
  const { id, brand, country, stage, timeZone, version, flags, phoneCountry, support, drawing } = manifest;
  return {
    id,
    brand,
    country,
    stage,
    timeZone,
    version,
    languages: manifest.languages.map((value): LanguageOption => ({
      label: factsOf(value).name,
      value,
      instance: instanceOf(country, id),
      direction: factsOf(value).direction,
    })),
    flags,
    allowedRoles: manifest.allowedRoles,
    reservedQueuePriorities: manifest.reservedQueuePriorities,
    phoneCountry,
    support,
    ...(drawing === undefined ? {} : { drawing }),
  };
}

function isolationMarkersOf({ brand, palette: seeds, progress, support }: Manifest, tokens: Palette): string[] {
  // Without the neutral seed: only its hue is used, so the colour itself is in no bundle.
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
    isolationMarkers: isolationMarkersOf(manifest, tokens),
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
      : `The deployments are: ${ids.join(', ')}. To create one: npm run tenants -- new ${id} --from <tenant>.`,
  };
}

/**
 * Reads a deployment and runs all checks that need no other deployment.
 * @throws ManifestError with every problem, each with file, line, column and fix.
 */
export async function loadTenant(id: string, { root = tenantsRoot, locales }: LoadOptions = {}): Promise<LoadedTenant> {
  if (!tenantIds(root).includes(id)) throw new ManifestError([unknownTenant(id, root)]);
  const { sourced, problems } = await read(id, root, translationsOf(locales));
  if (!sourced) throw new ManifestError(problems);
  return sourced.loaded;
}

/**
 * Reads all deployments of the folder and checks each alone and against the others.
 * @param ids the deployments to report on; all by default.
 */
export async function checkTenants(
  ids?: readonly string[],
  { root = tenantsRoot, locales, newest }: CheckOptions = {},
): Promise<CheckedTenant[]> {
  const known = tenantIds(root);
  const translations = translationsOf(locales);
  const results = new Map(
    await Promise.all(known.map(async (id) => [id, await read(id, root, translations)] as const)),
  );
  const valid = [...results.values()].flatMap(({ sourced }) => sourced ?? []);
  const collisions = checkCollisions(
    valid.toSorted((one, other) => Number(one.loaded.id === newest) - Number(other.loaded.id === newest)),
  );
  return (ids ?? known).map((id) => {
    const result = results.get(id);
    if (!result) return { id, tenant: null, problems: [unknownTenant(id, root)] };
    const problems = [...result.problems, ...(collisions.get(id) ?? [])];
    return { id, tenant: problems.length ? null : (result.sourced?.loaded ?? null), problems };
  });
}

export { ManifestError, tenantIds, type LoadedTenant };
