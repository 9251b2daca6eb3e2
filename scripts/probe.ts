import { randomBytes } from 'node:crypto';
import { contractDocument, operationsOf } from './probe/contract.ts';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand } from './lib/command.ts';
import { checkContract } from './probe/checkContract.ts';
import { reportTable } from './probe/reportTable.ts';
import { wireTo } from './probe/wire.ts';

type Options = { token?: string; tenant?: string; write: boolean; json: boolean; only: string };

const exitCodes = { noDrift: 0, drift: 1, failed: 2 };

async function run(
  backendUrl: string,
  { token = process.env['PROBE_TOKEN'], tenant, write, json, only }: Options,
): Promise<void> {
  if (!URL.canParse(backendUrl))
    throw new CommandError(`${backendUrl} is not a URL. Give https://host/ with the path, if any.`);
  const operations = operationsOf(await contractDocument(tenant ?? null));
  const report = await checkContract(operations, wireTo(backendUrl, token?.trim() || null), {
    write,
    now: new Date(),
    key: randomBytes(8).toString('hex'),
    only: only.replace(/^\//, ''),
    isSignedIn: Boolean(token?.trim()),
  });
  console.log(json ? JSON.stringify(report, null, 2) : reportTable(report));
  process.exitCode = report.drifts.length > 0 ? exitCodes.drift : exitCodes.noDrift;
}

const command = defineCommand('ops -- probe', {
  description:
    'Contract check: calls a running backend and lists each difference from the API contract by endpoint and field. Sends GET requests only, unless --write is given.',
  examples: [
    'npm run ops -- probe https://api.example.is/',
    'PROBE_TOKEN=… npm run ops -- probe https://api.example.is/ --tenant iceland --only users/',
    'PROBE_TOKEN=… npm run ops -- probe http://iceland.localhost:8080/api/ --write --json',
  ],
  exitCodes: {
    [exitCodes.noDrift]: 'the backend matches the contract',
    [exitCodes.drift]: 'the backend differs from the contract',
    [exitCodes.failed]: 'the backend could not be checked: wrong arguments, no connection, or a refused token',
  },
})
  .argument('<BACKEND_URL>', 'URL of the backend, as in config.json')
  .option(
    '--token <token>',
    'token of a signed-in user, preferably an owner (default: PROBE_TOKEN, which keeps it out of the process list)',
  )
  .option('--tenant <id>', 'deployment whose flags the backend serves (default: all flags on)')
  .option('--write', 'also create, change and delete test records', false)
  .option('--only <path>', 'check only paths that begin with this, such as users/', '')
  .option('--json', 'print the report as JSON', false)
  // Commander's own code for wrong arguments, 1, would mean a drift.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.failed))
  .action(run);

try {
  await command.parseAsync();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  console.error(`${message}${cause}`);
  process.exitCode = exitCodes.failed;
}
