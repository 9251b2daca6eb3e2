import Type, { type Static } from 'typebox';
import { languages } from '../../contract/languages.ts';
import { type ManifestFlag, manifestFlags } from '../../contract/flags.ts';
import type { LogoKind, Logos } from '../../tenants/checks/logo.ts';
import type { JsonPath } from '../../tenants/document.ts';
import { checkTenants, type LoadedTenant, ManifestError, tenantOf } from '../../tenants/manifest.ts';
import { palette, seedsOf } from '../../tenants/palette.ts';
import type { Manifest } from '../../tenants/schema.ts';

const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });
const Automatic = Type.Union([Colour, Type.Null()]);
const NewLogo = Type.Union([Type.String(), Type.Null()]);

/**
 * What the studio edits of a manifest. A colour that is null is chosen automatically, a drawing that is null follows from the brand
 * name, and a logo that is null is the one in the deployment's folder.
 */
export const Draft = Type.Object(
  {
    palette: Type.Object(
      { accent: Colour, accentDark: Automatic, highlight: Colour, panel: Automatic, neutral: Automatic },
      { additionalProperties: false },
    ),
    progress: Colour,
    drawing: Type.Union([Type.Integer({ minimum: 1, maximum: 99 }), Type.Null()]),
    languages: Type.Array(Type.Enum([...languages]), { uniqueItems: true }),
    flags: Type.Object(
      Object.fromEntries(manifestFlags.map((flag) => [flag, Type.Boolean()])) as Record<ManifestFlag, Type.TBoolean>,
      {
        additionalProperties: false,
      },
    ),
    logos: Type.Object({ light: NewLogo, dark: NewLogo, icon: NewLogo }, { additionalProperties: false }),
  },
  { additionalProperties: false },
);
/** See the schema. */
export type Draft = Static<typeof Draft>;

/** The deployment that is edited, as it is on disk, and the others, which it must not resemble. */
export type Subject = { saved: LoadedTenant; others: LoadedTenant[]; draft: Draft };

function draftOf({ palette: seeds, progress, drawing, languages: offered, flags: savedFlags }: Manifest): Draft {
  const { accent, accentDark = null, highlight, panel = null, neutral = null } = seeds;
  return {
    palette: { accent, accentDark, highlight, panel, neutral },
    progress,
    drawing: drawing ?? null,
    languages: offered,
    flags: savedFlags,
    logos: { light: null, dark: null, icon: null },
  };
}

/**
 * Reads all deployments of a folder.
 * @throws ManifestError when the edited one has problems: they are corrected in its file first.
 */
export async function readSubject(id: string, root: string): Promise<Subject> {
  const all = await checkTenants(undefined, { root });
  const checked = all.find((each) => each.id === id);
  if (!checked?.tenant) throw new ManifestError(checked?.problems ?? []);
  const others = all.flatMap(({ id: other, tenant }) => (tenant && other !== id ? [tenant] : []));
  return { saved: checked.tenant, others, draft: draftOf(checked.tenant.manifest) };
}

/** The edited deployment as it would be, unchecked. */
export function loadedWith({ saved }: Pick<Subject, 'saved'>, draft: Draft): LoadedTenant {
  const { accentDark, panel, neutral, ...seeds } = draft.palette;
  const manifest: Manifest = {
    ...saved.manifest,
    palette: {
      ...seeds,
      accentDark: accentDark ?? undefined,
      panel: panel ?? undefined,
      neutral: neutral ?? undefined,
    },
    progress: draft.progress,
    drawing: draft.drawing ?? undefined,
    languages: draft.languages,
    flags: draft.flags,
  };
  const logo = (kind: LogoKind) => {
    const text = draft.logos[kind];
    return text === null ? saved.logos[kind] : Buffer.from(text);
  };
  const logos: Logos = { light: logo('light'), dark: logo('dark'), icon: logo('icon') };
  return { ...saved, manifest, tenant: tenantOf(manifest), logos, tokens: palette(seedsOf(manifest)) };
}

/** Every value that differs from another draft, by its path in the manifest; undefined: it is removed. Without logos. */
export function changedValues(before: Draft, after: Draft): { path: JsonPath; value: unknown }[] {
  const values = ({ palette: seeds, progress, drawing, languages: offered, flags: draftFlags }: Draft) => [
    ...Object.entries(seeds).map(([name, value]) => ({ path: ['palette', name], value: value ?? undefined })),
    { path: ['progress'], value: progress },
    { path: ['drawing'], value: drawing ?? undefined },
    { path: ['languages'], value: offered },
    ...Object.entries(draftFlags).map(([name, value]) => ({ path: ['flags', name], value })),
  ];
  const old = new Map(values(before).map(({ path, value }) => [path.join('.'), JSON.stringify(value)]));
  return values(after).filter(({ path, value }) => old.get(path.join('.')) !== JSON.stringify(value));
}
