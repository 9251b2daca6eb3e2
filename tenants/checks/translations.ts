import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isoLanguage, type Language } from '../../contract/languages.ts';
import { readDocument, shownPath, type JsonDocument, type JsonPath } from '../document.ts';
import { ManifestError, type Problem } from '../problem.ts';

/** The language that all others are complete against (specification §2: English is the fallback). */
export const referenceLanguage: Language = 'en';

type Message = { path: JsonPath; text: string };

/** A key without its plural form: `count_one` and `count_other` are both `count`, in the plural. */
type Entry = { base: string; plural: boolean; ordinal: boolean; forms: Map<string, Message> };

const pluralSuffix = /^(.*?)(_ordinal)?_(zero|one|two|few|many|other)$/;

function messagesOf(value: unknown, path: JsonPath = []): Message[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [{ path, text: '' }];
  return Object.entries(value).flatMap(([key, below]) => messagesOf(below, [...path, key]));
}

function entriesOf(value: unknown): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const message of messagesOf(value)) {
    const key = message.path.join('.');
    const [, base = key, ordinal, form = ''] = pluralSuffix.exec(key) ?? [];
    const name = `${base}${ordinal ?? ''}`;
    const entry = entries.get(name) ?? { base, plural: form !== '', ordinal: ordinal !== undefined, forms: new Map() };
    entry.forms.set(form, message);
    entries.set(name, entry);
  }
  return entries;
}

/** What a text is filled in with: `{{name}}`, and the tags that components go into. */
function slots(text: string, leaveOut: string | null): string {
  const found = text.match(/\{\{[^}]*\}\}|<\/?[\w-]+\s*\/?>/g) ?? [];
  return found
    .map((slot) => slot.replace(/\s/g, '').replace(/,[^}]*/, ''))
    .filter((slot) => slot !== leaveOut)
    .toSorted()
    .join(' ');
}

const grammars = new Map<string, string[]>();

/** The plural forms of a language, in the order of CLDR. */
function formsOf(language: Language, ordinal: boolean): string[] {
  const name = `${language} ${ordinal}`;
  const known = grammars.get(name);
  if (known) return known;
  const type = ordinal ? 'ordinal' : 'cardinal';
  const forms = new Intl.PluralRules(isoLanguage(language), { type }).resolvedOptions().pluralCategories;
  grammars.set(name, forms);
  return forms;
}

function checkEntry(document: JsonDocument, name: string, own: Entry, reference: Entry, language: Language): Problem[] {
  const problems: Problem[] = [];
  const pathTo = (form: string): JsonPath => own.forms.get(form)?.path ?? [];
  if (own.plural !== reference.plural) {
    const [form = ''] = own.forms.keys();
    const fix = reference.plural
      ? 'Write it in the plural forms of the language.'
      : 'Write it once, without a plural form.';
    return [
      document.problem(
        pathTo(form),
        `"${name}" is ${own.plural ? '' : 'not '}in the plural, unlike in ${referenceLanguage}.`,
        fix,
        'key',
      ),
    ];
  }
  if (reference.plural) {
    const pluralCategories = formsOf(language, own.ordinal);
    const [anyForm = ''] = own.forms.keys();
    for (const form of pluralCategories.filter((category) => !own.forms.has(category)))
      problems.push(
        document.problem(
          pathTo(anyForm),
          `"${name}" has no form for "${form}".`,
          `Add "${name}_${form}"; ${language} has ${pluralCategories.join(', ')}.`,
          'key',
        ),
      );
    for (const form of own.forms.keys())
      if (!pluralCategories.includes(form))
        problems.push(
          document.problem(
            pathTo(form),
            `"${name}_${form}" is never shown.`,
            `Remove it; ${language} has ${pluralCategories.join(', ')}.`,
            'key',
          ),
        );
  }
  const leaveOut = reference.plural ? '{{count}}' : null;
  const wanted = slots(reference.forms.values().next().value?.text ?? '', leaveOut);
  for (const { path, text } of own.forms.values()) {
    if (!text.trim()) problems.push(document.problem(path, `"${path.join('.')}" is empty.`, 'Translate it.'));
    else if (slots(text, leaveOut) !== wanted)
      problems.push(
        document.problem(
          path,
          `"${path.join('.')}" is filled in with ${slots(text, leaveOut) || 'nothing'}, in ${referenceLanguage} with ${wanted || 'nothing'}.`,
          `Use the same ones as ${referenceLanguage}.`,
        ),
      );
  }
  return problems;
}

/** The words of one folder of languages, each file read once. */
export type Translations = {
  /** The namespaces of the reference language, sorted. */
  namespaces: () => string[];
  /**
   * What a language lacks of the reference in these namespaces: missing and unknown keys, plural forms that its
   * grammar has and the file has not, empty words, and words that are filled in differently.
   */
  problems: (language: Language, namespaces?: readonly string[]) => Problem[];
  /**
   * What is wrong with `<locales>/<region>`, the words that a country says otherwise than others of its language: words that
   * the language has not, that are the same there, or that are filled in differently. Each namespace has its file.
   */
  problemsOf: (region: string, language: Language) => Problem[];
};

/** Looks at `<locales>/<language>/<namespace>.json`; see {@link Translations}. */
export function translationsIn(locales: string): Translations {
  const documents = new Map<string, JsonDocument | Problem[]>();
  const known = new Map<string, Problem[]>();

  const read = (path: string): JsonDocument | Problem[] => {
    const found = documents.get(path);
    if (found) return found;
    let document: JsonDocument | Problem[];
    try {
      document = readDocument(path, `Write it, or remove the namespace from the other languages.`);
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      document = error.problems;
    }
    documents.set(path, document);
    return document;
  };

  const entries = new Map<JsonDocument, Map<string, Entry>>();
  /** The words of a document by their names. Those of the reference are asked for once for each language. */
  const entriesIn = (document: JsonDocument): Map<string, Entry> => {
    const found = entries.get(document) ?? entriesOf(document.value);
    entries.set(document, found);
    return found;
  };

  const listed = (name: string) => {
    const folder = join(locales, name);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .toSorted();
  };

  const compare = (language: Language, namespace: string): Problem[] => {
    const path = join(locales, language, `${namespace}.json`);
    const reference = read(join(locales, referenceLanguage, `${namespace}.json`));
    if (Array.isArray(reference)) return reference;
    if (!existsSync(path))
      return [
        {
          file: shownPath(path),
          line: 1,
          column: 1,
          message: `The words of "${namespace}" are missing.`,
          fix: `Translate ${reference.file}.`,
        },
      ];
    const document = read(path);
    if (Array.isArray(document)) return document;
    const wanted = entriesIn(reference);
    const own = entriesIn(document);
    const missing = [...wanted.keys()].filter((name) => !own.has(name));
    const more = [...own].filter(([name]) => !wanted.has(name));
    return [
      ...missing.map((name) =>
        document.problem(
          name.split('.').slice(0, -1),
          `"${name}" is missing.`,
          `Translate it; it stands in ${reference.file}.`,
        ),
      ),
      ...more.flatMap(([name, { forms }]) =>
        [...forms.values()]
          .slice(0, 1)
          .map(({ path: place }) =>
            document.problem(
              place,
              `"${name}" is not in ${referenceLanguage}.`,
              `Remove it, or add it to ${reference.file}.`,
              'key',
            ),
          ),
      ),
      ...[...own].flatMap(([name, entry]) => {
        const base = wanted.get(name);
        return base ? checkEntry(document, name, entry, base, language) : [];
      }),
    ];
  };

  const compared = (language: Language, namespace: string) => {
    const key = `${language}/${namespace}`;
    const found = known.get(key) ?? compare(language, namespace);
    known.set(key, found);
    return found;
  };

  const compareRegion = (region: string, language: Language, namespace: string): Problem[] => {
    const document = read(join(locales, region, `${namespace}.json`));
    const whole = read(join(locales, language, `${namespace}.json`));
    if (Array.isArray(document)) return document;
    if (Array.isArray(whole)) return whole;
    const texts = new Map(messagesOf(whole.value).map(({ path, text }) => [path.join('.'), text]));
    return messagesOf(document.value).flatMap(({ path, text }) => {
      const name = path.join('.');
      const general = texts.get(name);
      if (general === undefined)
        return [document.problem(path, `"${name}" is not in ${language}.`, `Remove it, or add it there.`, 'key')];
      if (general === text) return [document.problem(path, `"${name}" is the same in ${language}.`, 'Remove it.')];
      if (slots(general, null) === slots(text, null)) return [];
      return [
        document.problem(path, `"${name}" is filled in otherwise in ${language}.`, `Use the same ones as ${language}.`),
      ];
    });
  };

  const namespaces = () => listed(referenceLanguage);
  return {
    namespaces,
    problemsOf: (region, language) =>
      [...new Set([...namespaces(), ...listed(region)])].flatMap((namespace) =>
        compareRegion(region, language, namespace),
      ),
    problems: (language, among) => {
      const looked = among ?? [...new Set([...namespaces(), ...listed(language)])];
      return looked.flatMap((namespace) => compared(language, namespace));
    },
  };
}
