import { join, resolve } from 'node:path';
import { noDeployment } from '../tenants/noDeployment.ts';
import { tenantIds } from '../tenants/tenantIds.ts';
import { CommandError } from './lib/CommandError.ts';
import { defineCommand, runCommand } from './lib/command.ts';
import { table } from './lib/report.ts';
import { stepFor } from './build/steps.ts';
import { guardOptions, type GuardOptions, guardsOf } from './ship/beforeMove.ts';
import { type Entry, readLedger } from './ship/ledger.ts';
import { movingTag, parseRegistry, repositoryOf, rollBack, ship, type Shipped } from './ship/ship.ts';

type Options = GuardOptions & {
  registry?: string;
  to?: string;
  ledger: boolean;
  dirty: boolean;
  json: boolean;
  base?: string;
  root: string;
  out?: string;
  cache?: string;
};

const checkout = resolve(import.meta.dirname, '..');

function ledgerTable(ledger: Entry[]): string {
  const rows = ledger.map(({ time, act, version, digest, bundle, commit }) => [
    ...[time, act, version, digest.slice(7, 19), bundle.slice(0, 12), commit.slice(0, 12)],
  ]);
  return table([['time', 'act', 'version', 'image', 'bundle', 'commit'], ...rows]);
}

function report({ entry, image, before, bill, provenance }: Shipped): string {
  const { version, tenant } = entry;
  const isChanged = before?.digest !== entry.digest;
  return [
    isChanged
      ? `${tenant}: "${movingTag}" now points to ${version}${before ? ` (before: ${before.version})` : ''}`
      : `${tenant}: "${movingTag}" already points to ${version}; nothing changed`,
    `  ${image}`,
    ...(bill ? [`  bill of materials ${bill}`, `  provenance        ${provenance}`] : []),
  ].join('\n');
}

async function main(id: string, options: Options): Promise<void> {
  const { to, ledger, dirty, json, base } = options;
  const registry = options.registry ?? process.env['SIGNBOARD_REGISTRY'];
  if (!registry)
    throw new CommandError(
      'The registry is missing. Give --registry <host>/<path>, or set SIGNBOARD_REGISTRY, such as registry.example.org/team',
    );
  const root = resolve(options.root);
  const known = tenantIds(join(root, 'tenants'));
  if (!known.includes(id)) throw new CommandError(noDeployment(id, known));
  const destination = { id, ...parseRegistry(registry) };
  if (ledger) {
    const entries = await readLedger(repositoryOf(destination));
    console.log(json ? JSON.stringify(entries, null, 2) : ledgerTable(entries));
    return;
  }
  const guards = guardsOf(options);
  const out = resolve(options.out ?? join(root, 'dist'));
  const cache = resolve(options.cache ?? join(root, '.cache'));
  const shipped =
    to === undefined
      ? await ship({
          ...{ ...destination, root, out, cache, dirty, guards, step: await stepFor(json) },
          ...(base !== undefined && { base }),
        })
      : await rollBack(destination, to, guards);
  console.log(json ? JSON.stringify(shipped, null, 2) : report(shipped));
}

const command = defineCommand('ship', {
  description: `Builds a deployment twice, compares the builds, pushes its image to a registry with bill of materials and provenance, and points the tag "${movingTag}" to it. With --to it points "${movingTag}" to a version that was shipped before.`,
  examples: [
    'npm run ship -- iceland --registry registry.example.org/team',
    'npm run ship -- iceland --to 4.2.2',
    'npm run ship -- iceland --ledger',
    'npm run ship -- iceland --sign-key ship.key --verify-key ship.pub --osv npm.zip --osv debian.zip',
  ],
  exitCodes: {
    0: `"${movingTag}" points to the requested version`,
    1: `nothing was shipped: "${movingTag}" is unchanged, and the message names the reason`,
  },
})
  .argument('<id>', 'the deployment, a folder of tenants/')
  .option('--registry <host/path>', 'push to <host>/<path>/signboard-<id> (default: SIGNBOARD_REGISTRY)')
  .option('--to <version>', 'roll back or forward to a shipped version, without a build')
  .option('--ledger', 'print what was shipped, and when', false)
  .option('--dirty', 'ship uncommitted files too', false)
  .option('--base <image>', 'base image, as in npm run build -- --image')
  .option('--json', 'print the result as JSON only', false)
  .option('--root <dir>', 'folder with src/ and tenants/', checkout)
  .option('--out <dir>', 'output folder of bundle and image (default: <root>/dist)')
  .option('--cache <dir>', 'cache folder, may be deleted (default: <root>/.cache)')
  .action(main);

await runCommand(guardOptions(command));
