import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { isPostgresUrl } from '../server/config.ts';
import { loadTenant, type LoadedTenant, ManifestError, tenantIds } from '../tenants/manifest.ts';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand, runCommand } from './lib/command.ts';
import { isBuilt } from './serve/bundle.ts';
import { type Address, greeting, localPages, signInLines } from './serve/greeting.ts';
import { serve, type Served } from './serve/serve.ts';

const repository = resolve(import.meta.dirname, '..');

/** @throws CommandError for arguments, because settings come from environment variables only. */
function refuseArguments(given: string[]): void {
  if (given.length === 0) return;
  throw new CommandError(
    `npm start takes no arguments, but got: ${given.join(' ')}. Use environment variables: PORT, HOST, DATA_DIR, DATABASE_URL, DIST, PLATFORM. For example: PORT=9000 npm start`,
  );
}

function readPort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new CommandError(`PORT: ${JSON.stringify(value)} is not a port. Give a number from 1 to 65535.`);
  return port;
}

function readDatabaseUrl(value: string | undefined): string | null {
  const url = value?.trim() || null;
  if (url && !isPostgresUrl(url))
    throw new CommandError('DATABASE_URL is not a PostgreSQL URL. Give postgresql://user:password@host:5432/database.');
  return url;
}

const distOf = ({ DIST }: NodeJS.ProcessEnv) => resolve(repository, DIST || 'dist');

async function start(environment: NodeJS.ProcessEnv): Promise<Served> {
  const { PORT, HOST, DATA_DIR, DATABASE_URL, PLATFORM = 'on' } = environment;
  if (!['on', 'off'].includes(PLATFORM))
    throw new CommandError(`PLATFORM: ${JSON.stringify(PLATFORM)} is neither on nor off.`);
  const port = readPort(PORT || '8080');
  try {
    return await serve({
      dist: distOf(environment),
      dataFolder: resolve(repository, DATA_DIR || '.data'),
      databaseUrl: readDatabaseUrl(DATABASE_URL),
      hasPlatform: PLATFORM === 'on',
      host: HOST || 'localhost',
      port,
      report: (line) => console.error(line),
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE')
      throw new CommandError(
        `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
      );
    if (code === 'EACCES')
      throw new CommandError(`Port ${port} needs root. Choose a port from 1024: PORT=8080 npm start`);
    throw error;
  }
}

/** Up to `count` built deployments with different default languages. */
async function examples(dist: string, count: number): Promise<LoadedTenant[]> {
  const byLanguage = new Map<string, LoadedTenant>();
  for (const id of tenantIds().filter((each) => isBuilt(join(dist, each)))) {
    if (byLanguage.size >= count) break;
    const loaded = await loadTenant(id).catch((error: unknown) => {
      if (error instanceof ManifestError) return null;
      throw error;
    });
    const language = loaded?.tenant.languages[0]?.value;
    if (loaded && language && !byLanguage.has(language)) byLanguage.set(language, loaded);
  }
  return [...byLanguage.values()];
}

function describeServed({ urlOf }: Served, tenants: LoadedTenant[]): string {
  const [first] = tenants;
  return greeting(
    [...localPages(urlOf), ...tenants.map(({ id, tenant: { brand } }): Address => [brand, urlOf(id)])],
    first
      ? signInLines(first, `${first.tenant.brand} (or any other deployment)`)
      : ['  No deployment is built yet: npm run build'],
  );
}

async function main({ build }: { build: boolean }, given: string[]): Promise<void> {
  refuseArguments(given);
  if (build && spawnSync('npm', ['run', '--silent', 'build'], { cwd: repository, stdio: 'inherit' }).status !== 0) {
    process.exitCode = 1;
    return;
  }
  const served = await start(process.env);
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      // A second Ctrl+C does not wait for pending requests.
      if (isStopping) process.exit(1);
      isStopping = true;
      served.close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  console.log(describeServed(served, await examples(distOf(process.env), 3)));
}

const command = defineCommand('serve', {
  description:
    'Builds and serves all deployments on this machine, each at http://<id>.localhost:8080/ with its backend, a database with demo data, a mailbox, a test provider for the national ID and for single sign-on, and a simulated video platform, which sends requests while a deployment is open. Settings are environment variables: PORT (8080), HOST (localhost), DATA_DIR (.data), DATABASE_URL (embedded databases), DIST (dist), PLATFORM (on or off). npm start does the same after installing packages.',
  examples: [
    'npm run serve',
    'PORT=9000 npm run serve',
    'DATABASE_URL=postgresql://user:password@host:5432/signboard npm run serve',
  ],
  exitCodes: { 0: 'stopped by Ctrl+C or SIGTERM', 1: 'the build failed, a setting is wrong, or the port is in use' },
})
  .option('--build', 'build all deployments first (npm run serve gives this option)', false)
  .allowUnknownOption()
  .allowExcessArguments()
  .action((options: { build: boolean }, { args }) => main(options, args));

try {
  await runCommand(command);
} catch (error) {
  console.error(error);
  process.exit(1);
}
// A failed start may leave handles open.
if (process.exitCode === 1) process.exit();
