import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand, jsonOption } from './lib/command.ts';
import { findAdvisories, findingLine, refusedFindings } from './ship/advisories.ts';
import { type AdvisoryOptions, advisoryOptions, advisoryRules, pastLine } from './ship/advisoryOptions.ts';
import { type InstalledPackage, packagesOfLockfile } from './ship/installedPackages.ts';

const repository = join(import.meta.dirname, '..');

type Options = AdvisoryOptions & { lockfile?: string; json: boolean };

const exitCodes = { passed: 0, refused: 1, failed: 2 };

function readLockfile(file: string): InstalledPackage[] {
  try {
    const lockfile = JSON.parse(readFileSync(file, 'utf8')) as Partial<Parameters<typeof packagesOfLockfile>[0]>;
    if (lockfile.packages) return packagesOfLockfile({ packages: lockfile.packages });
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
  throw new CommandError(`${file} has no "packages": give a package-lock.json of npm 7 or newer.`);
}

async function run(options: Options): Promise<void> {
  if (options.osv.length === 0) throw new CommandError('Give the advisories with --osv <file, zip or folder>.');
  const installed = readLockfile(options.lockfile ?? join(repository, 'package-lock.json'));
  const { paths, limit, accepted, past } = await advisoryRules(options, new Date());
  const { findings, searched, newest } = findAdvisories(installed, paths);
  // An archive of another ecosystem would find nothing, too.
  if (searched === 0) throw new CommandError(`${paths.join(', ')}: no advisory is about npm packages.`);
  const refused = refusedFindings(findings, limit, accepted);
  if (options.json)
    console.log(
      JSON.stringify({ packages: installed.length, searched, newest, limit, refused, findings, past }, null, 2),
    );
  else {
    for (const finding of findings)
      console.log(`${refused.includes(finding) ? 'refused' : 'noted  '}  ${findingLine(finding)}`);
    for (const acceptance of past) console.log(pastLine(acceptance));
    console.log(
      `${installed.length} packages compared with ${searched} advisories${newest === null ? '' : `, the newest of ${newest.slice(0, 10)}`}: ${findings.length} found, ${refused.length} refused.`,
    );
  }
  process.exitCode = refused.length > 0 ? exitCodes.refused : exitCodes.passed;
}

const command = advisoryOptions(
  defineCommand('ops -- advisories', {
    description:
      'Compares all packages of package-lock.json with advisories in the OSV format, without any network. An accepted advisory has a reason and an end in advisories.json.',
    examples: [
      'curl -fO https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip',
      'npm run ops -- advisories --osv all.zip',
      'npm run --silent ops -- advisories --osv advisories/ --osv-limit medium --json',
    ],
    exitCodes: {
      [exitCodes.passed]: 'no package has an advisory of the limit or above that is not accepted',
      [exitCodes.refused]: 'at least one package has',
      [exitCodes.failed]: 'nothing was compared: wrong arguments, or files that cannot be read',
    },
  }),
)
  .option('--lockfile <file>', 'the packages (default: package-lock.json of the repository)')
  .option('--json', jsonOption, false)
  // Commander's own code for wrong arguments, 1, would mean an advisory.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? exitCodes.passed : exitCodes.failed))
  .action(run);

try {
  await command.parseAsync();
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(error.message);
  process.exitCode = exitCodes.failed;
}
