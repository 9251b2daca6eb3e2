/**
 * Writes the guide for staff, `docs/staff/<language>.md`, from the help texts of the app, by role.
 *
 * Usage: node scripts/staffGuide.ts [--check]
 * Exit code: 1 when `--check` finds an outdated page.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { languages, type Language } from '../contract/languages.ts';
import { staffRoles, type StaffRole } from '../contract/roles.ts';
import { topics } from '../src/app/help/topics.ts';
import { formatted } from './tenants/writeJson.ts';

type Words = {
  document: { title: string; intro: string; everybody: string };
  topics: Record<string, { title: string; text: string }>;
};

/** The pictures of topics, which `npm run screens` takes: `docs/staff/pictures/<language>-<name>.webp`. */
const pictures: Record<string, string> = { plan: 'board', assign: 'proposals' };

const repository = resolve(import.meta.dirname, '..');
const folder = join(repository, 'docs', 'staff');

function readTexts<Shape>(language: Language, namespace: string): Shape {
  return JSON.parse(
    readFileSync(join(repository, 'src', 'i18n', 'locales', language, `${namespace}.json`), 'utf8'),
  ) as Shape;
}

function pageOf(language: Language): string {
  const words = readTexts<Words>(language, 'guide');
  const names = readTexts<{ role: Record<StaffRole, string> }>(language, 'shell').role;
  const section = (name: string, role: StaffRole | null) => {
    const topicsOfRole = topics.filter(({ roles }) => (role ? roles?.includes(role) : !roles));
    const texts = topicsOfRole.map(({ key }) => {
      const { title = '', text = '' } = words.topics[key] ?? {};
      const picture = pictures[key];
      return [`### ${title}`, text, ...(picture ? [`![${title}](pictures/${language}-${picture}.webp)`] : [])].join(
        '\n\n',
      );
    });
    return [`## ${name}`, ...texts].join('\n\n');
  };
  const sections = [...staffRoles.map((role) => section(names[role], role)), section(words.document.everybody, null)];
  return [`# ${words.document.title}`, words.document.intro, ...sections].join('\n\n');
}

const isChecking = process.argv.includes('--check');
mkdirSync(folder, { recursive: true });
for (const language of languages) {
  const file = join(folder, `${language}.md`);
  const page = await formatted(file, pageOf(language));
  if (existsSync(file) && readFileSync(file, 'utf8') === page) continue;
  if (isChecking) {
    console.error(
      `${relative(repository, file)}: does not match the help texts of the app. Generate it again: node scripts/staffGuide.ts`,
    );
    process.exitCode = 1;
  } else writeFileSync(file, page);
}
