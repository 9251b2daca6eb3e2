import { ManifestError } from '../tenants/problem.ts';
import { CommandError } from './CommandError.ts';
import { ConfigError, placeOf, readDataConfig } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';

/** What a command prints when it is asked for help, and when it fails. */
type CommandTexts = {
  help: string;
  /** What did not happen. */
  failure: string;
  /** The exit code of a failure, 1 by default. */
  exitCode?: number;
};

const isWrongArgument = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** An error as a line without its stack: the message, after `failure` if it does not describe a problem of the user. */
export function errorLine(error: unknown, failure: string): string {
  const message = error instanceof Error ? error.message : String(error);
  if (isWrongArgument(error)) return `${message} See --help.`;
  const isPlain = [CommandError, ConfigError, ManifestError].some((kind) => error instanceof kind);
  return isPlain ? message : `${failure}: ${message}`;
}

/** Runs a command with the arguments of the process. Prints its help, or its error, with the exit code. */
export async function runCommand(
  { help, failure, exitCode = 1 }: CommandTexts,
  run: (args: string[]) => Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2);
  try {
    if (args.includes('--help') || args.includes('-h')) console.log(help);
    else await run(args);
  } catch (error) {
    console.error(errorLine(error, failure));
    process.exitCode = exitCode;
  }
}

/** Runs a task on the database of the environment, and closes it. */
export async function onDatabase(task: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase(placeOf({ ...readDataConfig(process.env), replicaUrl: null }));
  try {
    await task(database);
  } finally {
    await database.close();
  }
}
