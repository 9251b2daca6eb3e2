import { ConfigError, readDataConfig } from '../server/config.ts';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand, jsonOption, runCommand } from './lib/command.ts';
import { rehearsalPlace } from './rehearse/rehearsalPlace.ts';
import { rehearsalReport } from './rehearse/rehearsalReport.ts';
import { rehearse } from './rehearse/rehearse.ts';

type Options = { yes: boolean; scratchServer?: string; keep: boolean; json: boolean };

function settings() {
  try {
    return readDataConfig(process.env);
  } catch (error) {
    throw error instanceof ConfigError ? new CommandError(error.message) : error;
  }
}

/** Progress goes to stderr, so that programs can read the result from stdout. */
const report = (line: string): void => console.error(line);

async function main({ yes, scratchServer, keep, json }: Options): Promise<void> {
  const { tenant, ...data } = settings();
  const place = rehearsalPlace(data, scratchServer ?? null);
  report(
    `Reads ${place.sourceName} and changes nothing in it. Destroys ${place.restoredName}, if it exists, and writes it anew from the backup.`,
  );
  if (place.kind === 'embedded') report('The backend must be stopped meanwhile.');
  if (!yes && scratchServer === undefined)
    throw new CommandError('Nothing was done. Give --yes to agree, or another server with --scratch-server.');
  if (place.kind === 'postgresql' && !process.env['FILES_KEY'])
    throw new CommandError(
      'Nothing was done. Set FILES_KEY: the backend does not start on the restored database without it.',
    );
  const result = await rehearse(place, { tenant, isKept: keep, report });
  console.log(json ? JSON.stringify(result, null, 2) : rehearsalReport(result));
  if (!result.passed) process.exitCode = 1;
}

const command = defineCommand('rehearse', {
  description:
    'Rehearses a restore: backs up the database of TENANT with the commands of docs/ops/backup-and-upgrade.md, restores the backup beside it, compares every row, checks the audit log, and starts the backend on it. DATABASE_URL (or MIGRATE_DATABASE_URL) names the database, by default the embedded one in DATA_DIR.',
  examples: [
    'TENANT=iceland DATABASE_URL=postgresql://user:password@host:5432/iceland npm run rehearse -- --yes',
    'TENANT=iceland DATABASE_URL=… npm run --silent rehearse -- --scratch-server postgresql://user:password@other:5432/postgres --json',
    'TENANT=iceland npm run rehearse -- --yes',
  ],
  exitCodes: {
    0: 'the restored database is the same, and the backend runs on it',
    1: 'something differs or failed, or nothing was done',
  },
})
  .option('--yes', 'destroy the database of the last rehearsal, <name>_rehearsal or <folder>.rehearsal', false)
  .option('--scratch-server <url>', 'restore on this PostgreSQL server instead of the one of the database')
  .option('--keep', 'keep the backup and the restored database; both contain personal data', false)
  .option('--json', jsonOption, false)
  .action(main);

await runCommand(command);
