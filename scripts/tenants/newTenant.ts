import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logoFiles, type LogoKind } from '../../tenants/checks/logo.ts';
import { checkTenants, loadTenant, ManifestError, tenantIds, type LoadedTenant } from '../../tenants/manifest.ts';
import { palette } from '../../tenants/palette.ts';
import { Manifest } from '../../tenants/schema.ts';
import { codeFolders, manifestPath } from '../../tenants/tenantIds.ts';
import { drawLogos } from './drawLogos.ts';
import { NewTenantError } from './NewTenantError.ts';
import { highlightFor, proposeAccent, proposeProgress } from './proposeColours.ts';
import { writeJson } from './writeJson.ts';

/** What can be said of a new deployment; what is not said comes from the one it starts from, or is proposed. */
export type NewTenant = {
  brand: string;
  country?: string | null;
  timeZone?: string;
  version?: string;
  languages?: string[];
  accent?: string;
  highlight?: string;
  progress?: string;
  supportEmail?: string;
  supportPhone?: string | null;
  supportUrl?: string | null;
  /** A stage of the deployment it starts from: it extends it, and says only what differs. */
  stage?: boolean;
};

/** What was written. `named` is false when the wordmark could not be drawn, because the typeface lacks a letter. */
export type Created = { id: string; dir: string; files: string[]; accent: string; progress: string; named: boolean };

/** Whether an id may become a folder. @throws NewTenantError with what to do instead. */
export function checkNewId(id: string, root: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    throw new NewTenantError(
      `"${id}" cannot be an id.`,
      'Use small letters, digits and single hyphens, a letter first.',
    );
  if (codeFolders.has(id)) throw new NewTenantError(`"${id}" is a folder of the project.`, 'Take another id.');
  if (existsSync(join(root, id)))
    throw new NewTenantError(`There is already a "${id}".`, `Change ${manifestPath(root, id)}, or take another id.`);
}

/** All deployments that can be read; one that is broken has no say in what is free. */
async function readableTenants(root: string): Promise<LoadedTenant[]> {
  const read = await Promise.allSettled(tenantIds(root).map((id) => loadTenant(id, { root })));
  return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** The colours of a new deployment: those asked for, the rest proposed so that they can be read and are nobody's. */
export async function coloursFor(
  wish: Pick<NewTenant, 'accent' | 'highlight' | 'progress'>,
  root: string,
): Promise<{ accent: string; highlight: string; progress: string }> {
  const others = await readableTenants(root);
  const accent = wish.accent ?? proposeAccent(others);
  if (!accent)
    throw new NewTenantError(
      'No accent is left that differs enough from all others.',
      'Choose one: --accent "#rrggbb".',
    );
  if (!/^#[0-9a-f]{6}$/i.test(accent))
    throw new NewTenantError(`"${accent}" is no colour.`, 'Write it as "#rrggbb", quoted for the shell.');
  const progress = wish.progress ?? proposeProgress(accent, others);
  if (!progress)
    throw new NewTenantError('No progress colour near this accent is free.', 'Choose one: --progress "#rrggbb".');
  return { accent, highlight: wish.highlight ?? highlightFor(accent), progress };
}

function manifestOf(id: string, base: Manifest, wish: NewTenant, colours: Awaited<ReturnType<typeof coloursFor>>) {
  const { accent, highlight, progress } = colours;
  const said = {
    ...(wish.country !== undefined && { country: wish.country }),
    ...(wish.timeZone !== undefined && { timeZone: wish.timeZone }),
    ...(wish.languages !== undefined && { languages: wish.languages }),
  };
  const support = {
    email: wish.supportEmail ?? `help@${id}.example`,
    phone: wish.supportPhone ?? null,
    url: wish.supportUrl === undefined ? `https://help.${id}.example/` : wish.supportUrl,
  };
  const version = wish.version ?? '1.0.0';
  const head = { $schema: '../manifest.schema.json', id };
  const own = { version, palette: { accent, highlight }, progress, support };
  if (wish.stage) return { ...head, extends: base.id, brand: wish.brand, ...said, stage: true, ...own };
  const { country, timeZone, languages, flags, allowedRoles, reservedQueuePriorities, phoneCountry } = base;
  const { recordingRetentionDays, recordingReason } = base;
  const rules = { allowedRoles, reservedQueuePriorities, recordingRetentionDays, recordingReason };
  const copied = { country, timeZone, languages, flags, ...rules, phoneCountry };
  const asked = { ...said, ...(said.country !== undefined && { phoneCountry: said.country }) };
  return { ...head, brand: wish.brand, stage: false, ...own, ...copied, ...asked };
}

function inSchemaOrder(manifest: object): object {
  const order = Object.keys(Manifest.properties);
  return Object.fromEntries(
    Object.entries(manifest).toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other)),
  );
}

/**
 * Makes a new deployment that passes every check, from another one and a few wishes. It is put together and checked
 * apart, then moved into place in one step: on any error nothing is left behind. Nothing outside its folder is touched.
 * @throws NewTenantError for a wish that cannot be met, ManifestError for what the checks find.
 */
export async function newTenant(id: string, from: string, wish: NewTenant, root: string): Promise<Created> {
  checkNewId(id, root);
  const base = await loadTenant(from, { root });
  const colours = await coloursFor(wish, root);
  const manifest = manifestOf(id, base.manifest, wish, colours);
  const { files, named } = drawLogos({ id, brand: wish.brand, stage: wish.stage ?? false }, palette(colours));

  const apart = mkdtempSync(join(tmpdir(), 'signboard-new-'));
  const beside = mkdtempSync(join(root, '.new-'));
  try {
    for (const known of tenantIds(root)) cpSync(join(root, known), join(apart, known), { recursive: true });
    mkdirSync(join(apart, id));
    await writeJson(manifestPath(apart, id), inSchemaOrder(manifest));
    for (const [kind, svg] of Object.entries(files)) writeFileSync(join(apart, id, logoFiles[kind as LogoKind]), svg);

    const [checked] = await checkTenants([id], { root: apart, newcomer: id });
    if (checked?.problems.length)
      throw new ManifestError(
        checked.problems.map((problem) => ({ ...problem, file: problem.file.replace(apart, '(new)') })),
      );
    cpSync(join(apart, id), join(beside, id), { recursive: true });
    renameSync(join(beside, id), join(root, id));
  } finally {
    rmSync(apart, { recursive: true, force: true });
    rmSync(beside, { recursive: true, force: true });
  }
  return {
    id,
    dir: join(root, id),
    files: ['manifest.json', ...Object.values(logoFiles)],
    accent: colours.accent,
    progress: colours.progress,
    named,
  };
}
