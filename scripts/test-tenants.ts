import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tenantIds } from '../tenants/tenantIds.ts';
import { noDeployment } from '../tenants/noDeployment.ts';
import { type BrowserSuite, journeyMatrix, journeysPrefix, matrixPage, matrixText } from './journeys/matrix.ts';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand, runCommand } from './lib/command.ts';

const reports = join(import.meta.dirname, '..', '.cache', 'browser');
const results = join(reports, 'results.json');

function run(command: string, args: string[], environment: NodeJS.ProcessEnv = {}): boolean {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } }).status === 0;
}

function reportJourneys(): void {
  const matrix = journeyMatrix(JSON.parse(readFileSync(results, 'utf8')) as BrowserSuite);
  writeFileSync(join(reports, 'journeys.html'), matrixPage(matrix));
  console.log(`\n${matrixText(matrix)}\n\nJourneys: .cache/browser/journeys.html`);
}

/** Runs the tests that need no sign-in against live deployments. */
function testLive(ids: string[], url: string): void {
  if (!URL.canParse(url.replaceAll('{id}', 'id')))
    throw new CommandError(`--live ${url} is not an address: give https://{id}.example.org/`);
  const projects = ids.map((id) => `--project=${id}`);
  const environment = { TENANTS: ids.join(','), LIVE_URL: url };
  if (!run('playwright', ['test', '--grep', '@live', ...projects], environment)) process.exitCode = 1;
}

function main(wanted: string[], { journeys, live }: { journeys: boolean; live?: string }): void {
  const known = tenantIds();
  const unknown = wanted.filter((id) => !known.includes(id));
  if (unknown.length) throw new CommandError(unknown.map((id) => noDeployment(id, known)).join('\n'));
  const ids = wanted.length ? wanted : known;
  if (live !== undefined) return testLive(ids, live);
  // The tests also request the logo of another deployment, so at least two are built.
  const other = known.filter((id) => !ids.includes(id)).slice(0, 1);
  if (!run('npm', ['run', '--silent', 'build', '--', ...ids, ...other])) throw new CommandError('The build failed.');
  const projects = journeys ? ids.flatMap((id) => [id, `${journeysPrefix}${id}`]) : ids;
  rmSync(results, { force: true });
  const isGood = run('playwright', ['test', ...projects.map((project) => `--project=${project}`)], {
    TENANTS: ids.join(','),
    JOURNEYS: journeys ? '1' : undefined,
  });
  if (journeys) reportJourneys();
  console.log('\nReport: .cache/browser/report/index.html');
  if (!isGood) process.exitCode = 1;
}

const command = defineCommand('test:tenants', {
  description:
    'Builds deployments, serves each bundle with the nginx configuration of the image, and checks in a browser that it matches its manifest. Writes one HTML report.',
  examples: [
    'npm run test:tenants',
    'npm run test:tenants -- iceland brazil',
    'npm run test:tenants -- lithuania --journeys',
    "npm run test:tenants -- iceland --live 'https://{id}.example.org/'",
  ],
  exitCodes: { 0: 'every test passed', 1: 'a deployment is unknown, or the build or a test failed' },
})
  .argument('[ids...]', 'ids of deployments; all if none is given')
  .option(
    '--journeys',
    'also run the journeys of tests/e2e on each of them, and write the matrix of deployments and journeys',
    false,
  )
  .option(
    '--live <address>',
    'test live deployments instead of building: the tests that need no sign-in (docs/ops/ship.md lists them); {id} is replaced',
  )
  .action(main);

await runCommand(command);
