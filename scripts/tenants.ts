/**
 * The deployments at the command line.
 *
 * Usage: npm run tenants -- list | check [ids…] | new <id> --from <tenant> | affected --since <revision> | schema
 * Exit: 0 all is well, 1 something is wrong (each with file, line, column and what to do).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { styleText } from 'node:util';
import { Command, Option } from 'commander';
import { flags } from '../contract/flags.ts';
import { shownPath } from '../tenants/document.ts';
import { checkTenants, ManifestError, type CheckedTenant } from '../tenants/manifest.ts';
import { place, type Problem } from '../tenants/problem.ts';
import { tenantsRoot } from '../tenants/tenantIds.ts';
import { BuildError } from './lib/BuildError.ts';
import { NewTenantError } from './tenants/NewTenantError.ts';
import type { Created, NewTenant } from './tenants/newTenant.ts';

/** Colour where people look, plain words where machines do (and wherever NO_COLOR asks for it). */
const paint = (style: Parameters<typeof styleText>[0], words: string) =>
  styleText(style, words, { stream: process.stdout });

const say = (line: string) => process.stdout.write(`${line}\n`);

function sayProblem(problem: Problem): void {
  say(`${paint('bold', place(problem))}  ${problem.message}`);
  say(`    ${paint('cyan', '→')} ${problem.fix}`);
}

const counted = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

async function staleFiles(): Promise<Problem[]> {
  const { schemaFiles } = await import('./tenants/schemaFiles.ts');
  return (await schemaFiles())
    .filter(({ path, content }) => !existsSync(path) || readFileSync(path, 'utf8') !== content)
    .map(({ what, path }) => ({
      file: shownPath(path),
      line: 1,
      column: 1,
      message: `The ${what} is not that of tenants/schema.ts.`,
      fix: 'Write it again: npm run tenants -- schema.',
    }));
}

async function check(ids: string[], { json, root }: { json?: boolean; root: string }): Promise<void> {
  const results = await checkTenants(ids.length ? ids : undefined, { root });
  const general = await staleFiles();
  // Two deployments that share a language share its faults; each is said once.
  const problems = [
    ...new Map(
      [...general, ...results.flatMap((one) => one.problems)].map((one) => [place(one) + one.message, one]),
    ).values(),
  ];
  if (problems.length) process.exitCode = 1;
  if (json) {
    const tenants = results.map(({ id, tenant, problems: own }) => ({ id, ok: tenant !== null, problems: own }));
    say(JSON.stringify({ ok: !problems.length, tenants, general }, null, 2));
    return;
  }
  for (const problem of problems) sayProblem(problem);
  const broken = results.filter(({ tenant }) => !tenant).map(({ id }) => id);
  say(
    problems.length
      ? paint(
          'red',
          `${counted(problems.length, 'problem', 'problems')}${broken.length ? ` in ${broken.join(', ')}` : ''}`,
        )
      : paint('green', `${counted(results.length, 'deployment', 'deployments')}, nothing wrong`),
  );
}

function row({ id, tenant }: CheckedTenant): string[] {
  if (!tenant) return [id, '(see: npm run tenants -- check)', '', '', '', '', ''];
  const { brand, version, country, languages, flags: own, stage } = tenant.tenant;
  const off = flags.filter((flag) => !own[flag]).join(' ');
  return [
    id,
    brand,
    version,
    country ?? '–',
    languages.map(({ value }) => value).join(' '),
    tenant.tokens.light.accent,
    off + (stage ? ' · stage' : ''),
  ];
}

async function listTenants({ json, root }: { json?: boolean; root: string }): Promise<void> {
  const results = await checkTenants(undefined, { root });
  if (json) {
    say(
      JSON.stringify(
        results.map(({ id, tenant }) => tenant?.tenant ?? { id }),
        null,
        2,
      ),
    );
    return;
  }
  const rows = [['id', 'brand', 'version', 'country', 'languages', 'accent', 'flags off'], ...results.map(row)];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  for (const [index, cells] of rows.entries()) {
    const line = cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
    say(index ? line : paint('dim', line));
  }
}

type NewOptions = Omit<NewTenant, 'brand'> & { brand?: string; from: string; json?: boolean; root: string };

/** The command line that says the same as the answers did. */
function asCommand(id: string, from: string, wish: NewTenant): string {
  const { brand, country, timeZone, languages = [], accent, supportEmail } = wish;
  const options = { brand, country: country ?? 'none', 'time-zone': timeZone, accent, 'support-email': supportEmail };
  const said = Object.entries(options).flatMap(([name, value]) => (value ? [`--${name} "${value}"`] : []));
  return `npm run tenants -- new ${id} --from ${from} ${said.join(' ')} --languages ${languages.join(',')}`;
}

async function create(id: string, { from, json, root, ...said }: NewOptions): Promise<void> {
  const wish = noneAsNull(said);
  const { brand } = wish;
  const people = process.stdin.isTTY && process.stdout.isTTY && !json;
  if (!brand && !people)
    throw new NewTenantError(
      'The brand name is missing.',
      `Say it: npm run tenants -- new ${id} --from ${from} --brand "…".`,
    );
  // Typefaces and prompts are loaded for this alone: `check` runs in every build.
  const { newTenant } = await import('./tenants/newTenant.ts');
  const { askForTenant } = await import('./tenants/askForTenant.ts');
  // Who gives the name has said what matters; everything else has a proposal.
  const whole = brand ? { ...wish, brand } : await askForTenant(id, from, wish, root);
  let created: Created;
  try {
    created = await newTenant(id, from, whole, root);
  } catch (error) {
    if (!brand) say(`Your answers, to change and run again:\n    ${asCommand(id, from, whole)}`);
    throw error;
  }
  if (json) {
    say(JSON.stringify(created, null, 2));
    return;
  }
  say(paint('green', `${id} is ready to build`));
  for (const file of created.files) say(`  ${shownPath(join(created.dir, file))}`);
  say(`  accent ${created.accent}, progress bar ${created.progress}`);
  if (!created.named)
    say('  The typeface lacks a letter of the brand, so the logos show the mark alone; draw the name yourself.');
  if (!wish.supportEmail) say('  Put in a real support contact before people see it.');
  say(`  next: npm run build -- ${id}`);
}

type AffectedOptions = { since: string; until?: string; json?: boolean; root: string };

async function affected({ json, ...question }: AffectedOptions): Promise<void> {
  const { affectedTenants, affectedReport } = await import('./affected/affected.ts');
  // What takes long is said beside the answer, which a program may read.
  const tell = (line: string) => process.stderr.isTTY && process.stderr.write(`${line}\n`);
  const answer = await affectedTenants({ ...question, say: tell });
  if (answer.unknown.length) process.exitCode = 1;
  say(json ? JSON.stringify(answer, null, 2) : affectedReport(answer));
}

/** What is said to be "none" is null. Not by a parser of the option: commander takes its null for an empty text. */
function noneAsNull<Wish extends object>(wish: Wish): Wish {
  return Object.fromEntries(
    Object.entries(wish).map(([name, value]) => [name, value === 'none' ? null : value]),
  ) as Wish;
}

const program = new Command('tenants')
  .description('The deployments: what they are, whether they are right, and how to make another.')
  .configureHelp({ showGlobalOptions: true });

const root = () =>
  new Option('--root <folder>', 'another folder of deployments').default(tenantsRoot).argParser(resolveFolder);
const json = () => new Option('--json', 'for machines');

function resolveFolder(folder: string): string {
  return resolve(folder);
}

program
  .command('list')
  .description('every deployment in a line')
  .addOption(json())
  .addOption(root())
  .action(listTenants);

program
  .command('check')
  .argument('[ids...]', 'those to report on; all when left out')
  .description('whether deployments can be built, and cannot be mistaken for one another')
  .addOption(json())
  .addOption(root())
  .action(check);

program
  .command('new')
  .argument('<id>', 'the name of its folder, and of its bundle and image')
  .requiredOption('--from <tenant>', 'the deployment to start from: its flags, roles, languages, time zone')
  .option('--brand <name>', 'the name that people read; asked for when left out')
  .option('--country <code>', 'two capital letters, or none')
  .option('--time-zone <zone>', 'IANA, as Area/City')
  .option('--version <version>', 'semantic version (default: 1.0.0)')
  .option('--languages <list>', 'comma-separated, the default first', (names: string) =>
    names.split(/[\s,]+/).filter(Boolean),
  )
  .option('--accent <colour>', '"#rrggbb"; a free one that can be read is proposed')
  .option('--highlight <colour>', '"#rrggbb"; one that goes with the accent is proposed')
  .option('--progress <colour>', '"#rrggbb"; a free one near the accent is proposed')
  .option('--support-email <address>', 'where people write to')
  .option('--support-phone <number>', 'with + and country code, or none')
  .option('--support-url <url>', 'https, or none')
  .option('--stage', 'a stage of the deployment it starts from: extends it, and says only what differs')
  .description('a new deployment, ready to build, from questions or options; src/ is never touched')
  .addOption(json())
  .addOption(root())
  .action(create);

program
  .command('affected')
  .requiredOption('--since <revision>', 'the older side: a commit, a branch, a tag')
  .option('--until <revision>', 'the newer side (default: the work tree, committed or not)')
  .description('which bundles differ between two revisions, and why: brand, version, flag, language, shared code')
  .addOption(json())
  .addOption(
    new Option('--root <folder>', 'another checkout')
      .default(resolve(import.meta.dirname, '..'), 'this one')
      .argParser(resolveFolder),
  )
  .action(affected);

program
  .command('schema')
  .description('write the schema that editors complete manifests with, and the check that builds run')
  .action(async () => {
    const { schemaFiles } = await import('./tenants/schemaFiles.ts');
    for (const { path, content } of await schemaFiles()) {
      writeFileSync(path, content);
      say(shownPath(path));
    }
  });

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = 1;
  if (error instanceof ManifestError) for (const problem of error.problems) sayProblem(problem);
  else if (error instanceof NewTenantError) {
    say(paint('red', error.message));
    say(`    ${paint('cyan', '→')} ${error.fix}`);
  } else if (error instanceof BuildError) say(paint('red', error.message));
  else throw error;
}
