import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { styleText } from 'node:util';
import { Option } from 'commander';
import { manifestFlags } from '../contract/flags.ts';
import { shownPath } from '../tenants/document.ts';
import { checkTenants, ManifestError, type CheckedTenant } from '../tenants/manifest.ts';
import { place, type Problem } from '../tenants/problem.ts';
import { tenantsRoot } from '../tenants/tenantIds.ts';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand } from './lib/command.ts';
import { NewTenantError } from './tenants/NewTenantError.ts';
import type { Created, NewTenant } from './tenants/newTenant.ts';
import { counted } from './lib/counted.ts';

/** Styles text for a terminal; plain text where the output is no terminal or NO_COLOR is set. */
const paint = (style: Parameters<typeof styleText>[0], words: string) =>
  styleText(style, words, { stream: process.stdout });

const print = (line: string) => process.stdout.write(`${line}\n`);

function printProblem(problem: Problem, kind = ''): void {
  print(`${paint('bold', place(problem))}  ${kind && paint('yellow', kind)}${problem.message}`);
  print(`    ${paint('cyan', '→')} ${problem.fix}`);
}

async function staleSchemaFiles(): Promise<Problem[]> {
  const { schemaFiles } = await import('./tenants/schemaFiles.ts');
  return (await schemaFiles())
    .filter(({ path, content }) => !existsSync(path) || readFileSync(path, 'utf8') !== content)
    .map(({ description, path }) => ({
      file: shownPath(path),
      line: 1,
      column: 1,
      message: `The ${description} does not match tenants/schema.ts.`,
      fix: 'Generate it again: npm run tenants -- schema.',
    }));
}

/** Progress goes to stderr, so that programs can read the result from stdout. */
const report = (line: string) => process.stderr.write(`${line}\n`);

async function check(ids: string[], { json, root }: { json?: boolean; root: string }): Promise<void> {
  const { checkAndProve } = await import('./tenants/checkAndProve.ts');
  const results = await checkAndProve(ids, root, report);
  const general = await staleSchemaFiles();
  // Deployments that share a language share its problems; each is printed once.
  const problems = [
    ...new Map(
      [...general, ...results.flatMap((result) => result.problems)].map((problem) => [
        place(problem) + problem.message,
        problem,
      ]),
    ).values(),
  ];
  if (problems.length) process.exitCode = 1;
  if (json) {
    const tenants = results.map(({ id, tenant, problems: tenantProblems, warnings }) => ({
      id,
      ok: tenant !== null,
      problems: tenantProblems,
      warnings,
    }));
    print(JSON.stringify({ ok: !problems.length, tenants, general }, null, 2));
    return;
  }
  for (const warning of results.flatMap(({ warnings }) => warnings)) printProblem(warning, 'Warning: ');
  for (const problem of problems) printProblem(problem);
  const broken = results.filter(({ tenant }) => !tenant).map(({ id }) => id);
  print(
    problems.length
      ? paint(
          'red',
          `${counted(problems.length, 'problem', 'problems')}${broken.length ? ` in ${broken.join(', ')}` : ''}`,
        )
      : paint('green', `${counted(results.length, 'deployment', 'deployments')}, no problems`),
  );
}

function tableRow({ id, tenant }: CheckedTenant): string[] {
  if (!tenant) return [id, '(see: npm run tenants -- check)', '', '', '', '', ''];
  const { brand, version, country, languages, flags: tenantFlags, stage } = tenant.tenant;
  const off = manifestFlags.filter((flag) => !tenantFlags[flag]).join(' ');
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
  const results = await checkTenants(undefined, { root, isProved: () => true });
  if (json) {
    print(
      JSON.stringify(
        results.map(({ id, tenant }) => tenant?.tenant ?? { id }),
        null,
        2,
      ),
    );
    return;
  }
  const rows = [['id', 'brand', 'version', 'country', 'languages', 'accent', 'flags off'], ...results.map(tableRow)];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  for (const [index, cells] of rows.entries()) {
    const line = cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
    print(index ? line : paint('dim', line));
  }
}

type NewOptions = Omit<NewTenant, 'brand'> & { brand?: string; from?: string; json?: boolean; root: string };

/** The command line that is equal to the answers given to the prompts. */
function asCommand(id: string, from: string | undefined, answers: NewTenant): string {
  const { brand, country, timeZone, phoneCountry, languages = [], accent, supportEmail } = answers;
  const options = {
    from,
    brand,
    country: country === null ? 'none' : country,
    'time-zone': timeZone,
    'phone-country': phoneCountry === null ? 'none' : phoneCountry,
    accent,
    'support-email': supportEmail,
  };
  const given = Object.entries(options).flatMap(([name, value]) => (value ? [`--${name} "${value}"`] : []));
  return `npm run tenants -- new ${id} ${given.join(' ')} --languages ${languages.join(',')}`;
}

async function create(id: string, { from, json, root, ...options }: NewOptions): Promise<void> {
  const given = noneAsNull(options);
  const { brand } = given;
  const isInteractive = process.stdin.isTTY && process.stdout.isTTY && !json;
  if (!brand && !isInteractive)
    throw new NewTenantError(
      'The brand name is missing.',
      `Give it: npm run tenants -- new ${id} --brand "…" --country CL.`,
    );
  // Typefaces and prompts are loaded late: `check` must stay fast.
  const { newTenant } = await import('./tenants/newTenant.ts');
  const { askForTenant } = await import('./tenants/askForTenant.ts');
  // With a brand, no prompts are needed: what has no default is an error that names the option.
  const settings = brand ? { ...given, brand } : await askForTenant(id, from ?? null, given, root);
  let created: Created;
  try {
    created = await newTenant(id, from ?? null, settings, root);
  } catch (error) {
    if (!brand) print(`Your answers as a command, to edit and run again:\n    ${asCommand(id, from, settings)}`);
    throw error;
  }
  if (json) {
    print(JSON.stringify(created, null, 2));
    return;
  }
  print(paint('green', `${id} is ready to build`));
  for (const file of created.files) print(`  ${shownPath(join(created.dir, file))}`);
  print(`  accent ${created.accent}, progress bar ${created.progress}`);
  if (!created.hasWordmark)
    print('  The typeface lacks a letter of the brand, so the logos have a symbol only; draw the name yourself.');
  if (!given.supportEmail) print('  Enter a real support contact in the manifest before the release.');
  for (const warning of created.warnings) printProblem(warning, 'Warning: ');
  print(`  next: npm run build -- ${id}`);
}

type AffectedOptions = { since: string; until?: string; json?: boolean; root: string };

async function affected({ json, ...question }: AffectedOptions): Promise<void> {
  const { changesSince, changesReport } = await import('./affected/changes.ts');
  const answer = await changesSince({ ...question, report });
  if (answer.unknown.length) process.exitCode = 1;
  print(json ? JSON.stringify(answer, null, 2) : changesReport(answer));
}

type BumpOptions = { affected: boolean; since: string; minor: boolean; major: boolean; json?: boolean; root: string };

async function bump(ids: string[], options: BumpOptions): Promise<void> {
  const { root, since, json } = options;
  if (options.affected === ids.length > 0)
    throw new CommandError('Name the deployments to raise, or give --affected for all that differ since the revision.');
  if (options.minor && options.major) throw new CommandError('Give one of --minor and --major.');
  const { bumpVersions } = await import('./tenants/bump.ts');
  const level = options.major ? 'major' : options.minor ? 'minor' : 'patch';
  const bumped = await bumpVersions({ root, ids, since, level, report });
  if (bumped.some((result) => 'failed' in result)) process.exitCode = 1;
  if (json) {
    print(JSON.stringify(bumped, null, 2));
    return;
  }
  for (const result of bumped) {
    if ('failed' in result) print(`${result.id}: ${result.failed}`);
    else if ('kept' in result) print(`${result.id}: keeps ${result.kept}`);
    else print(`${result.id}: ${result.before} → ${result.after}, ${counted(result.commits, 'commit', 'commits')}`);
  }
  if (bumped.length === 0) print('No deployment differs, so no version was raised');
  else if (bumped.some((result) => 'after' in result))
    print('Read the changelogs in tenants/<id>/CHANGELOG.md, then commit them with the manifests.');
}

/** Replaces "none" by null. Option parsers cannot do this: commander turns their null into an empty string. */
function noneAsNull<Options extends object>(options: Options): Options {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, value === 'none' ? null : value]),
  ) as Options;
}

const program = defineCommand('tenants', {
  description: 'Lists, checks and creates deployments. Each subcommand has its own --help.',
  examples: [
    'npm run tenants -- list',
    'npm run tenants -- check iceland',
    'npm run tenants -- new peru --brand "…" --country PE',
    'npm run tenants -- new chile --from colombia --brand "…" --country CL --time-zone America/Santiago',
    'npm run tenants -- affected --since main',
    'npm run tenants -- bump --affected --since main',
  ],
  exitCodes: {
    0: 'done, no problems',
    1: 'a problem: each is printed with file, line, column and a way to correct it',
    130: 'the prompts of "new" were cancelled; nothing was written',
  },
}).configureHelp({ showGlobalOptions: true });

const root = () => new Option('--root <folder>', 'folder of deployments').default(tenantsRoot).argParser(resolveFolder);
const json = () => new Option('--json', 'print the result as JSON');

const checkout = () =>
  new Option('--root <folder>', 'git checkout')
    .default(resolve(import.meta.dirname, '..'), 'this one')
    .argParser(resolveFolder);

function resolveFolder(folder: string): string {
  return resolve(folder);
}

program
  .command('list')
  .description('list every deployment with brand, version, country, languages, accent and disabled flags')
  .addOption(json())
  .addOption(root())
  .action(listTenants);

program
  .command('check')
  .argument('[ids...]', 'deployments to report on (default: all)')
  .description(
    'check that deployments can be built, and prove as the build does that no bundle contains data of another',
  )
  .addOption(json())
  .addOption(root())
  .action(check);

program
  .command('new')
  .argument('<id>', 'name of its folder, bundle and image')
  .option(
    '--from <tenant>',
    'deployment to copy flags and rules from and, in the same country, languages, time zone and telephone numbers (default: the usual ones)',
  )
  .option('--brand <name>', 'brand name (default: prompts ask for it and the other settings)')
  .option('--country <code>', 'ISO 3166 alpha-2, two capital letters, or none (required, except for a stage)')
  .option(
    '--time-zone <zone>',
    'IANA time zone, such as Atlantic/Reykjavik (default: that of the country, if it has one only)',
  )
  .option('--phone-country <code>', 'country whose phone numbers need no code, or none (default: the country)')
  .option('--version <version>', 'semantic version (default: 1.0.0)')
  .option(
    '--languages <list>',
    'comma-separated, the default language first (default: that of the country and en)',
    (names: string) => names.split(/[\s,]+/).filter(Boolean),
  )
  .option('--accent <colour>', '"#rrggbb" (default: an unused colour with enough contrast)')
  .option('--highlight <colour>', '"#rrggbb" (default: derived from the accent)')
  .option('--progress <colour>', '"#rrggbb" (default: an unused colour near the accent)')
  .option('--support-email <address>', 'support e-mail address')
  .option('--support-phone <number>', 'support phone number with + and country code, or none')
  .option('--support-url <url>', 'support page, https, or none')
  .option('--stage', 'create a stage: the manifest extends the --from deployment and holds only what differs')
  .description(
    'create a deployment, ready to build, from options or prompts: the country first, since most follows from it; writes nothing but its folder',
  )
  .addOption(json())
  .addOption(root())
  .action(create);

program
  .command('affected')
  .requiredOption('--since <revision>', 'older revision: a commit, branch or tag')
  .option('--until <revision>', 'newer revision (default: the work tree, committed or not)')
  .description(
    'list the deployments that need a release after what changed between two revisions, why, and the version that follows',
  )
  .addOption(json())
  .addOption(checkout())
  .action(affected);

program
  .command('bump')
  .argument('[ids...]', 'deployments to raise')
  .requiredOption('--since <revision>', 'what runs now: a commit, branch or tag')
  .option('--affected', 'raise all deployments that differ since the revision', false)
  .option('--minor', 'raise the second number (default: the third)', false)
  .option('--major', 'raise the first number', false)
  .description('raise versions in the manifests, and add what changed since a revision to tenants/<id>/CHANGELOG.md')
  .addOption(json())
  .addOption(checkout())
  .action(bump);

program
  .command('schema')
  .description('generate manifest.schema.json (for editors) and manifest.check.mjs (for builds) from tenants/schema.ts')
  .action(async () => {
    const { schemaFiles } = await import('./tenants/schemaFiles.ts');
    for (const { path, content } of await schemaFiles()) {
      writeFileSync(path, content);
      print(shownPath(path));
    }
  });

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = 1;
  if (error instanceof ManifestError) for (const problem of error.problems) printProblem(problem);
  else if (error instanceof NewTenantError) {
    print(paint('red', error.message));
    print(`    ${paint('cyan', '→')} ${error.fix}`);
  } else if (error instanceof CommandError) print(paint('red', error.message));
  else throw error;
}
