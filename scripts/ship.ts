import { join, resolve } from 'node:path';
import { noDeployment } from '../tenants/noDeployment.ts';
import { tenantIds } from '../tenants/tenantIds.ts';
import { CommandError } from './lib/CommandError.ts';
import { defineCommand, jsonOption, runCommand } from './lib/command.ts';
import { stepFor } from './build/steps.ts';
import { beforeMove, forRollback, guardOptions, type GuardOptions, guardsOf } from './ship/beforeMove.ts';
import { movingTag, parseRegistry, repositoryOf } from './ship/destination.ts';
import { readLedger } from './ship/ledger.ts';
import { ledgerTable, shippedReport, statusReport } from './ship/reports.ts';
import { type Guard, rollBack, ship } from './ship/ship.ts';
import { statusOf } from './ship/status.ts';

type Options = GuardOptions & {
  registry?: string;
  to?: string;
  ledger: boolean;
  status: boolean;
  url?: string;
  dirty: boolean;
  json: boolean;
  base?: string;
  root: string;
  out?: string;
  cache?: string;
};

const checkout = resolve(import.meta.dirname, '..');

async function main(id: string, options: Options): Promise<void> {
  const { to, dirty, json, base, url } = options;
  const registry = options.registry ?? process.env['SIGNBOARD_REGISTRY'];
  if (!registry)
    throw new CommandError(
      'The registry is missing. Give --registry <host>/<path>, or set SIGNBOARD_REGISTRY, such as registry.example.org/team',
    );
  const root = resolve(options.root);
  const known = tenantIds(join(root, 'tenants'));
  if (!known.includes(id)) throw new CommandError(noDeployment(id, known));
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new CommandError(`--url ${url} is not a web address: give https://iceland.example.org/`);
  const destination = { id, ...parseRegistry(registry) };
  const print = <T>(result: T, asText: (result: T) => string): void =>
    console.log(json ? JSON.stringify(result, null, 2) : asText(result));
  if (options.ledger) {
    print(await readLedger(repositoryOf(destination)), ledgerTable);
  } else if (options.status) {
    const status = await statusOf(destination, url);
    if (status.state !== 'settled') process.exitCode = 1;
    print(status, statusReport);
  } else if (to !== undefined) {
    const guards = forRollback(guardsOf(options));
    print(await rollBack(destination, to, (...image) => beforeMove(...image, guards)), shippedReport);
  } else {
    const guards = guardsOf(options);
    const guard: Guard = (...image) => beforeMove(...image, guards);
    const out = resolve(options.out ?? join(root, 'dist'));
    const cache = resolve(options.cache ?? join(root, '.cache'));
    const settings = { ...destination, root, out, cache, dirty, guard, step: await stepFor(json) };
    print(await ship({ ...settings, ...(base !== undefined && { base }) }), shippedReport);
  }
}

const command = defineCommand('ship', {
  description: `Builds a deployment twice, compares the builds and their images, pushes them to a registry with bills of materials and provenance, and points the tag "${movingTag}" to them. With --to it points "${movingTag}" to a version that was shipped before. An interrupted command can be repeated.`,
  examples: [
    'npm run ship -- iceland --registry registry.example.org/team',
    'npm run ship -- iceland --to 4.2.2',
    'npm run ship -- iceland --sign-key ship.key --verify-key ship.pub --osv npm.zip --osv debian.zip',
    'npm run ship -- iceland --status --url https://iceland.example.org/',
    'npm run --silent ship -- iceland --ledger --json',
  ],
  exitCodes: {
    0: `"${movingTag}" points to the requested version; with --status: requested, registry and running version agree`,
    1: 'the message names the reason: repeat the command, or see --status; with --status: they differ',
  },
})
  .argument('<id>', 'the deployment, a folder of tenants/')
  .option('--registry <host/path>', 'push to <host>/<path>/signboard-<id> (default: SIGNBOARD_REGISTRY)')
  .option('--to <version>', 'roll back or forward to a shipped version, without a build')
  .option('--ledger', 'print what was shipped, and when', false)
  .option('--status', 'compare the requested version, that of the registry, and the running one', false)
  .option('--url <address>', 'with --status: address of the live deployment')
  .option('--dirty', 'ship uncommitted files too', false)
  .option('--base <image>', 'base image, as in npm run build -- --image')
  .option('--json', jsonOption, false)
  .option('--root <dir>', 'folder with src/ and tenants/', checkout)
  .option('--out <dir>', 'output folder of bundle and image (default: <root>/dist)')
  .option('--cache <dir>', 'cache folder, may be deleted (default: <root>/.cache)')
  .action(main);

await runCommand(guardOptions(command));
