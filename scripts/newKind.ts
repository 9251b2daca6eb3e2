/** `npm run ops -- new-kind <name>`: see `--help`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Argument, Option } from 'commander';
import { type Flag, flags } from '../contract/flags.ts';
import { kinds } from '../contract/kinds.ts';
import { regionalLocales } from '../contract/languages.ts';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand, runCommand } from './lib/command.ts';
import { type Names, namesOf } from './newKind/names.ts';
import { register, registrationsOf } from './newKind/registrations.ts';
import { filesOf } from './newKind/templates.ts';
import { translationsOf } from './newKind/words.ts';
import { asJson, formatted } from './tenants/writeJson.ts';

const repository = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(repository, file), 'utf8');

async function write(file: string, text: string): Promise<void> {
  mkdirSync(dirname(join(repository, file)), { recursive: true });
  writeFileSync(join(repository, file), file.endsWith('.sql') ? text : await formatted(file, text));
}

function nextMigration({ kind }: Names): string {
  const numbers = readdirSync(join(repository, 'server/db/migrations')).map((file) => Number.parseInt(file, 10));
  return `${String(Math.max(...numbers) + 1).padStart(3, '0')}_${kind}.sql`;
}

/** Writes the translations of the kind, and its name where all kinds are named. Answers the files that need a translator. */
async function writeTranslations(names: Names): Promise<string[]> {
  const untranslated = [];
  for (const [folder, words] of Object.entries(translationsOf(names))) {
    const locale = `src/i18n/locales/${folder}`;
    await write(`${locale}/${names.many}.json`, await asJson(words));
    if (folder in regionalLocales) continue;
    if (folder !== 'en') untranslated.push(locale);
    for (const [file, group] of [
      ['audit', 'collections'],
      ['palette', 'groups'],
    ] as const) {
      const content = JSON.parse(read(`${locale}/${file}.json`)) as Record<string, Record<string, string>>;
      content[group] = { ...content[group], [names.kind]: names.title };
      await write(`${locale}/${file}.json`, await asJson(content));
    }
  }
  return untranslated;
}

async function create(name: string, { one, flag }: { one?: string; flag?: Flag }): Promise<void> {
  const names = namesOf(name, one);
  if (name in kinds) throw new CommandError(`There is a kind "${name}" already: see contract/kinds.ts.`);
  const details = { flag, migration: nextMigration(names) };
  const files = filesOf(names, details);
  const existing = Object.keys(files).filter((file) => existsSync(join(repository, file)));
  if (existing.length > 0) throw new CommandError(`${existing.join(', ')} exists already. Choose another name.`);
  const registrations = registrationsOf(names, details);
  const changed = registrations.map((line) => ({ file: line.file, text: register(read(line.file), line) }));
  for (const [file, text] of Object.entries(files)) await write(file, text);
  for (const { file, text } of changed) await write(file, text);
  const untranslated = await writeTranslations(names);
  for (const script of ['tables', 'answers'])
    execFileSync(process.execPath, [join(repository, 'scripts', `${script}.ts`)], { cwd: repository, stdio: 'pipe' });
  console.log(`${Object.keys(files).length} files written, ${registrations.length} lines added to shared files:`);
  for (const { file } of registrations) console.log(`  ${file}`);
  console.log(`Translate "${names.title}" and "${names.label}" in ${names.many}.json, audit.json and palette.json of:`);
  for (const locale of untranslated) console.log(`  ${locale}`);
  console.log(`Then: npm run check, and npm run jest -- ${names.many} serverPermissions Shell.`);
}

const command = defineCommand('ops -- new-kind', {
  description:
    'Creates a kind of record with a name: migration, contract, routes, demo data, pages, translations and tests. It can be listed, searched, exported, added, changed and deleted, and is in the audit log.',
  examples: [
    'npm run ops -- new-kind service_areas',
    'npm run ops -- new-kind equipment --one equipment_item --flag departments',
  ],
  exitCodes: { 0: 'the kind was created', 1: 'nothing was written: the name is not valid or in use' },
})
  .addArgument(new Argument('<name>', 'plural name in lower case, as the API spells it, such as service_areas'))
  .option('--one <name>', 'singular name (default: the plural without its ending)')
  .addOption(new Option('--flag <flag>', 'flag that the kind depends on').choices([...flags]))
  .action(create);

await runCommand(command);
