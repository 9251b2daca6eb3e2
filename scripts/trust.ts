/**
 * Writes `docs/trust/asvs.md`: each requirement of level 1 and 2 of the OWASP ASVS (`docs/trust/asvs-5.0.0.json`) with our answer to it
 * (`docs/trust/asvs.json`). With `check` it writes nothing and fails if a requirement has no answer or an unknown one has, if a page of
 * docs/trust cites a test or file that does not exist, or if asvs.md is outdated.
 *
 * Usage: node scripts/trust.ts [check]
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { titlesIn } from './lib/testTitles.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs/trust');
const page = join(folder, 'asvs.md');

const statuses = ['test', 'document', 'operator', 'not applicable', 'not met'] as const;
/** `tests` are written `path: title`, `paths` are files of the repository, with an anchor or without. */
type Answer = { status: (typeof statuses)[number]; how: string; tests?: string[]; paths?: string[] };
type Standard = { version: string; source: string; requirements: [id: string, level: number, section: string][] };

const read = <Content>(name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Content;
const standard = read<Standard>('asvs-5.0.0.json');
const answers = read<Record<string, Answer>>('asvs.json');
const faults: string[] = [];
const titles = new Map<string, Set<string>>();

/** Adds a fault if a test does not exist. */
function reportMissingTest(where: string, path: string, title: string): void {
  if (!existsSync(join(root, path))) {
    faults.push(`${where}: there is no ${path}.`);
    return;
  }
  const titlesOfFile = titles.get(path) ?? titlesIn(readFileSync(join(root, path), 'utf8'));
  titles.set(path, titlesOfFile);
  if (!titlesOfFile.has(title)) faults.push(`${where}: ${path} has no test “${title}”.`);
}

const ids = standard.requirements.map(([id]) => id);
for (const id of ids) if (!answers[id]) faults.push(`docs/trust/asvs.json has no answer to ${id}.`);
for (const [id, { status, how, tests = [], paths = [] }] of Object.entries(answers)) {
  const where = `docs/trust/asvs.json, ${id}`;
  if (!ids.includes(id)) faults.push(`${where}: the standard has no such requirement of level 1 or 2.`);
  if (!statuses.includes(status)) faults.push(`${where}: the status is none of ${statuses.join(', ')}.`);
  if ((status === 'test') !== tests.length > 0) faults.push(`${where}: give tests if they hold it, and only then.`);
  if (['document', 'operator'].includes(status) && paths.length === 0) faults.push(`${where}: name a file.`);
  if (['operator', 'not applicable', 'not met'].includes(status) && how === '')
    faults.push(`${where}: give the reason.`);
  for (const path of paths)
    if (!existsSync(join(root, path.replace(/#.*/, '')))) faults.push(`${where}: there is no ${path}.`);
  for (const test of tests) {
    const [, path = '', title = ''] = /^(\S+?): (.+)$/s.exec(test) ?? [];
    reportMissingTest(where, path, title);
  }
}

/** In the other pages tests are cited as `path` “title”, “title of the same file”. */
const otherPages = readdirSync(folder).filter((each) => each.endsWith('.md') && each !== 'asvs.md');
for (const citing of ['docs/SECURITY.md', ...otherPages.map((name) => `docs/trust/${name}`)])
  for (const [, path = '', cited = ''] of readFileSync(join(root, citing), 'utf8').matchAll(
    /`([^`\s]+\.(?:test|spec)\.tsx?)`((?:,?\s+“[^”]+”)+)/g,
  ))
    for (const [, title = ''] of cited.matchAll(/“([^”]+)”/g))
      reportMissingTest(citing, path, title.replaceAll(/\s+/g, ' '));

const cell = (content: string) => content.replace(/[*_<|]/g, String.raw`\$&`);
const answerOf = (id: string): Answer => answers[id] ?? { status: 'not met', how: '' };
const proofsOf = ({ tests = [], paths = [] }: Answer): string =>
  [
    ...tests.map((test) => {
      const [path = '', ...title] = test.split(': ');
      return `\`${path}\`: ${cell(title.join(': '))}`;
    }),
    ...paths.map((path) => `[\`${path}\`](../../${path})`),
  ].join('<br>');

function chapterTable(chapter: string): string[] {
  const rows = standard.requirements.filter(([id]) => id.startsWith(`${chapter}.`));
  return [
    '',
    `## ${chapter}`,
    '',
    '| id | level | section | status | answer | held by |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(([id, level, section]) => {
      const answer = answerOf(id);
      return `| ${id} | ${level} | ${section} | ${answer.status} | ${cell(answer.how)} | ${proofsOf(answer)} |`;
    }),
  ];
}

const unmet = ids.filter((id) => answerOf(id).status === 'not met');
const counts = statuses.map((status) => `${ids.filter((id) => answerOf(id).status === status).length} ${status}`);
const text = `${[
  `# OWASP ASVS ${standard.version}, levels 1 and 2`,
  '',
  `The answer to each requirement of the [standard](${standard.source}), whose texts are there. \`node scripts/trust.ts\` generates this`,
  'page from `asvs.json`, and `npm run check` refuses a missing answer, and a test that does not exist.',
  '',
  '- **test**: a test fails if it is broken. **document**: the named page or code is the answer; no test holds it.',
  '- **operator**: depends on where the product runs. **not applicable**: the product has nothing of the kind.',
  '',
  `${ids.length} requirements: ${counts.join(', ')}.`,
  '',
  '## Not met',
  '',
  '| id | level | reason |',
  '| --- | --- | --- |',
  ...unmet.map((id) => {
    const level = standard.requirements.find(([each]) => each === id)?.[1];
    return `| ${id} | ${level} | ${cell(answerOf(id).how)} |`;
  }),
  ...[...new Set(ids.map((id) => id.split('.')[0] ?? ''))].flatMap(chapterTable),
].join('\n')}\n`;

if (process.argv[2] === 'check') {
  if (faults.length === 0 && readFileSync(page, 'utf8') !== text)
    faults.push('docs/trust/asvs.md is outdated. Generate it again: node scripts/trust.ts');
} else {
  writeFileSync(page, text);
  console.log(`docs/trust/asvs.md: ${counts.join(', ')}.`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
