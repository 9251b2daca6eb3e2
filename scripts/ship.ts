/**
 * A deployment's way into a registry, and back.
 *
 * Usage: npm run ship -- <id> --registry <host>/<path> [--to <version> | --ledger]
 * Exit: 0 `current` points at what was asked for, 1 it does not, and why.
 */
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { noDeployment } from '../tenants/noDeployment.ts';
import { tenantIds } from '../tenants/tenantIds.ts';
import { BuildError } from './lib/BuildError.ts';
import { runCommand } from './lib/runCommand.ts';
import { table } from './lib/report.ts';
import { stepFor } from './build/steps.ts';
import { type Entry, readLedger } from './ship/ledger.ts';
import { movingTag, parseRegistry, repositoryOf, rollBack, ship, type Shipped } from './ship/ship.ts';

type Options = {
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
  const isMoved = before?.digest !== entry.digest;
  return [
    isMoved
      ? `${tenant} ${version} is ${movingTag}${before ? `, after ${before.version}` : ''}`
      : `${tenant} ${version} was ${movingTag} already; nothing changed`,
    `  ${image}`,
    ...(bill ? [`  bill of materials ${bill}`, `  provenance        ${provenance}`] : []),
  ].join('\n');
}

async function main(id: string, options: Options): Promise<void> {
  const { to, ledger, dirty, json, base } = options;
  const registry = options.registry ?? process.env['SIGNBOARD_REGISTRY'];
  if (!registry)
    throw new BuildError(
      'Where to? Say --registry <host>/<path>, or set SIGNBOARD_REGISTRY: registry.example.org/team',
    );
  const root = resolve(options.root);
  const known = tenantIds(join(root, 'tenants'));
  if (!known.includes(id)) throw new BuildError(noDeployment(id, known));
  const destination = { id, ...parseRegistry(registry) };
  if (ledger) {
    const entries = await readLedger(repositoryOf(destination));
    console.log(json ? JSON.stringify(entries, null, 2) : ledgerTable(entries));
    return;
  }
  const out = resolve(options.out ?? join(root, 'dist'));
  const cache = resolve(options.cache ?? join(root, '.cache'));
  const shipped =
    to === undefined
      ? await ship({
          ...{ ...destination, root, out, cache, dirty, step: await stepFor(json) },
          ...(base !== undefined && { base }),
        })
      : await rollBack(destination, to);
  console.log(json ? JSON.stringify(shipped, null, 2) : report(shipped));
}

const command = new Command('npm run ship --')
  .description(`Ships a deployment: builds, compares, pushes its image and points "${movingTag}" at it.`)
  .argument('<id>', 'the deployment')
  .option(
    '--registry <host/path>',
    'where its images go, as <host>/<path>/signboard-<id> (default: SIGNBOARD_REGISTRY)',
  )
  .option('--to <version>', 'go back (or forth) to a version that was shipped; builds nothing')
  .option('--ledger', 'show what was shipped, and when', false)
  .option('--dirty', 'ship what is not committed, too', false)
  .option('--base <image>', 'as for npm run build -- --image')
  .option('--json', 'the outcome as JSON, and nothing else', false)
  .option('--root <dir>', 'folder with src/ and tenants/', checkout)
  .option('--out <dir>', 'where the bundle and the image go (default: dist under the root)')
  .option('--cache <dir>', 'what may be used again (default: .cache under the root)')
  .action(main);

await runCommand(command);
