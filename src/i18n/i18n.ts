import i18next, { type Namespace } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isoLanguage, type Language, languages, localeOf } from '../../contract/languages.ts';
import type { LanguageOption } from '../../contract/tenant.ts';
import { onStorageChange, storage } from '#lib/storage.ts';

/** Where the chosen language is kept (specification §2). */
export const languageKey = 'i18nextLng';

const fallback: Language = 'en';
const wanted = new Set<string>();

/** Where people of a country say some things otherwise than others of their language, those words stand apart. */
const regions = ['pt-BR'];

/** The languages that the deployment offers. */
let choicesOffered: LanguageOption[] = [];

/** Resources stand under ISO codes, because i18next takes plural rules and formats from them: `ee` is Ewe there (Q11). */
function languageOf(iso: string): Language {
  return languages.find((language) => isoLanguage(language) === iso) ?? fallback;
}

/** The language in use, as stored and chosen. */
export function currentLanguage(): Language {
  return languageOf(i18next.language);
}

async function wordsOf(folder: string, namespace: string): Promise<object> {
  const { default: words } = await import(`./locales/${folder}/${namespace}.json`, { with: { type: 'json' } });
  return words;
}

async function load(language: Language, namespaces: Iterable<string>): Promise<void> {
  const locale = localeOf(language, choicesOffered.find(({ value }) => value === language)?.instance ?? null);
  const folders = regions.includes(locale) ? [language, locale] : [language];
  const missing = [...namespaces].filter((namespace) => !i18next.hasResourceBundle(isoLanguage(language), namespace));
  await Promise.all(
    missing.map(async (namespace) => {
      const layers = await Promise.all(folders.map((folder) => wordsOf(folder, namespace)));
      for (const words of layers) i18next.addResourceBundle(isoLanguage(language), namespace, words, true, true);
    }),
  );
}

/** Loads the words of `namespaces` in the language in use, and remembers them for when the language changes. */
export async function loadNamespaces(namespaces: Iterable<Namespace & string>): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  await load(currentLanguage(), wanted);
}

/** What the browser has to learn before a language can be used: Chromium knows no Icelandic dates and numbers. */
async function teach(language: Language): Promise<void> {
  if (language === 'is' && Intl.DateTimeFormat.supportedLocalesOf('is').length === 0) {
    const { addIcelandic } = await import('./locales/is/intl.ts');
    addIcelandic();
  }
}

/** Counts the choices: words that arrive after a later choice was made change nothing any more. */
let choices = 0;

/** Answers whether the language was taken; not when another one was chosen while its words were on their way. */
async function use(language: Language): Promise<boolean> {
  choices += 1;
  const choice = choices;
  await Promise.all([teach(language), load(language, wanted)]);
  if (choice !== choices) return false;
  await i18next.changeLanguage(isoLanguage(language));
  document.documentElement.lang = isoLanguage(language);
  return true;
}

/**
 * Changes the language without a reload and keeps the choice; of two that overlap the later one holds. Rejects, and
 * changes nothing, when its words cannot be loaded.
 */
export async function setLanguage(language: Language): Promise<void> {
  if (await use(language)) storage.set(languageKey, language);
}

/** The stored choice where the deployment offers it, else the deployment's first language (R134). */
function chosenLanguage(offered: LanguageOption[]): Language {
  const stored = storage.get(languageKey);
  const option = offered.find(({ value }) => value === stored) ?? offered[0];
  return option?.value ?? fallback;
}

/** Words that a page asks for before anybody loaded them come in the language in use; what that lacks, in English. */
async function fetchMissing(namespace: string): Promise<void> {
  wanted.add(namespace);
  const language = currentLanguage();
  await load(i18next.hasResourceBundle(isoLanguage(language), namespace) ? fallback : language, [namespace]);
}

/**
 * Sets the languages up and loads `namespaces` in the chosen one. A word that is missing there is fetched in English
 * (R136); until it arrives, and if it never does, nothing is shown rather than a key. Answers how to stop following
 * the choice made in other tabs.
 */
export async function startLanguages(
  offered: LanguageOption[],
  namespaces: (Namespace & string)[],
): Promise<() => void> {
  choicesOffered = offered;
  await i18next.use(initReactI18next).init({
    fallbackLng: fallback,
    lng: isoLanguage(chosenLanguage(offered)),
    resources: {},
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
    saveMissing: true,
    missingKeyHandler: (_, namespace) => void fetchMissing(namespace).catch(console.error),
    parseMissingKeyHandler: () => '',
  });
  for (const namespace of namespaces) wanted.add(namespace);
  await use(chosenLanguage(offered));
  return onStorageChange(languageKey, () => void use(chosenLanguage(offered)).catch(console.error));
}
