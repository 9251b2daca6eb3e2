import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { contractDocument, operationsOf } from './probe/contract.ts';
import { probe } from './probe/probe.ts';
import { table } from './probe/table.ts';
import { wireTo } from './probe/wire.ts';

type Options = { token?: string; tenant?: string; write: boolean; json: boolean; only: string };

/** What every finished run may end with; a run that could not be made ends with 2. */
const exitCodes = { none: 0, drift: 1, failed: 2 };

async function run(backendUrl: string, { token, tenant, write, json, only }: Options): Promise<void> {
  if (!URL.canParse(backendUrl))
    throw new TypeError(`${backendUrl} is no address. Give https://host/ with the path, if any.`);
  const operations = operationsOf(await contractDocument(tenant ?? null));
  const report = await probe(operations, wireTo(backendUrl, token?.trim() || null), {
    write,
    now: new Date(),
    key: randomBytes(8).toString('hex'),
    only: only.replace(/^\//, ''),
    isSignedIn: Boolean(token?.trim()),
  });
  console.log(json ? JSON.stringify(report, null, 2) : table(report));
  process.exitCode = report.drifts.length > 0 ? exitCodes.drift : exitCodes.none;
}

const command = new Command('npm run probe --')
  .description(
    'Checks a backend against the contract and lists each drift by endpoint and field. Reads only, unless --write is given. Ends with 1 when something drifts, with 2 when it could not be checked.',
  )
  .argument('<BACKEND_URL>', 'the address that dashboards are given')
  .option(
    '--token <token>',
    'the token of somebody who is signed in, best an owner; PROBE_TOKEN keeps it out of sight',
    process.env['PROBE_TOKEN'],
  )
  .option('--tenant <id>', 'the deployment whose flags the backend serves; every flag when left out')
  .option('--write', 'also make, change and delete records of the probe’s own', false)
  .option('--only <path>', 'only calls whose path begins so, as users/', '')
  .option('--json', 'the report as JSON', false)
  .action(run);

try {
  await command.parseAsync();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  console.error(`${message}${cause}`);
  process.exitCode = exitCodes.failed;
}
