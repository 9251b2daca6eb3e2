import i18next, { type InitOptions, type Namespace } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isoLanguage, type Language, textLocales } from '../../contract/languages.ts';
import type { Flags } from '../../contract/flags.ts';
import type { LanguageOption, Tenant } from '../../contract/tenant.ts';
import { onStorageChange, storage } from '#lib/storage.ts';
import { showLanguageDirection } from '#settings/useSettings.ts';
import { chosenLanguage, languageKey } from '#tenant/chosenLanguage.ts';

const fallback: Language = 'en';
const requestedNamespaces = new Set<string>();

/** The languages of the deployment, and the flags that decide which texts it has. */
let choicesOffered: LanguageOption[] = [];
let flags: Partial<Flags> = {};

let current: Language = fallback;

/** The current language, as stored. */
export function currentLanguage(): Language {
  return current;
}

/** The namespaces of the sign-in page; the files of all others are listed in `laterWords.ts`. */
const firstNamespaces: readonly string[] = ['app', 'auth', 'ui'];

/** The texts of a namespace in a folder of languages; later ones replace earlier ones. */
async function loadTexts(folder: string, namespace: string): Promise<object[]> {
  if (!firstNamespaces.includes(namespace)) {
    const { laterWordsOf } = await import('./laterWords.ts');
    return laterWordsOf(folder, namespace, flags);
  }
  const { default: words } = await import(
    /* webpackInclude: /\/(app|auth|ui)\.json$/ */ `./locales/${folder}/${namespace}.json`,
    { with: { type: 'json' } }
  );
  return [words];
}

function optionOf(language: Language): LanguageOption | undefined {
  return choicesOffered.find(({ value }) => value === language);
}

async function load(language: Language, namespaces: Iterable<string>): Promise<void> {
  const folders = textLocales(language, optionOf(language)?.instance ?? null);
  const iso = isoLanguage(language);
  const missing = [...namespaces].filter((namespace) => !i18next.hasResourceBundle(iso, namespace));
  await Promise.all(
    missing.map(async (namespace) => {
      const layers = await Promise.all(folders.map((folder) => loadTexts(folder, namespace)));
      for (const words of layers.flat()) i18next.addResourceBundle(iso, namespace, words, true, true);
    }),
  );
}

/** Loads namespaces in the current language, and loads them again when the language changes. */
export async function loadNamespaces(namespaces: Iterable<Namespace & string>): Promise<void> {
  for (const namespace of namespaces) requestedNamespaces.add(namespace);
  await load(currentLanguage(), requestedNamespaces);
}

/** What is loaded for a language besides texts. */
let prepare: (language: Language) => Promise<void> = async () => undefined;

/** Runs `task` for the current language, and for each new one before the page changes to it. */
export async function prepareLanguages(task: typeof prepare): Promise<void> {
  prepare = task;
  await prepare(currentLanguage());
}

/** Counts language changes, so that a slow earlier change does not override a later one. */
let choices = 0;

/** Returns whether the language was changed; false if another one was chosen while it loaded. */
async function use(language: Language): Promise<boolean> {
  choices += 1;
  const choice = choices;
  await Promise.all([prepare(language), load(language, requestedNamespaces)]);
  if (choice !== choices) return false;
  current = language;
  const iso = isoLanguage(language);
  await i18next.changeLanguage(iso);
  document.documentElement.lang = iso;
  showLanguageDirection(optionOf(language)?.direction ?? 'ltr');
  return true;
}

/**
 * Changes the language without a reload and stores the choice; of overlapping changes the last one wins. Rejects without any
 * change if translations cannot be loaded.
 */
export async function setLanguage(language: Language): Promise<void> {
  if (await use(language)) storage.set(languageKey, language);
}

/** Loads a namespace on demand: in the current language, and in English for keys that are missing there. */
async function fetchMissing(namespace: string): Promise<void> {
  requestedNamespaces.add(namespace);
  const language = currentLanguage();
  await load(i18next.hasResourceBundle(isoLanguage(language), namespace) ? fallback : language, [namespace]);
}

const options: InitOptions = {
  fallbackLng: fallback,
  initAsync: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false, bindI18nStore: 'added' },
  parseMissingKeyHandler: () => '',
};

/**
 * Shows given words without loading any: for rendering outside of a browser. `words` has the files of each namespace; later ones
 * replace texts of earlier ones.
 */
export async function showWords(language: Language, words: Record<string, object[]>): Promise<void> {
  const iso = isoLanguage(language);
  current = language;
  await i18next.use(initReactI18next).init({ ...options, resources: {}, lng: iso });
  for (const [namespace, layers] of Object.entries(words))
    for (const layer of layers) i18next.addResourceBundle(iso, namespace, layer, true, true);
}

/**
 * Initialises i18next with `namespaces` in the chosen language. Missing keys are loaded in English (R136); until they arrive,
 * nothing is shown instead of a key. Returns how to stop following language changes of other tabs.
 */
export async function startLanguages(
  tenant: Pick<Tenant, 'languages' | 'flags'>,
  namespaces: (Namespace & string)[],
): Promise<() => void> {
  const offered = tenant.languages;
  choicesOffered = offered;
  flags = tenant.flags;
  const chosen = () => chosenLanguage(offered)?.value ?? fallback;
  current = chosen();
  await i18next.use(initReactI18next).init({
    ...options,
    // A new object, because i18next stores the texts in it.
    resources: {},
    // An ISO code: i18next derives plural rules from it, and to it `ee` is Ewe, not Estonian (Q11).
    lng: isoLanguage(current),
    saveMissing: true,
    missingKeyHandler: (_, namespace) => void fetchMissing(namespace).catch(console.error),
  });
  for (const namespace of namespaces) requestedNamespaces.add(namespace);
  await use(current);
  return onStorageChange(languageKey, () => void use(chosen()).catch(console.error));
}
