import { join, resolve } from 'node:path';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand, runCommand } from './lib/command.ts';
import { checkMigrations, scratchDatabase } from './migrations/checkMigrations.ts';

const folder = join(import.meta.dirname, '../server/db/migrations');

async function main(options: { folder: string }): Promise<void> {
  const database = await scratchDatabase();
  const problems = await checkMigrations(resolve(options.folder), database).finally(() => database.close());
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
}

const command = defineCommand('check -- migrations', {
  description:
    'Applies every migration to an empty database and checks its first line: "-- previous release: yes" only if it takes nothing from the release before it.',
  examples: ['npm run check -- migrations', 'node scripts/migrations.ts --folder server/db/migrations'],
  exitCodes: { 0: 'every statement is true', 1: 'a migration takes something away, and does not say so' },
})
  .option('--folder <dir>', 'folder with the migrations', folder)
  .action(main);

await runCommand(command);
