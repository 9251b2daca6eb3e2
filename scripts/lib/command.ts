import { Command } from 'commander';
import { ManifestError } from '../../tenants/problem.ts';
import { CommandError } from './CommandError.ts';

/** The parts of `--help` that commander cannot derive from arguments and options. */
export type CommandHelp = {
  /** What the command does, in one or two sentences. */
  description: string;
  /** Complete command lines. */
  examples: string[];
  /** What each exit code means, by code. */
  exitCodes: Record<number, string>;
};

/** A command that is run as `npm run <name> -- …`. `--help` prints description, usage, options, examples and exit codes. */
export function defineCommand(name: string, { description, examples, exitCodes }: CommandHelp): Command {
  const after = [
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
    'Exit codes:',
    ...Object.entries(exitCodes).map(([code, meaning]) => `  ${code}  ${meaning}`),
  ];
  return new Command(`npm run ${name} --`)
    .description(description)
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', after.join('\n'));
}

/**
 * Parses the arguments of the process and runs the command. Prints a `CommandError` or `ManifestError` without its stack
 * and sets exit code 1; every other error is thrown.
 */
export async function runCommand(command: Command): Promise<void> {
  try {
    await command.parseAsync();
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof ManifestError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
