import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { isPostgresUrl } from '../server/config.ts';
import { startOfDay } from '../server/days.ts';
import { openDatabase, type DatabasePlace } from '../server/db/database.ts';
import { loadDeployment } from '../server/loadDeployment.ts';
import { signInEmail, signInNames } from '../server/seed/people.ts';
import { demoPassword, NotDemoDataError, seed, seedSizes, type SeedSize } from '../server/seed/seed.ts';
import { ManifestError, tenantIds } from '../tenants/manifest.ts';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand, runCommand } from './lib/command.ts';
import { databasePlace } from './serve/databasePlace.ts';

type Options = { size: SeedSize; tenant?: string; clock: string; seed: number; data: string };

function readClock(value: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
  if (value !== 'today' && !isDay) throw new InvalidArgumentError('Give "today" or a day such as 2024-05-01.');
  return value;
}

function readSeed(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('Give a whole number.');
  return Number(value);
}

/** Noon of the given day in the deployment's time zone, or now. */
function momentOf(clock: string, zone: string): Date {
  return clock === 'today' ? new Date() : new Date(startOfDay(clock, zone).getTime() + 12 * 3_600_000);
}

/** With a tenant DATABASE_URL is its database; without, each deployment has its own database on that server. */
async function placeOf(id: string, { tenant, data }: Options): Promise<DatabasePlace> {
  const databaseUrl = process.env['DATABASE_URL']?.trim() || null;
  if (databaseUrl && !isPostgresUrl(databaseUrl))
    throw new CommandError('DATABASE_URL is not a PostgreSQL URL. Give postgresql://user:password@host:5432/database.');
  if (databaseUrl && tenant) return { url: databaseUrl };
  return databasePlace(id, { dataFolder: data, databaseUrl });
}

async function fill(id: string, options: Options): Promise<void> {
  const deployment = await loadDeployment(id);
  const database = await openDatabase(await placeOf(id, options));
  try {
    await database.migrate();
    const started = performance.now();
    const now = momentOf(options.clock, deployment.timeZone);
    const added = await seed(database, deployment, { size: options.size, now, variant: options.seed });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const counts = `${added.users} people, ${added.interpretations} interpretations, ${added.feedback} ratings${added.shifts ? `, ${added.shifts} shifts` : ''}`;
    console.log(`${deployment.brand} (${id}): ${counts} added in ${seconds} s`);
    for (const { name, role, door } of signInNames)
      console.log(`  ${role.padEnd(12)} ${signInEmail(deployment, name)}${door === 'opens' ? '' : `  (${door})`}`);
  } finally {
    await database.close();
  }
}

async function run(options: Options): Promise<void> {
  if (!options.tenant && options.size === 'bench')
    throw new CommandError('--size bench needs --tenant <id>: it fills one deployment only.');
  mkdirSync(options.data, { recursive: true });
  for (const id of options.tenant ? [options.tenant] : tenantIds()) await fill(id, options);
  console.log(`The password of every sign-in: ${demoPassword}`);
}

async function main(options: Options): Promise<void> {
  try {
    await run(options);
  } catch (error) {
    if (error instanceof CommandError || error instanceof ManifestError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandError(error instanceof NotDemoDataError ? message : `The data could not be written: ${message}`);
  }
}

const command = defineCommand('ops -- seed', {
  description:
    'Fills databases with demo data in the language and country of each deployment. Existing data is kept, so it can be repeated. Fills the embedded databases; with DATABASE_URL and --tenant that database; with DATABASE_URL alone one database per deployment on that server.',
  examples: [
    'npm run ops -- seed',
    'npm run ops -- seed --tenant iceland --clock 2024-05-01',
    'DATABASE_URL=postgresql://user:password@host:5432/database npm run ops -- seed --tenant iceland',
  ],
  exitCodes: { 0: 'every database has the demo data', 1: 'a database could not be filled' },
})
  .option('--tenant <id>', 'the deployment (default: TENANT, else all)', process.env['TENANT'])
  .addOption(new Option('--size <size>', 'amount of data').choices(Object.keys(seedSizes)).default('demo'))
  .option('--clock <day>', 'last day of the data: "today" or a day such as 2024-05-01', readClock, 'today')
  .option('--seed <number>', 'seed of the random data', readSeed, 1)
  .option('--data <folder>', 'folder of the embedded databases', resolve(join(import.meta.dirname, '..', '.data')))
  .action(main);

await runCommand(command);
