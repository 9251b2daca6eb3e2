import { join, resolve } from 'node:path';
import { isPostgresUrl } from '../server/config.ts';
import { signInEmail, signInNames } from '../server/seed/people.ts';
import { demoPassword } from '../server/seed/seed.ts';
import { loadTenant, type LoadedTenant, ManifestError, tenantIds } from '../tenants/manifest.ts';
import { isBuilt } from './serve/bundle.ts';
import { serve, type Served } from './serve/serve.ts';

const repository = resolve(import.meta.dirname, '..');

/** A setting that cannot be used; said without a stack. */
class UsageError extends Error {
  override name = 'UsageError';
}

/** What is meant for a setting must not be passed over in silence: everything is set by the environment. */
function refuseArguments(given: string[]): void {
  if (given.length === 0) return;
  throw new UsageError(
    `npm start takes no arguments, and was given: ${given.join(' ')}. Settings come by environment: PORT, HOST, DATA_DIR, DATABASE_URL, DIST. For example: PORT=9000 npm start`,
  );
}

function readPort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new UsageError(`PORT: ${JSON.stringify(value)} is no port. Give a number from 1 to 65535.`);
  return port;
}

function readDatabaseUrl(value: string | undefined): string | null {
  const url = value?.trim() || null;
  if (url && !isPostgresUrl(url))
    throw new UsageError('DATABASE_URL: cannot be used. Give postgresql://user:password@host:5432/database.');
  return url;
}

const distOf = ({ DIST }: NodeJS.ProcessEnv) => resolve(repository, DIST || 'dist');

async function start(environment: NodeJS.ProcessEnv): Promise<Served> {
  const { PORT, HOST, DATA_DIR, DATABASE_URL } = environment;
  const port = readPort(PORT || '8080');
  try {
    return await serve({
      dist: distOf(environment),
      dataFolder: resolve(repository, DATA_DIR || '.data'),
      databaseUrl: readDatabaseUrl(DATABASE_URL),
      host: HOST || 'localhost',
      port,
      report: (line) => console.error(line),
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE')
      throw new UsageError(
        `Port ${port} is in use. Stop the program that has it, or choose another: PORT=${port + 1} npm start`,
      );
    if (code === 'EACCES')
      throw new UsageError(`Port ${port} is not for everybody. Choose one from 1024: PORT=8080 npm start`);
    throw error;
  }
}

/** A few deployments to begin with: built, and each in another language. */
async function examples(dist: string, count: number): Promise<LoadedTenant[]> {
  const found = new Map<string, LoadedTenant>();
  for (const id of tenantIds().filter((each) => isBuilt(join(dist, each)))) {
    if (found.size >= count) break;
    const loaded = await loadTenant(id).catch((error: unknown) => {
      if (error instanceof ManifestError) return null;
      throw error;
    });
    const language = loaded?.tenant.languages[0]?.value;
    if (loaded && language && !found.has(language)) found.set(language, loaded);
  }
  return [...found.values()];
}

function greeting({ urlOf }: Served, tenants: LoadedTenant[]): string {
  const rows: [string, string][] = [
    ['All deployments', urlOf()],
    ['Their mails', `${urlOf('mail')}  (sign-in codes arrive here)`],
    ['National ID', `${urlOf('id')}  (stands in for it; choose who you are)`],
    ...tenants.map(({ id, tenant: { brand } }): [string, string] => [brand, urlOf(id)]),
  ];
  const [first] = tenants;
  const signIns = first
    ? [
        '',
        `  Sign in to ${first.tenant.brand} (the others have the like) with the password ${demoPassword}`,
        ...signInNames.map(({ name, role, door }) => {
          const note = door === 'opens' ? '' : `  (${door})`;
          return `    ${role.padEnd(12)} ${signInEmail(first.tenant, name)}${note}`;
        }),
      ]
    : ['', '  Nothing has been built yet: npm run build'];
  const width = Math.max(...rows.map(([label]) => label.length));
  return [
    '',
    ...rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`),
    ...signIns,
    '',
    '  Ctrl+C stops.',
    '',
  ].join('\n');
}

try {
  refuseArguments(process.argv.slice(2));
  const served = await start(process.env);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      // A second Ctrl+C does not wait for calls under way.
      if (stopping) process.exit(1);
      stopping = true;
      served.close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  console.log(greeting(served, await examples(distOf(process.env), 3)));
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exit(1);
}
