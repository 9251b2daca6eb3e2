import { Command } from 'commander';
import { ManifestError } from '../../tenants/problem.ts';
import { CommandError } from '../../server/CommandError.ts';
import { inWords } from './systemError.ts';

/** The parts of `--help` that commander cannot derive from arguments and options. */
export type CommandHelp = {
  /** What the command does, in one or two sentences. */
  description: string;
  /** Complete command lines. */
  examples: string[];
  /** What each exit code means, by code. */
  exitCodes: Record<number, string>;
};

/** Description of `--json`. npm prints two lines of its own to the standard output unless it is silent. */
export const jsonOption = 'print the result as JSON, progress to stderr; with npm: npm run --silent …';

/** A command that is run as `npm run <name> -- …`; the name may have an act: `ops -- import`. `--help` prints description, usage, options, examples and exit codes. */
export function defineCommand(name: string, { description, examples, exitCodes }: CommandHelp): Command {
  const after = [
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
    'Exit codes:',
    ...Object.entries(exitCodes).map(([code, meaning]) => `  ${code}  ${meaning}`),
  ];
  return new Command(`npm run ${name}${name.includes(' ') ? '' : ' --'}`)
    .description(description)
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', after.join('\n'));
}

/**
 * Parses the arguments of the process and runs the command. Prints a `CommandError`, a `ManifestError` and an error of the disk or
 * of permissions without its stack and sets exit code 1; every other error is thrown.
 */
export async function runCommand(command: Command): Promise<void> {
  try {
    await command.parseAsync();
  } catch (error) {
    const known = error instanceof CommandError || error instanceof ManifestError ? error : inWords(error);
    if (!known) throw error;
    console.error(known.message);
    process.exitCode = 1;
  }
}
