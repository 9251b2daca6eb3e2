import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { isPostgresUrl } from '../server/config.ts';
import { startOfDay } from '../server/days.ts';
import { openDatabase, type DatabasePlace } from '../server/db/database.ts';
import { loadDeployment } from '../server/loadDeployment.ts';
import { signInEmail, signInNames } from '../server/seed/people.ts';
import { demoPassword, ForeignDataError, seed, seedSizes, type SeedSize } from '../server/seed/seed.ts';
import { ManifestError, tenantIds } from '../tenants/manifest.ts';
import { databasePlace } from './serve/databasePlace.ts';

type Options = { size: SeedSize; tenant?: string; clock: string; seed: number; data: string };

/** An order that cannot be carried out; said without a stack. */
class UsageError extends Error {
  override name = 'UsageError';
}

function readClock(value: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
  if (value !== 'today' && !isDay) throw new InvalidArgumentError('Give "today" or a day as 2024-05-01.');
  return value;
}

function readSeed(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('Give a whole number.');
  return Number(value);
}

/** Noon of the given day in the deployment's zone, or this moment. */
function momentOf(clock: string, zone: string): Date {
  return clock === 'today' ? new Date() : new Date(startOfDay(clock, zone).getTime() + 12 * 3_600_000);
}

/** The database that DATABASE_URL names is the deployment's own; for all deployments, each has one beside it. */
async function placeOf(id: string, { tenant, data }: Options): Promise<DatabasePlace> {
  const databaseUrl = process.env['DATABASE_URL']?.trim() || null;
  if (databaseUrl && !isPostgresUrl(databaseUrl))
    throw new UsageError('DATABASE_URL: cannot be used. Give postgresql://user:password@host:5432/database.');
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
    throw new UsageError('Say which deployment gets so much data: --tenant <id>.');
  mkdirSync(options.data, { recursive: true });
  for (const id of options.tenant ? [options.tenant] : tenantIds()) await fill(id, options);
  console.log(`The password of every sign-in: ${demoPassword}`);
}

const command = new Command('npm run seed --')
  .description(
    'Fills databases with demo data, in the language and country of each deployment. Safe to repeat: what is there stays. With DATABASE_URL and --tenant that database is filled; with DATABASE_URL alone, one beside it for each deployment; without, the embedded ones.',
  )
  .option('--tenant <id>', 'the deployment; all when left out', process.env['TENANT'])
  .addOption(new Option('--size <size>', 'how much').choices(Object.keys(seedSizes)).default('demo'))
  .option('--clock <day>', '"today", or the day that the data leads up to, as 2024-05-01', readClock, 'today')
  .option('--seed <number>', 'another number gives other people and other days', readSeed, 1)
  .option('--data <folder>', 'where the embedded databases are', resolve(join(import.meta.dirname, '..', '.data')))
  .action(run);

try {
  await command.parseAsync();
} catch (error) {
  const isPlain = [ManifestError, ForeignDataError, UsageError].some((kind) => error instanceof kind);
  const message = error instanceof Error ? error.message : String(error);
  console.error(isPlain ? message : `The data could not be written: ${message}`);
  process.exitCode = 1;
}
