/** The languages that deployments can offer, as stored and selected (specification §2; R135). */
export const languages = ['en', 'lt', 'es', 'ee', 'pt', 'sk', 'is'] as const;

/** A language code as stored under `i18nextLng`. `ee` is Estonian (Q11). */
export type Language = (typeof languages)[number];

/** The ISO 639-1 code of a language: `ee` means Estonian here, and Ewe everywhere else (Q11). */
export function isoLanguage(language: Language): string {
  return language === 'ee' ? 'et' : language;
}

/**
 * The BCP 47 locale for formatting in a deployment of `country` (ISO 3166 alpha-2, or null for none): `pt` is pt-BR in
 * Brazil and pt-PT in Portugal (Q11).
 */
export function localeOf(language: Language, country: string | null): string {
  return country ? `${isoLanguage(language)}-${country}` : isoLanguage(language);
}

/**
 * The `instance` of a language option (specification §2): the deployment's country as the specification writes it, `ISL` for
 * Iceland, or the id of a deployment without a country.
 */
export function instanceOf(country: string | null, id: string): string {
  return country === 'IS' ? 'ISL' : (country ?? id);
}

/** The locales whose texts override some of those of their language (decision 219). */
export const regionalLocales = ['pt-BR'] as const;

/** The names of the texts to show in a deployment of `country`: those of the language, then the regional overrides. */
export function textLocales(language: Language, country: string | null): string[] {
  const locale = localeOf(language, country);
  return [language, ...regionalLocales.filter((regional) => regional === locale)];
}
