import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/**
 * A fenced block of a page of the documentation, such as ```` ```sh untested: needs a registry ````: `kind` is the word after the fence,
 * `label` what follows, `untested` the reason why no test executes it.
 */
export type DocExample = { page: string; kind: string; label: string; untested: string | null; text: string };

/** The pages whose examples people copy. */
export const docPages = ['README.md', ...globSync('docs/{ops,trust}/*.md', { cwd: repository }).toSorted()];

/** All fenced blocks of a page, exactly as readers see them. */
export function docExamples(page: string): DocExample[] {
  const text = readFileSync(join(repository, page), 'utf8');
  return [...text.matchAll(/^```(\S*) ?(.*)\n([\s\S]*?)\n```$/gm)].map(([, kind = '', label = '', block = '']) => ({
    page,
    kind,
    label,
    untested: /^untested: (.+)/.exec(label)?.[1] ?? null,
    text: block,
  }));
}

/** The texts of all examples of a page of one kind. */
export function docExamplesOfKind(page: string, kind: string): string[] {
  return docExamples(page)
    .filter((example) => example.kind === kind)
    .map(({ text }) => text);
}

/**
 * The example of a page that contains these words.
 * @throws Error unless exactly one does.
 */
export function docExample(page: string, words: string): string {
  const found = docExamples(page).filter(({ text }) => text.includes(words));
  const [example] = found;
  if (!example || found.length > 1) throw new Error(`${page} has ${found.length} examples with "${words}".`);
  return example.text;
}
