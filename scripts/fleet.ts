import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { noDeployment } from '../tenants/noDeployment.ts';
import { tenantIds } from '../tenants/tenantIds.ts';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand, jsonOption, runCommand } from './lib/command.ts';
import { fleetFile } from './fleet/fleetPage.ts';
import { picturesOf } from './fleet/fleetPictures.ts';
import { fleetStates, stateOf } from './fleet/fleetRow.ts';
import { type FleetQuestion, learnAffected, newMemory, readFleet } from './fleet/readFleet.ts';
import { serveFleet } from './fleet/serveFleet.ts';
import { parseRegistry } from './ship/destination.ts';

const checkout = resolve(import.meta.dirname, '..');

type Options = {
  registry?: string;
  url: string;
  html?: string;
  json: boolean;
  bytes: 'all' | 'sample';
  affected: boolean;
  port: string;
  host: string;
  refresh: string;
  root: string;
  cache?: string;
};

function numberOf(option: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && number <= most) return number;
  throw new CommandError(`${option} ${value}: give a whole number from ${least} to ${most}.`);
}

function questionOf(ids: string[], options: Options): FleetQuestion {
  const { url, bytes } = options;
  const root = resolve(options.root);
  const known = tenantIds(join(root, 'tenants'));
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) throw new CommandError(noDeployment(unknown, known));
  const urlOf = (id: string): string => url.replaceAll('{id}', id);
  if (!/^https?:$/.test(URL.parse(urlOf('iceland'))?.protocol ?? '') || (!url.includes('{id}') && known.length > 1))
    throw new CommandError(`--url ${url}: give a web address with {id} in it, such as https://{id}.example.org`);
  const registry = options.registry ?? process.env['SIGNBOARD_REGISTRY'];
  return {
    root,
    urlOf,
    ids,
    bytes,
    now: () => new Date(),
    cache: resolve(options.cache ?? join(root, '.cache')),
    registry: registry ? parseRegistry(registry) : null,
    healthToken: process.env['HEALTH_TOKEN'] || null,
  };
}

/** The command that ships a selection in waves and checks these addresses. */
function shipCommandOf({ registry, url }: Options): string {
  const place = registry === undefined ? '' : ` --registry ${registry}`;
  return `npm run ship -- {ids} --affected --approve${place} --url '${url.replaceAll("'", '%27')}'`;
}

/** The pictures as parts of the page, for a file that stands alone. */
const embeddedPictures =
  (root: string) =>
  (id: string): { name: string; url: string }[] =>
    picturesOf(root, id).map(({ name, file }) => ({
      name,
      url: `data:image/webp;base64,${readFileSync(file).toString('base64')}`,
    }));

/** Progress and problems go to stderr, so that programs can read the result from stdout. */
const report = (line: string): void => console.error(line);

async function once(question: FleetQuestion, options: Options): Promise<void> {
  const { html: file, json, affected } = options;
  const memory = newMemory();
  let rows = await readFleet(question, memory);
  if (affected) {
    await learnAffected(question.root, rows, memory, report);
    rows = await readFleet(question, memory);
  }
  if (file !== undefined) {
    const view = { shipCommand: shipCommandOf(options), picturesOf: embeddedPictures(question.root) };
    writeFileSync(file, fleetFile(rows, question.now(), view));
    report(`Written: ${file}`);
  }
  const judged = rows.map((row) => ({ ...row, icon: undefined, overall: stateOf(row) }));
  if (json) console.log(JSON.stringify(judged, null, 2));
  if (judged.some(({ overall }) => fleetStates[overall.state].tone !== 'good')) process.exitCode = 1;
}

async function main(ids: string[], options: Options): Promise<void> {
  const question = questionOf(ids, options);
  if (options.html !== undefined || options.json) {
    await once(question, options);
    return;
  }
  const port = numberOf('--port', options.port, 0, 65_535);
  const refreshSeconds = numberOf('--refresh', options.refresh, 5, 86_400);
  const { host, affected } = options;
  const settings = { ...question, host, port, refreshSeconds, affected, report, shipCommand: shipCommandOf(options) };
  const served = await serveFleet(settings).catch((error: Error) => {
    if ('code' in error && error.code === 'EADDRINUSE')
      throw new CommandError(`Port ${port} is in use. Choose another one: --port ${port + 1}`);
    throw error;
  });
  console.log(`\n  Fleet  ${served.url}\n\n  Stop with Ctrl+C.\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void served.close().then(() => process.exit(0)));
}

const command = defineCommand('fleet', {
  description:
    'Shows all deployments on one page: requested, registry and running version, whether the running bytes are the shipped ones, health, headers, certificate, and the command that ships a selection. HEALTH_TOKEN lets it read outbox and jobs of the backends.',
  examples: [
    "npm run fleet -- --registry registry.example.org/team --url 'https://{id}.example.org'",
    'npm run fleet -- iceland brazil --html fleet.html --bytes all',
    'npm run --silent fleet -- --json --no-affected',
  ],
  exitCodes: {
    0: 'stopped by Ctrl+C; with --html or --json: every deployment is in order',
    1: 'an option is wrong; with --html or --json: a deployment is not in order',
  },
})
  .argument('[ids...]', 'deployments to show (default: all)')
  .option('--registry <host/path>', 'registry of npm run ship (default: SIGNBOARD_REGISTRY)')
  .option('--url <address>', 'address of a deployment', 'http://{id}.localhost:8080')
  .option('--html <file>', 'write the page once instead of serving it')
  .option('--json', jsonOption, false)
  .addOption(
    new Option('--bytes <which>', 'files to compare: all, or the page with what it loads at first and 20 others')
      .choices(['all', 'sample'])
      .default('sample'),
  )
  .option('--no-affected', 'do not build HEAD and the running commits to compare them')
  .option('--port <number>', 'port to serve on', '8090')
  .option('--host <name>', 'address to serve on', 'localhost')
  .option('--refresh <seconds>', 'how often everything is read again', '30')
  .option('--root <dir>', 'git checkout with tenants/', checkout)
  .option('--cache <dir>', 'cache folder, may be deleted (default: <root>/.cache)')
  .action(main);

await runCommand(command);
