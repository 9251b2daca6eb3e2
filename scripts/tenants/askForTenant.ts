import { cancel, intro, isCancel, multiselect, select, text } from '@clack/prompts';
import { languages } from '../../contract/languages.ts';
import { loadTenant } from '../../tenants/manifest.ts';
import { NewTenantError } from './NewTenantError.ts';
import { checkNewId, coloursFor, type NewTenant } from './newTenant.ts';
import { factsOf, isInSamePlace } from './placeOf.ts';

/** The answer to a prompt; exits with code 130 when the prompt was cancelled. */
function orExit<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) {
    cancel('Nothing was written.');
    process.exit(130);
  }
  return answer as Exclude<Answer, symbol>;
}

async function ask(message: string, initialValue: string, pattern: RegExp, hint: string): Promise<string> {
  return orExit(
    await text({ message, initialValue, validate: (value) => (pattern.test(value ?? '') ? undefined : hint) }),
  );
}

/** The country of the answer, or why it is none. */
function countryProblem(answer = ''): string | undefined {
  try {
    factsOf(answer === 'none' ? null : answer);
    return undefined;
  } catch (error) {
    if (error instanceof NewTenantError) return `${error.message} ${error.fix}`;
    throw error;
  }
}

async function askForCountry(): Promise<string | null> {
  const message = 'Country (two letters, or none)';
  const answer = orExit(await text({ message, validate: countryProblem }));
  return answer === 'none' ? null : answer;
}

async function askForTimeZone(timeZones: string[]): Promise<string> {
  const [only, ...more] = timeZones;
  if (only !== undefined && more.length === 0) return only;
  if (only === undefined) return ask('Time zone', 'UTC', /\S/, 'For example Atlantic/Reykjavik.');
  return orExit(
    await select({ message: 'Time zone', options: timeZones.map((value) => ({ value, label: value })), maxItems: 12 }),
  );
}

/**
 * Prompts for the settings that no option gives: the country first, since time zone, languages and telephone numbers follow from it.
 * @throws NewTenantError when the id is malformed or in use.
 */
export async function askForTenant(
  id: string,
  from: string | null,
  given: Omit<NewTenant, 'brand'> & { brand?: string },
  root: string,
): Promise<NewTenant> {
  checkNewId(id, root);
  const base = from === null ? null : (await loadTenant(from, { root })).manifest;
  const proposed = await coloursFor(given, root);
  intro(`New deployment "${id}"${from === null ? '' : `, based on ${from}`}`);
  const country = given.country === undefined && !given.stage ? await askForCountry() : given.country;
  const place = base && isInSamePlace(base, { ...given, country }) ? null : factsOf(country ?? null);
  const timeZone = given.timeZone ?? (place ? await askForTimeZone(place.timeZones) : undefined);
  const usual = base && !place ? base.languages : (place?.languages ?? []);
  const chosen =
    given.languages ??
    orExit(
      await multiselect({
        message: `Languages (the first, ${usual[0]}, is the default if it is chosen)`,
        options: languages.map((value) => ({ value, label: value })),
        initialValues: usual,
      }),
    );
  const brand = given.brand ?? (await ask('Brand name', '', /\S.{2,}/, 'At least three characters.'));
  const accent = given.accent ?? (await ask('Accent', proposed.accent, /^#[0-9a-f]{6}$/i, 'For example #1d3fa6.'));
  const supportEmail =
    given.supportEmail ??
    (await ask('Support e-mail', `help@${id}.example`, /^\S+@\S+\.\S+$/, 'An e-mail address is required.'));
  const inOrder = chosen.toSorted((a, b) => rank(usual, a) - rank(usual, b));
  return { ...given, brand, country, timeZone, accent, supportEmail, languages: inOrder };
}

/** Position in `order`; unknown languages come last. */
function rank(order: readonly string[], language: string): number {
  const index = order.indexOf(language);
  return index < 0 ? order.length : index;
}
