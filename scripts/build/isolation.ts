import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { LoadedTenant } from '../../tenants/manifest.ts';
import { type App, type Condition, conditionsMet, conditionsOf } from './app.ts';
import { CommandError } from '../../server/CommandError.ts';
import type { Bundle } from './bundle.ts';
import { PatternSearch } from './PatternSearch.ts';

/** Bytes that may occur only in the bundles of their owners. */
export type IsolationMarker = {
  /** For messages: `"Táknljós", a text of iceland`, `feature "feedback"`, `a text of the language "is"`. */
  description: string;
  bytes: Buffer;
  /** Ids of the deployments whose bundles may contain it. */
  owners: Set<string>;
  /** The deployment whose value it is, and a line of it as sources write it; none for features and languages. */
  owner?: { id: string; written: string };
};

/**
 * An isolation marker in the bundle of a deployment that does not own it. `isOfOwner`: the owner is to blame, because the app contained
 * its text before; `tenant` is the owner then.
 */
export type Leak = {
  tenant: string;
  path: string;
  offset: number;
  marker: Pick<IsolationMarker, 'description' | 'bytes'>;
  isOfOwner: boolean;
};

/** Result of the isolation check; `pairs` counts ordered pairs of deployments. */
export type IsolationResult = { leaks: Leak[]; markers: number; pairs: number; files: number };

/** Shorter texts would occur by chance in minified code. */
const shortest = 3;

/** The longest path of a logo: it survives inlining, renaming and reformatting. */
function longestPath(svg: string): string[] {
  const outlines = [...svg.matchAll(/\sd="([^"]{40,})"/g)].map(([, d]) => d ?? '');
  return outlines.sort((a, b) => b.length - a.length).slice(0, 1);
}

/**
 * A part of the content as base64, at each of the three alignments, without the ends, which depend on the neighbouring bytes.
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

/** The longest line, for searches by line. */
const longestLine = (text: string): string => text.split('\n').reduce((a, b) => (b.length > a.length ? b : a));

function tenantMarkers(loaded: LoadedTenant[]): IsolationMarker[] {
  return loaded.flatMap(({ id, isolationMarkers, logos }) => {
    const svgs = [...new Set(Object.values(logos).map((logo) => logo.toString('utf8')))];
    type Text = [text: string, what: { description: string; written: string }];
    const texts = new Map([
      ...isolationMarkers.map((text): Text => [
        text,
        { description: `"${text}", which belongs to ${id}`, written: text },
      ]),
      ...svgs.flatMap((svg): Text[] => {
        const [outline] = longestPath(svg);
        const written = longestLine(outline ?? svg);
        return [
          [outline ?? svg, { description: `a ${outline ? 'path of a logo' : 'logo'} of ${id}`, written }],
          ...base64(Buffer.from(svg)).map((text): Text => [
            text,
            { description: `a logo of ${id}, as base64`, written },
          ]),
        ];
      }),
    ]);
    const owners = new Set([id]);
    return [...texts]
      .filter(([text]) => text.length >= shortest)
      .map(([text, { description, written }]) => ({
        description,
        bytes: Buffer.from(text),
        owners,
        owner: { id, written },
      }));
  });
}

/** Ids of the deployments that fulfil all conditions. */
type OwnersOf = (conditions: Condition[]) => Set<string>;

function ownersAmong(loaded: LoadedTenant[]): OwnersOf {
  const met = loaded.map(({ id, tenant }) => ({ id, conditions: conditionsMet(tenant) }));
  const known = new Map<string, Set<string>>();
  const find: OwnersOf = (needed) =>
    new Set(met.flatMap(({ id, conditions }) => (needed.every((condition) => conditions.has(condition)) ? [id] : [])));
  return (needed) => {
    const owners = known.get(needed.join()) ?? find(needed);
    known.set(needed.join(), owners);
    return owners;
  };
}

/** The part of the app that the check reads. */
type SearchedApp = Pick<App, 'chunks' | 'gates'>;

function featureMarkers({ gates }: SearchedApp, ownersOf: OwnersOf): IsolationMarker[] {
  const features = Object.entries(gates).filter(([folder]) => !folder.includes('/'));
  return features.map(([folder, flag]) => ({
    description: `the feature "${folder}", which needs the flag "${flag}"`,
    bytes: Buffer.from(`feature:${folder}`),
    owners: ownersOf([`flag:${flag}`]),
  }));
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** A text that the compiler copies unchanged (no quotes, no placeholders) and that is long enough to be unique. */
const plainSentence = /^[^"'`\\{}<>$\n]{12,}$/;

/** A translation file with a sentence that no other file has, or null. */
export type Sentence = { path: string; language: string; sentence: string | null };

/** For each translation file of the app in `root` the longest sentence that no other translation file has. */
export function uniqueSentences(root: string): Sentence[] {
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

function languageMarkers(app: SearchedApp, ownersOf: OwnersOf, sentences: Sentence[]): IsolationMarker[] {
  const paths = new Set(app.chunks.flatMap(({ modules }) => modules.map(({ path }) => path)));
  const compiled = sentences.filter(({ path }) => paths.has(path));
  for (const [language, files] of Map.groupBy(compiled, (file) => file.language)) {
    if (files.some(({ sentence }) => sentence !== null)) continue;
    throw new CommandError(
      `The isolation of the language "${language}" cannot be checked: it has no sentence that no other language has`,
    );
  }
  return compiled.flatMap(({ path, language, sentence }) => {
    if (sentence === null) return [];
    const description = `a text of the language "${language}" (${path})`;
    return [{ description, bytes: Buffer.from(sentence), owners: ownersOf(conditionsOf(path, app.gates)) }];
  });
}

/** What the check reads. */
export type IsolationInput = {
  app: SearchedApp;
  /** The finished bundles. */
  bundles: SearchedBundle[];
  /** Every deployment, also those that are not built now. */
  loaded: LoadedTenant[];
  /** The result of `uniqueSentences`. */
  sentences: Sentence[];
  /** What a page of a deployment contains beside its own values: its files with random texts instead. */
  template: (id: string) => Buffer[];
  /**
   * For a text of a deployment that the app or every page contains. True: the deployment fails, because its text is newer. False: the
   * app does.
   * @param text a line of it, as the sources write it
   */
  isToBlame: (owner: string, text: string) => boolean;
};

type SearchedBundle = Pick<Bundle, 'id' | 'files'>;

type SearchedFile = { read: () => Buffer; isOfApp: boolean; holders: { tenant: string; path: string }[] };

/** The files of the app and of all bundles; a file that several bundles share occurs once. */
function searchedFiles(app: SearchedApp, bundles: SearchedBundle[]): SearchedFile[] {
  const contents = new Map<string, SearchedFile>();
  const add = (sha256: string, read: () => Buffer, isOfApp: boolean): SearchedFile => {
    const known = contents.get(sha256) ?? { read, isOfApp, holders: [] };
    contents.set(sha256, known);
    return known;
  };
  for (const { script } of app.chunks) add(script.sha256, () => readFileSync(script.source), true);
  for (const { id, files } of bundles) {
    for (const file of files) {
      const read = () => ('source' in file ? readFileSync(file.source) : file.content);
      add(file.sha256, read, 'source' in file).holders.push({ tenant: id, path: file.path });
    }
  }
  return [...contents.values()];
}

/** A word is common if the app has it at least this often, in more than one spelling (`Portal`, `createPortal`, `portal`). */
const commonFrom = 4;

/** Finds out which texts are common words of the app, so that their occurrence proves nothing. */
function commonWordsOf(app: SearchedApp): (text: string) => boolean {
  let words: string | null = null;
  const count = (text: string, part: string) => text.split(part).length - 1;
  const read = () => app.chunks.map(({ script }) => readFileSync(script.source, 'utf8')).join('\n');
  return (text) => {
    words ??= read();
    const every = count(words.toLowerCase(), text.toLowerCase());
    return every >= commonFrom && every > count(words, text);
  };
}

/** A word as HTML, JSON and CSS write their names. */
const markup = /^[a-z-]+$/;

/** Tells whether a deployment has a text itself, so that its own file may contain it although another one has it too. */
function ownTextsOf(
  { loaded, template }: IsolationInput,
  isCommon: (text: string) => boolean,
): (id: string, text: Buffer) => boolean {
  const known = new Map<string, Buffer[]>();
  const read = (id: string): Buffer[] => {
    const deployment = loaded.find((tenant) => tenant.id === id);
    if (!deployment) return [];
    return [
      ...strings([deployment.manifest, deployment.tenant]).map((text) => Buffer.from(text)),
      ...Object.values(deployment.logos),
    ];
  };
  return (id, text) => {
    const textsOfDeployment = known.get(id) ?? read(id);
    known.set(id, textsOfDeployment);
    if (textsOfDeployment.some((content) => content.includes(text))) return true;
    const word = text.toString();
    return (markup.test(word) || isCommon(word)) && template(id).some((content) => content.includes(text));
  };
}

/**
 * Searches all files of all bundles for isolation markers of tenants, features and languages that the bundle must not contain.
 * A file that several bundles share is searched once. Values that a bundle's own deployment has too, and common words of the app,
 * are no leaks; `brandAndProve` proves with random texts that these do not leak either.
 * @throws CommandError when a marker of a feature or language does not occur in the compiled app, or a language has no text of its own
 */
export function checkIsolation(input: IsolationInput): IsolationResult {
  const { app, bundles, loaded, sentences } = input;
  const ofTenants = tenantMarkers(loaded);
  const ownersOf = ownersAmong(loaded);
  const markers = [...ofTenants, ...featureMarkers(app, ownersOf), ...languageMarkers(app, ownersOf, sentences)];
  const search = new PatternSearch(markers.map(({ bytes }) => bytes));
  const isCommon = commonWordsOf(app);
  const isOwn = ownTextsOf(input, isCommon);
  const common = new Map<IsolationMarker, boolean>();
  const isWord = (marker: IsolationMarker): boolean => {
    const known = common.get(marker) ?? isCommon(marker.bytes.toString());
    common.set(marker, known);
    return known;
  };
  const judged = new Map<string, boolean>();
  const isToBlame = ({ id, written }: { id: string; written: string }): boolean => {
    const key = `${id} ${written}`;
    const known = judged.get(key) ?? input.isToBlame(id, written);
    judged.set(key, known);
    return known;
  };

  const files = searchedFiles(app, bundles);
  const leaks: Leak[] = [];
  const blamed = new Set<IsolationMarker>();
  const seen = new Set<IsolationMarker>();
  for (const { read, isOfApp, holders } of files) {
    for (const { pattern, offset } of search.in(read())) {
      const marker = markers[pattern];
      if (!marker) continue;
      seen.add(marker);
      const { owner, owners, bytes } = marker;
      const others = holders.filter(({ tenant }) => !owners.has(tenant));
      const isForeign = ({ tenant }: { tenant: string }): boolean =>
        owner === undefined || (isOfApp ? !isWord(marker) : !isOwn(tenant, bytes));
      const strangers = others.filter(isForeign);
      const [first] = strangers;
      if (!first) continue;
      const isFromApp = isOfApp || input.template(first.tenant).some((content) => content.includes(bytes));
      if (owner === undefined || !isFromApp || !isToBlame(owner))
        leaks.push(...strangers.map((stranger) => ({ ...stranger, offset, marker, isOfOwner: false })));
      else if (!blamed.has(marker)) {
        blamed.add(marker);
        leaks.push({ ...first, tenant: owner.id, offset, marker, isOfOwner: true });
      }
    }
  }
  checkSeen(markers.slice(ofTenants.length), seen);
  return { leaks, markers: markers.length, pairs: bundles.length * (loaded.length - 1), files: files.length };
}

/** A marker of the app that occurs nowhere in the compiled app would never detect a leak. */
function checkSeen(markers: IsolationMarker[], seen: Set<IsolationMarker>): void {
  const absent = markers.filter((marker) => !seen.has(marker));
  if (absent.length > 0) {
    throw new CommandError(
      absent
        .map(
          ({ description, bytes }) =>
            `The isolation of ${description} cannot be checked: the compiled app does not contain "${bytes.toString()}"`,
        )
        .join('\n'),
    );
  }
}
