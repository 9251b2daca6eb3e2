import { cancel, intro, isCancel, multiselect, text } from '@clack/prompts';
import { languages } from '../../contract/languages.ts';
import { loadTenant } from '../../tenants/manifest.ts';
import { coloursFor, missingPlace, type NewTenant } from './newTenant.ts';

/** The answer to a prompt; exits with code 130 when the prompt was cancelled. */
function orExit<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) {
    cancel('Nothing was written.');
    process.exit(130);
  }
  return answer as Exclude<Answer, symbol>;
}

/** Prompts for the settings that no option gives; the settings of the `from` deployment are the defaults. */
export async function askForTenant(
  id: string,
  from: string,
  given: Omit<NewTenant, 'brand'> & { brand?: string },
  root: string,
): Promise<NewTenant> {
  const { manifest } = await loadTenant(from, { root });
  const proposed = await coloursFor(given, root);
  intro(`New deployment "${id}", based on ${from}`);
  const ask = async (message: string, initialValue: string, pattern: RegExp, hint: string) =>
    orExit(await text({ message, initialValue, validate: (value) => (pattern.test(value ?? '') ? undefined : hint) }));
  const brand = given.brand ?? (await ask('Brand name', '', /\S.{2,}/, 'At least three characters.'));
  const country =
    given.country === undefined
      ? await ask(
          'Country (two letters, or none)',
          manifest.country ?? 'none',
          /^([A-Z]{2}|none)$/,
          'For example IS, or "none".',
        )
      : given.country;
  const place = { ...given, country: country === 'none' ? null : country };
  const missing = missingPlace(manifest, place);
  const timeZone = missing.includes('--time-zone')
    ? await ask('Time zone', '', /\S/, 'For example Atlantic/Reykjavik.')
    : (given.timeZone ?? manifest.timeZone);
  const phoneCountry = missing.includes('--phone-country')
    ? noneAsNull(
        await ask(
          'Country whose phone numbers need no country code (or none)',
          country ?? 'none',
          /^([A-Z]{2}|none)$/,
          'For example IS, or "none".',
        ),
      )
    : given.phoneCountry;
  const chosen =
    given.languages ??
    orExit(
      await multiselect({
        message: `Languages (the default of ${from} stays the default)`,
        options: languages.map((value) => ({ value, label: value })),
        initialValues: manifest.languages,
      }),
    );
  const accent = given.accent ?? (await ask('Accent', proposed.accent, /^#[0-9a-f]{6}$/i, 'For example #1d3fa6.'));
  const supportEmail =
    given.supportEmail ??
    (await ask('Support e-mail', `help@${id}.example`, /^\S+@\S+\.\S+$/, 'An e-mail address is required.'));
  return {
    ...given,
    brand,
    timeZone,
    ...(phoneCountry !== undefined && { phoneCountry }),
    accent,
    supportEmail,
    country: place.country,
    languages: chosen.toSorted((a, b) => rank(manifest.languages, a) - rank(manifest.languages, b)),
  };
}

const noneAsNull = (answer: string): string | null => (answer === 'none' ? null : answer);

/** Position in `order`; unknown languages come last. */
function rank(order: readonly string[], language: string): number {
  const index = order.indexOf(language);
  return index < 0 ? order.length : index;
}
