import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isoLanguage, type Language } from '../../contract/languages.ts';
import { readDocument, shownPath, type JsonDocument, type JsonPath } from '../document.ts';
import { ManifestError, type Problem } from '../problem.ts';

/** The language that all others must match (R136: English is the fallback). */
export const referenceLanguage: Language = 'en';

type Message = { path: JsonPath; text: string };

/** A key with its plural forms: `count_one` and `count_other` are forms of `count`. */
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

/** The placeholders of a text: `{{name}}` and component tags, sorted. */
function placeholders(text: string, ignored: string | null): string {
  const all = text.match(/\{\{[^}]*\}\}|<\/?[\w-]+\s*\/?>/g) ?? [];
  return all
    .map((slot) => slot.replace(/\s/g, '').replace(/,[^}]*/, ''))
    .filter((slot) => slot !== ignored)
    .toSorted()
    .join(' ');
}

const pluralForms = new Map<string, string[]>();

/** The plural forms of a language (CLDR). */
function formsOf(language: Language, ordinal: boolean): string[] {
  const name = `${language} ${ordinal}`;
  const known = pluralForms.get(name);
  if (known) return known;
  const type = ordinal ? 'ordinal' : 'cardinal';
  const forms = new Intl.PluralRules(isoLanguage(language), { type }).resolvedOptions().pluralCategories;
  pluralForms.set(name, forms);
  return forms;
}

function checkEntry(
  document: JsonDocument,
  name: string,
  entry: Entry,
  reference: Entry,
  language: Language,
): Problem[] {
  const problems: Problem[] = [];
  const pathTo = (form: string): JsonPath => entry.forms.get(form)?.path ?? [];
  if (entry.plural !== reference.plural) {
    const [form = ''] = entry.forms.keys();
    const fix = reference.plural
      ? 'Add one key per plural form of the language.'
      : 'Use one key without a plural form.';
    return [
      document.problem(
        pathTo(form),
        `"${name}" has ${entry.plural ? '' : 'no '}plural forms, unlike in ${referenceLanguage}.`,
        fix,
        'key',
      ),
    ];
  }
  if (reference.plural) {
    const pluralCategories = formsOf(language, entry.ordinal);
    const [anyForm = ''] = entry.forms.keys();
    for (const form of pluralCategories.filter((category) => !entry.forms.has(category)))
      problems.push(
        document.problem(
          pathTo(anyForm),
          `"${name}" has no form for "${form}".`,
          `Add "${name}_${form}"; ${language} has ${pluralCategories.join(', ')}.`,
          'key',
        ),
      );
    for (const form of entry.forms.keys())
      if (!pluralCategories.includes(form))
        problems.push(
          document.problem(
            pathTo(form),
            `"${name}_${form}" is never used.`,
            `Remove it; ${language} has ${pluralCategories.join(', ')}.`,
            'key',
          ),
        );
  }
  const ignored = reference.plural ? '{{count}}' : null;
  const expected = placeholders(reference.forms.values().next().value?.text ?? '', ignored);
  for (const { path, text } of entry.forms.values()) {
    if (!text.trim()) problems.push(document.problem(path, `"${path.join('.')}" is empty.`, 'Translate it.'));
    else if (placeholders(text, ignored) !== expected)
      problems.push(
        document.problem(
          path,
          `"${path.join('.')}" has the placeholders ${placeholders(text, ignored) || '(none)'}, in ${referenceLanguage} ${expected || '(none)'}.`,
          `Use the placeholders of ${referenceLanguage}.`,
        ),
      );
  }
  return problems;
}

/** The translations in a folder of languages; each file is read once. */
export type Translations = {
  /** The namespaces of the reference language, sorted. */
  namespaces: () => string[];
  /**
   * Differences of a language from the reference in these namespaces: missing and unknown keys, missing plural forms, empty
   * texts, other placeholders.
   */
  problems: (language: Language, namespaces?: readonly string[]) => Problem[];
  /**
   * Problems of the regional overrides in `<locales>/<region>`: keys that the language does not have, texts equal to those of the
   * language, other placeholders, and missing files of a namespace.
   */
  problemsOf: (region: string, language: Language, namespaces?: readonly string[]) => Problem[];
};

/** Problems of regional overrides, compared with the texts of their language. */
function overrideProblems(document: JsonDocument, base: JsonDocument, language: Language): Problem[] {
  const texts = new Map(messagesOf(base.value).map(({ path, text }) => [path.join('.'), text]));
  return messagesOf(document.value).flatMap(({ path, text }) => {
    const name = path.join('.');
    const general = texts.get(name);
    if (general === undefined)
      return [
        document.problem(path, `"${name}" is not in ${language}.`, `Remove it, or add it to ${language}.`, 'key'),
      ];
    if (general === text) return [document.problem(path, `"${name}" is the same in ${language}.`, 'Remove it.')];
    if (placeholders(general, null) === placeholders(text, null)) return [];
    return [
      document.problem(
        path,
        `"${name}" has other placeholders in ${language}.`,
        `Use the placeholders of ${language}.`,
      ),
    ];
  });
}

type Parsed = { document: JsonDocument; entries: Map<string, Entry> };

/** Reads files, each once. A file that cannot be read has problems instead. */
function createReader() {
  const documents = new Map<string, JsonDocument | Problem[]>();
  const entries = new Map<JsonDocument, Map<string, Entry>>();
  return {
    read: (path: string): JsonDocument | Problem[] => {
      const cached = documents.get(path);
      if (cached) return cached;
      let document: JsonDocument | Problem[];
      try {
        document = readDocument(path, 'Write it, or remove the namespace from the other languages.');
      } catch (error) {
        if (!(error instanceof ManifestError)) throw error;
        document = error.problems;
      }
      documents.set(path, document);
      return document;
    },

    /** Cached, because every language is compared with the reference. */
    parse: (document: JsonDocument): Parsed => {
      const parsed = entries.get(document) ?? entriesOf(document.value);
      entries.set(document, parsed);
      return { document, entries: parsed };
    },
  };
}

/** Differences of a file from that of the reference language. */
function differences(translation: Parsed, reference: Parsed, language: Language): Problem[] {
  const { document } = translation;
  const { file } = reference.document;
  const missing = [...reference.entries.keys()].filter((name) => !translation.entries.has(name));
  const unknown = [...translation.entries].filter(([name]) => !reference.entries.has(name));
  return [
    ...missing.map((name) =>
      document.problem(name.split('.').slice(0, -1), `"${name}" is missing.`, `Translate it from ${file}.`),
    ),
    ...unknown.flatMap(([name, { forms }]) =>
      [...forms.values()]
        .slice(0, 1)
        .map(({ path: keyPath }) =>
          document.problem(
            keyPath,
            `"${name}" is not in ${referenceLanguage}.`,
            `Remove it, or add it to ${file}.`,
            'key',
          ),
        ),
    ),
    ...[...translation.entries].flatMap(([name, entry]) => {
      const base = reference.entries.get(name);
      return base ? checkEntry(document, name, entry, base, language) : [];
    }),
  ];
}

/** Reads `<locales>/<language>/<namespace>.json`. */
export function translationsIn(locales: string): Translations {
  const known = new Map<string, Problem[]>();
  const { read, parse } = createReader();

  const namespacesIn = (name: string) => {
    const folder = join(locales, name);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json') && file !== 'language.json')
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
          message: `The translation of "${namespace}" is missing.`,
          fix: `Translate ${reference.file}.`,
        },
      ];
    const document = read(path);
    if (Array.isArray(document)) return document;
    return differences(parse(document), parse(reference), language);
  };

  const compared = (language: Language, namespace: string) => {
    const key = `${language}/${namespace}`;
    const problems = known.get(key) ?? compare(language, namespace);
    known.set(key, problems);
    return problems;
  };

  const compareRegion = (region: string, language: Language, namespace: string): Problem[] => {
    const document = read(join(locales, region, `${namespace}.json`));
    const base = read(join(locales, language, `${namespace}.json`));
    if (Array.isArray(document)) return document;
    if (Array.isArray(base)) return base;
    return overrideProblems(document, base, language);
  };

  const namespaces = () => namespacesIn(referenceLanguage);
  return {
    namespaces,
    problemsOf: (region, language, given) => {
      const selected = given ?? [...new Set([...namespaces(), ...namespacesIn(region)])];
      return selected.flatMap((namespace) => compareRegion(region, language, namespace));
    },
    problems: (language, given) => {
      const selected = given ?? [...new Set([...namespaces(), ...namespacesIn(language)])];
      return selected.flatMap((namespace) => compared(language, namespace));
    },
  };
}
