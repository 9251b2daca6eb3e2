import type { Command } from 'commander';
import { BuildError } from './BuildError.ts';

/** Does what the process's arguments ask for; what a person can mend is said in words and sets exit code 1. */
export async function runCommand(command: Command): Promise<void> {
  try {
    await command.parseAsync();
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
