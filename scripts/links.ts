/**
 * Checks the references in the repository: `node scripts/links.ts [<root of the repository>]`. Fails if a link in a Markdown file leads to
 * a file or heading that does not exist, if a file cites a decision that no page has, or if the decisions grow beyond what people read.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const most = { pages: 20, words: 20_000 };
const decisions = 'docs/decisions';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\n')
  .filter((file) => /\.(?:md|sql|json|css|html|sh|ya?ml|[cm]?[jt]sx?)$/.test(file) && existsSync(join(root, file)));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const faults: string[] = [];

/** The anchors of a page on GitHub: explicit ids, and a slug of each heading. */
function anchorsOf(markdown: string): Set<string> {
  const ids = [...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  const slugs = [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/<[^>]+>|\]\([^)]*\)/g, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...ids, ...slugs]);
}

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length;

for (const file of files.filter((name) => name.endsWith('.md'))) {
  const text = textOf(file);
  const prose = text
    .replaceAll(/^```.*?^```/gms, (block) => block.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/`[^`\n]*`/g, '');
  for (const { 1: target = '', index } of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [path = '', anchor] = target.split('#');
    const page = path === '' ? file : normalize(join(dirname(file), decodeURI(path)));
    const where = `${file}:${lineAt(text, index)}`;
    if (!existsSync(join(root, page))) faults.push(`${where}: there is no ${page}.`);
    else if (anchor !== undefined && page.endsWith('.md') && !anchorsOf(textOf(page)).has(anchor))
      faults.push(`${where}: ${page} has no #${anchor}.`);
  }
}

const pages = files.filter((file) => dirname(file) === decisions && file.endsWith('.md'));
const known = new Set<string>();
for (const page of pages)
  for (const [, id = ''] of textOf(page).matchAll(/<a id="(\d{3})">/g)) {
    if (known.has(id)) faults.push(`${page}: decision ${id} is there twice. Give it a number of its own.`);
    known.add(id);
  }

for (const file of files) {
  const text = textOf(file);
  for (const { 1: first = '', 2: last, index } of text.matchAll(/\bdecisions?(?:\/|\s+)(\d{3})\b(?: to (\d{3})\b)?/gi))
    for (const id of last === undefined ? [first] : [first, last])
      if (!known.has(id)) faults.push(`${file}:${lineAt(text, index)}: no page of ${decisions} has decision ${id}.`);
}

const index = `${decisions}/README.md`;
for (const page of pages)
  if (page !== index && !textOf(index).includes(`](${page.slice(decisions.length + 1)})`))
    faults.push(`${index} does not list ${page}.`);
const topics = pages.filter((page) => page !== index);
const words = topics.reduce((sum, page) => sum + textOf(page).split(/\s+/).length, 0);
if (topics.length > most.pages) faults.push(`${decisions} has ${topics.length} pages, at most ${most.pages}.`);
if (words > most.words) faults.push(`${decisions} has ${words} words, at most ${most.words}: shorten or delete some.`);

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
