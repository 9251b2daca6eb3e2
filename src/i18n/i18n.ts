import i18next, { type Namespace } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isoLanguage, type Language, languages, textLocales } from '../../contract/languages.ts';
import type { LanguageOption } from '../../contract/tenant.ts';
import { onStorageChange, storage } from '#lib/storage.ts';

/** The storage key of the chosen language (specification §2). */
export const languageKey = 'i18nextLng';

const fallback: Language = 'en';
const requestedNamespaces = new Set<string>();

/** The languages of the deployment. */
let choicesOffered: LanguageOption[] = [];

/**
 * i18next derives plural rules and formats from the code, so resources use ISO codes: to it `ee` is Ewe, not Estonian (Q11).
 */
function languageOf(iso: string): Language {
  return languages.find((language) => isoLanguage(language) === iso) ?? fallback;
}

/** The current language, as stored. */
export function currentLanguage(): Language {
  return languageOf(i18next.language);
}

async function wordsOf(folder: string, namespace: string): Promise<object> {
  const { default: words } = await import(`./locales/${folder}/${namespace}.json`, { with: { type: 'json' } });
  return words;
}

async function load(language: Language, namespaces: Iterable<string>): Promise<void> {
  const folders = textLocales(language, choicesOffered.find(({ value }) => value === language)?.instance ?? null);
  const missing = [...namespaces].filter((namespace) => !i18next.hasResourceBundle(isoLanguage(language), namespace));
  await Promise.all(
    missing.map(async (namespace) => {
      const layers = await Promise.all(folders.map((folder) => wordsOf(folder, namespace)));
      for (const words of layers) i18next.addResourceBundle(isoLanguage(language), namespace, words, true, true);
    }),
  );
}

/** Loads namespaces in the current language, and loads them again when the language changes. */
export async function loadNamespaces(namespaces: Iterable<Namespace & string>): Promise<void> {
  for (const namespace of namespaces) requestedNamespaces.add(namespace);
  await load(currentLanguage(), requestedNamespaces);
}

/** Sign-in pages show no dates and numbers. */
let needsFormats = false;

async function loadFormatsOf(language: Language): Promise<void> {
  if (needsFormats && language === 'is' && Intl.DateTimeFormat.supportedLocalesOf('is').length === 0) {
    const { addIcelandic } = await import('./locales/is/intl.ts');
    addIcelandic();
  }
}

/** Loads what browsers lack to format dates and numbers, now and with each new language: Chromium has no Icelandic ones. */
export async function loadFormats(): Promise<void> {
  needsFormats = true;
  await loadFormatsOf(currentLanguage());
}

/** Counts language changes, so that a slow earlier change does not override a later one. */
let choices = 0;

/** Returns whether the language was changed; false if another one was chosen while it loaded. */
async function use(language: Language): Promise<boolean> {
  choices += 1;
  const choice = choices;
  await Promise.all([loadFormatsOf(language), load(language, requestedNamespaces)]);
  if (choice !== choices) return false;
  await i18next.changeLanguage(isoLanguage(language));
  document.documentElement.lang = isoLanguage(language);
  return true;
}

/**
 * Changes the language without a reload and stores the choice; of overlapping changes the last one wins. Rejects without any
 * change if translations cannot be loaded.
 */
export async function setLanguage(language: Language): Promise<void> {
  if (await use(language)) storage.set(languageKey, language);
}

/** The stored language if the deployment offers it, otherwise the deployment's first language (R134). */
function chosenLanguage(offered: LanguageOption[]): Language {
  const stored = storage.get(languageKey);
  const option = offered.find(({ value }) => value === stored) ?? offered[0];
  return option?.value ?? fallback;
}

/** Loads a namespace on demand: in the current language, and in English for keys that are missing there. */
async function fetchMissing(namespace: string): Promise<void> {
  requestedNamespaces.add(namespace);
  const language = currentLanguage();
  await load(i18next.hasResourceBundle(isoLanguage(language), namespace) ? fallback : language, [namespace]);
}

/**
 * Initialises i18next with `namespaces` in the chosen language. Missing keys are loaded in English (R136); until they arrive,
 * nothing is shown instead of a key. Returns how to stop following language changes of other tabs.
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
  for (const namespace of namespaces) requestedNamespaces.add(namespace);
  await use(chosenLanguage(offered));
  return onStorageChange(languageKey, () => void use(chosenLanguage(offered)).catch(console.error));
}
