import type { Flags } from '../contract/flags.ts';
import { instanceOf } from '../contract/languages.ts';
import type { LanguageOption, Tenant } from '../contract/tenant.ts';
import { usualAloneMinutes } from '../contract/workingTimeNames.ts';
import { gates } from '../src/app/gates.ts';
import { checkCollisions, type Sourced } from './checks/collisions.ts';
import { checkContrast } from './checks/contrast.ts';
import { checkHolidays } from './checks/holidays.ts';
import { checkIdentity } from './checks/identity.ts';
import { readLogos } from './checks/logo.ts';
import { checkOfficeHours } from './checks/officeHours.ts';
import { checkShape } from './checks/shape.ts';
import { checkSingleSignOn } from './checks/singleSignOn.ts';
import { checkVisible } from './checks/visibleLogo.ts';
import { translationsIn, type Translations } from './checks/translations.ts';
import { shownPath } from './document.ts';
import { factsOf, locales as ownLocales } from './languageFacts.ts';
import type { LoadedTenant } from './loadedTenant.ts';
import { nearest } from './nearest.ts';
import { palette, seedsOf } from './palette.ts';
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
  /** Tells how new a deployment is: of two similar ones, the newer one is reported. */
  newness?: (loaded: LoadedTenant[]) => (id: string) => number;
  /** Whether the same deployment passed before: its logos need not be drawn again. */
  isProved?: (loaded: LoadedTenant) => boolean;
};

/** A deployment with its problems. `tenant` is null when it cannot be built. Warnings do not stop a build. */
export type CheckedTenant = { id: string; tenant: LoadedTenant | null; problems: Problem[]; warnings: Problem[] };

function translationsOf(locales: LoadOptions['locales'] = ownLocales): Translations {
  return typeof locales === 'string' ? translationsIn(locales) : locales;
}

/** Every flag of a deployment: those that its manifest sets, and those that follow from its other properties. */
function flagsOf({ flags, singleSignOn, webPush }: Manifest): Flags {
  return { ...flags, singleSignOn: singleSignOn !== null, webPush };
}

/** Checks the translations that the bundle contains: those of disabled features are omitted. */
function checkLanguages(manifest: Manifest, translations: Translations, source: Source): Problem[] {
  const flags = flagsOf(manifest);
  const off = new Set(Object.entries(gates).flatMap(([folder, flag]) => (flags[flag] ? [] : [folder])));
  const isOff = (flag: string) => Object.entries(flags).some(([name, isOn]) => name === flag && !isOn);
  // `calendar.transcription` holds the texts of `calendar` that need a flag.
  const included = translations.namespaces().filter((name) => {
    const [namespace = '', flag = ''] = name.split('.');
    return !off.has(namespace) && !isOff(flag);
  });
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
  const { id, brand, country, stage, timeZone, version, phoneCountry, support, drawing } = manifest;
  const { sessionIdleMinutes, recordingWatermark, singleSignOn } = manifest;
  const { limit, onExcess } = manifest.workingTime.aloneMinutes;
  const aloneMinutes = onExcess === 'off' ? null : limit;
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
    flags: flagsOf(manifest),
    allowedRoles: manifest.allowedRoles,
    reservedQueuePriorities: manifest.reservedQueuePriorities,
    phoneCountry,
    support,
    drawing,
    sessionIdleMinutes: sessionIdleMinutes ?? undefined,
    recordingWatermark: recordingWatermark || undefined,
    aloneMinutes: aloneMinutes === usualAloneMinutes ? undefined : aloneMinutes,
    singleSignOn: singleSignOn ? { name: singleSignOn.name, isFirst: singleSignOn.isFirst ?? false } : undefined,
  };
}

function isolationMarkersOf({ brand, support }: Manifest): string[] {
  const host = support.url === null ? null : new URL(support.url).host;
  return [...new Set([brand, support.email, support.phone, host])].filter((text) => text !== null);
}

type ReadTenant = { sourced: Sourced | null; problems: Problem[] };

/** Reads a deployment. Whatever goes wrong is a problem of this deployment, so that the others are still read. */
async function read(id: string, root: string, translations: Translations): Promise<ReadTenant> {
  try {
    return await readAlone(id, root, translations);
  } catch (error) {
    if (error instanceof ManifestError) return { sourced: null, problems: error.problems };
    const message = `The deployment cannot be checked (${error instanceof Error ? error.message : String(error)}).`;
    const fix = 'This is a fault of the check: report it with this manifest and its logos.';
    return { sourced: null, problems: [{ file: shownPath(manifestPath(root, id)), line: 1, column: 1, message, fix }] };
  }
}

async function readAlone(id: string, root: string, translations: Translations): Promise<ReadTenant> {
  const source = readSource(id, root);
  const { logos, problems: logoProblems } = readLogos(source.dir);
  const shapeProblems = await checkShape(source);
  if (shapeProblems.length) return { sourced: null, problems: [...shapeProblems, ...logoProblems] };
  const manifest = source.value as Manifest;
  const tokens = palette(seedsOf(manifest));
  const problems = [
    ...checkIdentity(source, manifest),
    ...checkSingleSignOn(source, manifest),
    ...checkOfficeHours(source, manifest),
    ...checkHolidays(source, manifest),
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
    isolationMarkers: isolationMarkersOf(manifest),
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
  { root = tenantsRoot, locales, newness = () => () => 0, isProved = () => false }: CheckOptions = {},
): Promise<CheckedTenant[]> {
  const known = tenantIds(root);
  const translations = translationsOf(locales);
  const results = new Map(
    await Promise.all(
      known.map(async (id) => {
        const { sourced, problems } = await read(id, root, translations);
        const hidden = sourced && !isProved(sourced.loaded) ? await checkVisible(sourced.loaded) : [];
        return [id, { sourced: hidden.length ? null : sourced, problems: [...problems, ...hidden] }] as const;
      }),
    ),
  );
  const valid = [...results.values()].flatMap(({ sourced }) => sourced ?? []);
  const likenesses = checkCollisions(valid, newness(valid.map(({ loaded }) => loaded)));
  return (ids ?? known).map((id) => {
    const result = results.get(id);
    if (!result) return { id, tenant: null, problems: [unknownTenant(id, root)], warnings: [] };
    const { errors, warnings } = likenesses.get(id) ?? { errors: [], warnings: [] };
    const problems = [...result.problems, ...errors];
    return { id, tenant: problems.length ? null : (result.sourced?.loaded ?? null), problems, warnings };
  });
}

export { ManifestError, tenantIds, type LoadedTenant };
