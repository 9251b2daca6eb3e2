import { isoLanguage, type Language, type LanguageFacts } from '../../contract/languages.ts';
import { prepareLanguages } from './i18n.ts';

const loaded = new Map<Language, LanguageFacts>();

/** What is special to a language; null on sign-in pages, which show no dates and numbers. */
export function factsOf(language: Language): LanguageFacts | null {
  return loaded.get(language) ?? null;
}

async function loadFactsOf(language: Language): Promise<void> {
  const { default: facts }: { default: LanguageFacts } = await import(`./locales/${language}/language.json`, {
    with: { type: 'json' },
  });
  loaded.set(language, facts);
  if (!facts.hasFormats || Intl.DateTimeFormat.supportedLocalesOf(isoLanguage(language)).length > 0) return;
  const { addFormats }: { addFormats: () => void } = await import(`./locales/${language}/intl.ts`);
  addFormats();
}

/** Loads what is special to the current language and to each new one, and the formats that the browser lacks. */
export function loadFacts(): Promise<void> {
  return prepareLanguages(loadFactsOf);
}
