import { isSupportedCountry } from 'libphonenumber-js/max';
import { isoLanguage, type Language, languages } from '../../contract/languages.ts';
import type { Manifest } from '../../tenants/schema.ts';
import { NewTenantError } from './NewTenantError.ts';

/** The settings that depend on where a deployment is. */
export type Place = {
  country: string | null;
  timeZone: string;
  phoneCountry: string | null;
  languages: string[];
};

/** What usually follows from a country; the choice among several time zones does not. */
export type CountryFacts = { timeZones: string[]; languages: Language[]; phoneCountry: string | null };

/** @throws NewTenantError for a text that is no code of a country. */
export function factsOf(country: string | null): CountryFacts {
  if (country === null) return { timeZones: [], languages: ['en'], phoneCountry: null };
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  if (!/^[A-Z]{2}$/.test(country) || names.of(country) === undefined)
    throw new NewTenantError(
      `"${country}" is not an ISO 3166 country.`,
      'Give its two capital letters, such as CL, or none.',
    );
  // The types of TypeScript lack this method of ECMA-402.
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones: () => string[] };
  const spoken = languages.filter((language) => isoLanguage(language) === locale.maximize().language);
  return {
    timeZones: locale.getTimeZones(),
    languages: [...new Set<Language>([...spoken, 'en'])],
    phoneCountry: isSupportedCountry(country) ? country : null,
  };
}

/** Whether a new deployment has the settings of the place from the deployment that it is based on. */
export function isInSamePlace(
  base: Pick<Manifest, 'country'> | null,
  { country, stage = false }: Pick<Partial<Place>, 'country'> & { stage?: boolean },
): boolean {
  return base !== null && (country === undefined ? stage : country === base.country);
}

/**
 * The place of a new deployment elsewhere than `base`: what is given, else what follows from the country.
 * @throws NewTenantError if the country is missing or unknown, or does not tell the time zone.
 */
export function placeOf(id: string, given: Partial<Place>): Place {
  const { country, timeZone, phoneCountry } = given;
  if (country === undefined)
    throw new NewTenantError(`The country of "${id}" is missing.`, 'Give --country with two capital letters, or none.');
  const facts = factsOf(country);
  const [zone, ...more] = timeZone === undefined ? facts.timeZones : [timeZone];
  if (zone === undefined)
    throw new NewTenantError(`The time zone of "${id}" is missing.`, 'Give one, such as --time-zone UTC.');
  if (more.length > 0)
    throw new NewTenantError(
      `${country} has several time zones: ${facts.timeZones.join(', ')}.`,
      `Give one of them, such as --time-zone ${zone}.`,
    );
  return {
    country,
    timeZone: zone,
    phoneCountry: phoneCountry === undefined ? facts.phoneCountry : phoneCountry,
    languages: given.languages ?? facts.languages,
  };
}
