import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { LoadedTenant } from '../../tenants/manifest.ts';
import { type App, type Condition, conditionsMet, conditionsOf } from './app.ts';
import { BuildError } from '../lib/BuildError.ts';
import type { Bundle } from './bundle.ts';
import { PatternSearch } from './PatternSearch.ts';

/** Bytes that may stand in the bundles of its owners only. */
export type Mark = {
  /** What it is, for the message: `brand, host or colour of iceland`, `feature "feedback"`, `words of the language "is"`. */
  what: string;
  bytes: Buffer;
  /** Ids of the deployments that may hold it. */
  owners: Set<string>;
};

/** A mark in a bundle where it has no business. */
export type Leak = { tenant: string; path: string; offset: number; mark: Mark };

/** What a proof covered. */
export type Proof = { leaks: Leak[]; marks: number; pairs: number; files: number };

/** Shorter texts would be found by chance in minified code. */
const shortest = 3;

/** A drawn logo's longest outline: it survives being inlined, renamed and reformatted. */
function outline(svg: string): string[] {
  const outlines = [...svg.matchAll(/\sd="([^"]{40,})"/g)].map(([, d]) => d ?? '');
  return outlines.sort((a, b) => b.length - a.length).slice(0, 1);
}

/**
 * A piece from the middle of the same bytes as base64 text, at each of the three alignments, without the ends that depend
 * on what is around.
 */
function base64(content: Buffer): string[] {
  const middle = content.length >> 1;
  return [0, 1, 2].map((skip) =>
    content
      .subarray(middle + skip, middle + skip + 96)
      .toString('base64')
      .slice(4, -4),
  );
}

function tenantMarks(loaded: LoadedTenant[]): Mark[] {
  return loaded.flatMap(({ id, marks, logos }) => {
    const drawings = Object.values(logos).map((logo) => logo.toString('utf8'));
    const texts: [text: string, what: string][] = [
      ...marks.map((text): [string, string] => [text, `"${text}", a mark of ${id}`]),
      ...drawings.flatMap((svg): [string, string][] => [
        [svg, `a logo of ${id}`],
        ...outline(svg).map((text): [string, string] => [text, `an outline of a logo of ${id}`]),
        ...base64(Buffer.from(svg)).map((text): [string, string] => [text, `a logo of ${id}, as base64`]),
      ]),
    ];
    const owners = new Set([id]);
    return texts
      .filter(([text]) => text.length >= shortest)
      .map(([text, what]) => ({ what, bytes: Buffer.from(text), owners }));
  });
}

/** The deployments that fulfil a set of conditions. */
type OwnersOf = (conditions: Condition[]) => Set<string>;

function ownersAmong(loaded: LoadedTenant[]): OwnersOf {
  const met = loaded.map(({ id, tenant }) => ({ id, conditions: conditionsMet(tenant) }));
  const known = new Map<string, Set<string>>();
  const find: OwnersOf = (needed) =>
    new Set(met.flatMap(({ id, conditions }) => (needed.every((one) => conditions.has(one)) ? [id] : [])));
  return (needed) => {
    const owners = known.get(needed.join()) ?? find(needed);
    known.set(needed.join(), owners);
    return owners;
  };
}

function featureMarks({ gates }: App, ownersOf: OwnersOf): Mark[] {
  return Object.entries(gates).map(([folder, flag]) => ({
    what: `feature "${folder}", which is behind the flag "${flag}"`,
    bytes: Buffer.from(`feature:${folder}`),
    owners: ownersOf([`flag:${flag}`]),
  }));
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** A sentence that a compiler writes in one way only (no quotes, no placeholders) and that is long enough to be told. */
const plainSentence = /^[^"'`\\{}<>$\n]{12,}$/;

/** A language's file of words, and a sentence that is in no other file: two features may say the same. */
export type Sentence = { path: string; language: string; sentence: string | null };

/** The longest plain sentence of each file of words of the app in `root` that is in no other file of words. */
export function ownSentences(root: string): Sentence[] {
  const locales = join(root, 'src/i18n/locales');
  const files = readdirSync(locales, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const path = `src/i18n/locales/${file.split(sep).join('/')}`;
      const words = strings(JSON.parse(readFileSync(join(locales, file), 'utf8')));
      return { path, language: dirname(file), words: words.filter((text) => plainSentence.test(text)) };
    });
  const filesWith = new Map<string, Set<string>>();
  for (const { path, words } of files)
    for (const text of words) filesWith.set(text, (filesWith.get(text) ?? new Set()).add(path));
  return files.map(({ path, language, words }) => {
    const [sentence = null] = words
      .filter((text) => filesWith.get(text)?.size === 1)
      .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
    return { path, language, sentence };
  });
}

function languageMarks(app: App, ownersOf: OwnersOf, sentences: Sentence[]): Mark[] {
  const paths = new Set(app.chunks.flatMap(({ modules }) => modules.map(({ path }) => path)));
  const compiled = sentences.filter(({ path }) => paths.has(path));
  for (const [language, files] of Map.groupBy(compiled, (file) => file.language)) {
    if (files.some(({ sentence }) => sentence !== null)) continue;
    throw new BuildError(`The isolation of the language "${language}" cannot be proved: no sentence is its own`);
  }
  return compiled.flatMap(({ path, language, sentence }) => {
    if (sentence === null) return [];
    const what = `words of the language "${language}" (${path})`;
    return [{ what, bytes: Buffer.from(sentence), owners: ownersOf(conditionsOf(path, app.gates)) }];
  });
}

/**
 * Searches every deployment's own marks, the marks of features behind flags and the words of every language in all
 * files of the bundles that may not hold them. A file that bundles share is searched once.
 * @param loaded every deployment, also those that are not built now
 * @param sentences what `ownSentences` found
 */
export function proveIsolation(app: App, bundles: Bundle[], loaded: LoadedTenant[], sentences: Sentence[]): Proof {
  const ofTenants = tenantMarks(loaded);
  const ownersOf = ownersAmong(loaded);
  const marks = [...ofTenants, ...featureMarks(app, ownersOf), ...languageMarks(app, ownersOf, sentences)];
  const search = new PatternSearch(marks.map(({ bytes }) => bytes));

  const contents = new Map<string, { read: () => Buffer; holders: { tenant: string; path: string }[] }>();
  const add = (sha256: string, read: () => Buffer) => {
    const known = contents.get(sha256) ?? { read, holders: [] };
    contents.set(sha256, known);
    return known;
  };
  for (const { script } of app.chunks) add(script.sha256, () => readFileSync(script.source));
  for (const { id, files } of bundles) {
    for (const file of files) {
      const read = () => ('source' in file ? readFileSync(file.source) : file.content);
      add(file.sha256, read).holders.push({ tenant: id, path: file.path });
    }
  }

  const leaks: Leak[] = [];
  const seen = new Set<Mark>();
  for (const { read, holders } of contents.values()) {
    for (const { pattern, offset } of search.in(read())) {
      const mark = marks[pattern];
      if (!mark) continue;
      seen.add(mark);
      for (const { tenant, path } of holders) {
        if (!mark.owners.has(tenant)) leaks.push({ tenant, path, offset, mark });
      }
    }
  }
  checkSeen(marks.slice(ofTenants.length), seen);
  return {
    leaks,
    marks: marks.length,
    pairs: bundles.length * (loaded.length - 1),
    files: contents.size,
  };
}

/** A mark of the app that is nowhere in the app would prove nothing. */
function checkSeen(marks: Mark[], seen: Set<Mark>): void {
  const absent = marks.filter((mark) => !seen.has(mark));
  if (absent.length > 0) {
    throw new BuildError(
      absent
        .map(
          ({ what, bytes }) =>
            `The isolation of ${what} cannot be proved: "${bytes.toString()}" is nowhere in the compiled app`,
        )
        .join('\n'),
    );
  }
}
