/**
 * The languages that deployments can offer (R135): the code as stored and selected, and its BCP 47 tag. `ee` is
 * Estonian here and Ewe everywhere else (Q11). Everything else about a language is in `src/i18n/locales/<code>/`.
 */
const languageTags = {
  en: 'en',
  lt: 'lt',
  es: 'es',
  ee: 'et',
  pt: 'pt',
  sk: 'sk',
  is: 'is',
} as const;

/** A language code as stored under `i18nextLng`. */
export type Language = keyof typeof languageTags;

/** The codes of all languages. */
export const languages = /* @__PURE__ */ Object.keys(languageTags) as Language[];

/** In which direction a language is read. */
export type Direction = 'ltr' | 'rtl';

/** What is special to a language and not a text of a page: `src/i18n/locales/<code>/language.json`. */
export type LanguageFacts = {
  /** Its name in the language itself. */
  name: string;
  direction: Direction;
  /** The text for browsers without JavaScript. */
  noScript: string;
  /** A day in words, if it differs from that of `Intl`: DD, MMMM and YYYY are replaced. */
  longDay?: string;
  /** The endings of first names and those of their vocative, for greetings; the first match counts. */
  vocative?: Record<string, string>;
  /** Whether `intl.ts` beside it has the formats of dates and numbers for browsers that lack them. */
  hasFormats?: boolean;
};

/** The BCP 47 tag of a language. */
export function isoLanguage(language: Language): string {
  return languageTags[language];
}

/**
 * The BCP 47 locale for formatting in a deployment of `country` (ISO 3166 alpha-2, or null for none): `pt` is pt-BR in
 * Brazil and pt-PT in Portugal (Q11).
 */
export function localeOf(language: Language, country: string | null): string {
  return country ? `${isoLanguage(language)}-${country}` : isoLanguage(language);
}

/**
 * The `instance` of a language option (R138): the deployment's country as R137 writes it, `ISL` for
 * Iceland, or the id of a deployment without a country.
 */
export function instanceOf(country: string | null, id: string): string {
  return country === 'IS' ? 'ISL' : (country ?? id);
}

/** The locales whose texts override some of those of their language, with that language. */
export const regionalLocales = { 'pt-BR': 'pt' } as const satisfies Record<string, Language>;

/** A locale with its own texts: a language or a regional variant. */
export type TextLocale = Language | keyof typeof regionalLocales;

/** The names of the texts to show in a deployment of `country`: those of the language, then the regional overrides. */
export function textLocales(language: Language, country: string | null): string[] {
  const locale = localeOf(language, country);
  return locale in regionalLocales ? [language, locale] : [language];
}
