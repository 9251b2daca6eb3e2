import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flagDefaults, manifestFlags } from '../../contract/flags.ts';
import { logoFiles, type LogoKind } from '../../tenants/checks/logo.ts';
import { checkTenants, loadTenant, ManifestError, tenantIds, type LoadedTenant } from '../../tenants/manifest.ts';
import { palette } from '../../tenants/palette.ts';
import type { Problem } from '../../tenants/problem.ts';
import { Manifest } from '../../tenants/schema.ts';
import { codeFolders, idForm, idPattern, manifestPath, reservedIds } from '../../tenants/tenantIds.ts';
import { drawLogos } from './drawLogos.ts';
import { NewTenantError } from './NewTenantError.ts';
import { isInSamePlace, type Place, placeOf } from './placeOf.ts';
import { coloursOf, proposeColours, type Proposal } from './proposeColours.ts';
import { writeJson } from './writeJson.ts';

/**
 * Settings of a new deployment. Missing ones follow from the country, are proposed, or are copied from the `from` deployment: its flags
 * and rules, and in its country also its place.
 */
export type NewTenant = {
  brand: string;
  country?: string | null;
  timeZone?: string;
  /** The country whose phone numbers need no country code. */
  phoneCountry?: string | null;
  version?: string;
  languages?: string[];
  accent?: string;
  highlight?: string;
  progress?: string;
  supportEmail?: string;
  supportPhone?: string | null;
  supportUrl?: string | null;
  /** Create a stage: the manifest extends the `from` deployment and contains only the differences. */
  stage?: boolean;
};

/** The created deployment. `hasWordmark` is false when the typeface lacks a letter of the brand. */
export type Created = {
  id: string;
  dir: string;
  files: string[];
  accent: string;
  progress: string;
  hasWordmark: boolean;
  /** Deployments that users could confuse it with. */
  warnings: Problem[];
};

/** @throws NewTenantError when an id is malformed or in use. */
export function checkNewId(id: string, root: string): void {
  if (!idPattern.test(id) || id.length > 40) throw new NewTenantError(`"${id}" is not a valid id.`, `Use ${idForm}.`);
  if (codeFolders.has(id)) throw new NewTenantError(`"${id}" is the name of a source folder.`, 'Choose another id.');
  if (reservedIds.has(id)) throw new NewTenantError(`The id "${id}" is reserved.`, 'Choose another id.');
  if (existsSync(join(root, id)) && !existsSync(manifestPath(root, id)))
    throw new NewTenantError(
      `The folder ${join(root, id)} exists and has no manifest.`,
      'Move what it has elsewhere, remove the folder, and repeat the command.',
    );
  if (existsSync(join(root, id)))
    throw new NewTenantError(
      `The deployment "${id}" exists already.`,
      `Edit ${manifestPath(root, id)}, or choose another id.`,
    );
}

/** All deployments without errors; the others do not reserve a colour. */
async function readableTenants(root: string): Promise<LoadedTenant[]> {
  const results = await Promise.allSettled(tenantIds(root).map((id) => loadTenant(id, { root })));
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** The colours of a new deployment: the given ones, and proposals with enough contrast that differ from all others. */
export async function coloursFor(
  given: Pick<NewTenant, 'accent' | 'highlight' | 'progress'>,
  root: string,
): Promise<Proposal> {
  const { accent } = given;
  if (accent !== undefined && !/^#[0-9a-f]{6}$/i.test(accent))
    throw new NewTenantError(`"${accent}" is not a colour.`, 'Write it as "#rrggbb", quoted for the shell.');
  const proposal = proposeColours((await readableTenants(root)).map(coloursOf), given);
  if (!proposal)
    throw new NewTenantError('No progress bar near this accent is readable.', 'Give one: --progress "#rrggbb".');
  return proposal;
}

/** The settings of a deployment that another one does not give. */
function rulesOf(base: Manifest) {
  const { flags, allowedRoles, reservedQueuePriorities, recordingReason, recordingWatermark, retention } = base;
  const { sessionHours, sessionIdleMinutes, webPush, handBackHours, answerHours, leaveNeedsApproval, officeHours } =
    base;
  const { serviceLevelSeconds, workingTime } = base;
  return {
    flags,
    allowedRoles,
    reservedQueuePriorities,
    recordingReason,
    recordingWatermark,
    retention,
    sessionHours,
    sessionIdleMinutes,
    handBackHours,
    answerHours,
    leaveNeedsApproval,
    officeHours,
    serviceLevelSeconds,
    workingTime,
    webPush,
  };
}

function placeIn(id: string, base: Manifest | null, given: NewTenant): Partial<Place> {
  if (!base || !isInSamePlace(base, given)) return placeOf(id, given);
  // A stage inherits what it does not state.
  const inherited: Partial<Place> = given.stage ? {} : base;
  return {
    country: given.country === undefined ? inherited.country : given.country,
    timeZone: given.timeZone ?? inherited.timeZone,
    phoneCountry: given.phoneCountry === undefined ? inherited.phoneCountry : given.phoneCountry,
    languages: given.languages ?? inherited.languages,
  };
}

function manifestOf(id: string, base: Manifest | null, given: NewTenant, colours: Proposal) {
  const { accent, highlight, progress } = colours;
  const { brand, stage = false } = given;
  const version = given.version ?? '1.0.0';
  const support = {
    email: given.supportEmail ?? `help@${id}.example`,
    phone: given.supportPhone ?? null,
    url: given.supportUrl === undefined ? `https://help.${id}.example/` : given.supportUrl,
  };
  const head = { $schema: '../manifest.schema.json', id, extends: stage ? base?.id : undefined };
  const identity = { brand, stage, version, palette: { accent, highlight }, progress, support };
  const usualFlags = Object.fromEntries(manifestFlags.map((flag) => [flag, flagDefaults[flag]]));
  const rules = base ? rulesOf(base) : { flags: usualFlags };
  return { ...head, ...identity, ...(!stage && rules), ...placeIn(id, base, given) };
}

function inSchemaOrder(manifest: object): object {
  const order = Object.keys(Manifest.properties);
  return Object.fromEntries(Object.entries(manifest).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}

/**
 * Creates a deployment that passes every check, from scratch or based on another one. It is written and checked in a temporary folder, then
 * moved into place in one step, so an error leaves nothing behind. Nothing outside its folder is changed.
 * @throws NewTenantError for a setting that cannot be used, ManifestError for problems found by the checks.
 */
export async function newTenant(id: string, from: string | null, given: NewTenant, root: string): Promise<Created> {
  checkNewId(id, root);
  if (given.stage && from === null)
    throw new NewTenantError('A stage extends another deployment.', 'Name that one: --from <tenant>.');
  const base = from === null ? null : (await loadTenant(from, { root })).manifest;
  const colours = await coloursFor(given, root);
  const manifest = manifestOf(id, base, given, colours);
  const { files, hasWordmark } = drawLogos({ id, brand: given.brand, stage: given.stage ?? false }, palette(colours));

  let warnings: Problem[] = [];
  const draft = mkdtempSync(join(tmpdir(), 'signboard-new-'));
  // A rename is atomic only within one file system.
  const target = mkdtempSync(join(root, '.new-'));
  try {
    for (const known of tenantIds(root)) cpSync(join(root, known), join(draft, known), { recursive: true });
    mkdirSync(join(draft, id));
    await writeJson(manifestPath(draft, id), inSchemaOrder(manifest));
    for (const [kind, svg] of Object.entries(files)) writeFileSync(join(draft, id, logoFiles[kind as LogoKind]), svg);

    const [checked] = await checkTenants([id], {
      root: draft,
      newness: () => (candidate) => (candidate === id ? 1 : 0),
      isProved: (candidate) => candidate.id !== id,
    });
    const shown = (problems: Problem[]) =>
      problems.map((problem) => ({ ...problem, file: problem.file.replace(draft, '(new)') }));
    if (checked?.problems.length) throw new ManifestError(shown(checked.problems));
    warnings = shown(checked?.warnings ?? []);
    cpSync(join(draft, id), join(target, id), { recursive: true });
    renameSync(join(target, id), join(root, id));
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(target, { recursive: true, force: true });
  }
  return {
    id,
    dir: join(root, id),
    files: ['manifest.json', ...Object.values(logoFiles)],
    accent: colours.accent,
    progress: colours.progress,
    hasWordmark,
    warnings,
  };
}
