import { join, resolve } from 'node:path';
import { noDeployment } from '../tenants/noDeployment.ts';
import { tenantIds } from '../tenants/tenantIds.ts';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand, jsonOption, runCommand } from './lib/command.ts';
import { stepFor } from './build/steps.ts';
import { beforeMove, forRollback, guardOptions, type GuardOptions, guardsOf, keysOf } from './ship/beforeMove.ts';
import { type Deploy, deployWith } from './ship/deploy.ts';
import { movingTag, parseRegistry } from './ship/destination.ts';
import type { Keys } from './ship/envelope.ts';
import { readLedger } from './ship/ledger.ts';
import { checkNotFailed } from './ship/mayReturn.ts';
import { excludedReport, ledgerTable, planReport, shippedReport, statusReport } from './ship/reports.ts';
import { askCommand, runRollout } from './ship/rollout.ts';
import { makePlan } from './ship/rolloutPlan.ts';
import { type Guard, prepare, rollBack, ship } from './ship/ship.ts';
import { statusOf } from './ship/status.ts';
import { runSuite } from './ship/suite.ts';
import { teller } from './ship/webhook.ts';

type Options = GuardOptions & {
  registry?: string;
  to?: string;
  affected: boolean;
  since?: string;
  plan: boolean;
  approve: boolean;
  approveCommand?: string;
  deployCommand?: string;
  wait: string;
  watch: string;
  suite: boolean;
  webhook?: string;
  ledger: boolean;
  status: boolean;
  url?: string;
  dirty: boolean;
  restored: boolean;
  again: boolean;
  contract: boolean;
  json: boolean;
  base?: string;
  apiBase?: string;
  root: string;
  out?: string;
  cache?: string;
};

const checkout = resolve(import.meta.dirname, '..');

type Place = { host: string; path: string; root: string; out: string; cache: string; keys: Keys };

function print<T>(json: boolean, result: T, asText: (result: T) => string): void {
  console.log(json ? JSON.stringify(result, null, 2) : asText(result));
}

/** @throws CommandError unless the text is a whole number of seconds. */
function secondsOf(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new CommandError(`${name} ${text}: give a number of seconds`);
}

async function main(ids: string[], options: Options): Promise<void> {
  const { url, affected } = options;
  const registry = options.registry ?? process.env['SIGNBOARD_REGISTRY'];
  if (!registry)
    throw new CommandError(
      'The registry is missing. Give --registry <host>/<path>, or set SIGNBOARD_REGISTRY, such as registry.example.org/team',
    );
  const root = resolve(options.root);
  const known = tenantIds(join(root, 'tenants'));
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) throw new CommandError(noDeployment(unknown, known));
  if (url !== undefined && !/^https?:$/.test(URL.parse(url.replaceAll('{id}', 'id'))?.protocol ?? ''))
    throw new CommandError(`--url ${url} is not a web address: give https://iceland.example.org/`);
  const place = {
    ...parseRegistry(registry),
    root,
    out: resolve(options.out ?? join(root, 'dist')),
    cache: resolve(options.cache ?? join(root, '.cache')),
    keys: keysOf(options),
  };
  if (affected) return shipAffected(ids, place, options);
  const [id] = ids;
  if (id === undefined || ids.length > 1)
    throw new CommandError('Give one deployment, or --affected to ship all that changed: npm run ship -- iceland');
  return shipOne(id, place, options);
}

async function shipOne(id: string, place: Place, options: Options): Promise<void> {
  const { to, again, dirty, json, url, restored, contract } = options;
  const destination = { id, host: place.host, path: place.path, keys: place.keys };
  const deploy = deployOf(
    options,
    ({ tenant }) =>
      `. Its machines may run another release. Correct the cause and repeat this command, or return: npm run ship -- ${tenant} --to <version>`,
  );
  if (options.ledger) {
    print(json, await readLedger(destination), ledgerTable);
  } else if (options.status) {
    const status = await statusOf(destination, url);
    if (status.state !== 'settled') process.exitCode = 1;
    print(json, status, statusReport);
  } else if (to !== undefined) {
    if (!again) checkNotFailed(await readLedger(destination), to);
    const back = { guard: await rollbackGuard(options), restored, contract, ...deploy };
    print(json, await rollBack(destination, to, back), shippedReport);
  } else {
    const settings = {
      ...place,
      ...basesOf(options),
      ...deploy,
      id,
      again,
      dirty,
      contract,
      guard: await shipGuard(options),
      step: await stepFor(json),
    };
    print(json, await ship(settings), shippedReport);
  }
}

/** The base images that were given. */
function basesOf({ base, apiBase }: Options): { base?: string; apiBase?: string } {
  return { base, apiBase };
}

/** How releases are deployed, if a command was given. */
function deployOf({ deployCommand: command }: Options, remedy: Parameters<typeof deployWith>[1]): { deploy?: Deploy } {
  return command === undefined ? {} : { deploy: deployWith(command, remedy) };
}

async function shipGuard(options: Options): Promise<Guard> {
  const guards = await guardsOf(options);
  return (...image) => beforeMove(...image, guards);
}

async function rollbackGuard(options: Options): Promise<Guard> {
  const guards = forRollback(await guardsOf(options));
  return (...image) => beforeMove(...image, guards);
}

/** What the approval of a plan does. */
function approvalLines({ url, deployCommand }: Options): string[] {
  const isDeployed = deployCommand !== undefined;
  return [
    'Nothing was shipped. --approve ships these waves.',
    isDeployed
      ? `After "${movingTag}" moved, forward or back, "${deployCommand}" runs for each deployment.`
      : `Without --deploy-command the machines must follow "${movingTag}" themselves.`,
    ...(url === undefined
      ? [`Without --url no wave is checked or taken back${isDeployed ? ', unless that command fails' : ''}.`]
      : []),
  ];
}

/** Prints the plan, or ships its waves when that was approved. */
async function shipAffected(ids: string[], place: Place, options: Options): Promise<void> {
  const { json, since, approve, approveCommand, url, suite, dirty, contract, webhook } = options;
  const times = { wait: secondsOf('--wait', options.wait), watch: secondsOf('--watch', options.watch) };
  if (suite && url === undefined)
    throw new CommandError('--suite needs the live addresses: give --url https://{id}.example.org/');
  const report = (line: string): void => console.error(line);
  const returning = await rollbackGuard(options);
  const plan = await makePlan({
    ...place,
    ids,
    contract,
    report,
    rollbackGuard: returning,
    since,
  });
  if (options.plan || (!approve && approveCommand === undefined)) {
    print(json, plan, (made) => [`${planReport(made)}\n`, ...approvalLines(options)].join('\n'));
    return;
  }
  const planned = plan.waves.flatMap(({ tenants }) => tenants.map(({ id }) => id));
  const step = await stepFor(true);
  // A failed wave is taken back, and what cannot go back has a remedy of its own.
  const deploy = deployOf(options, () => '');
  const settings = { ...place, ...basesOf(options), ...deploy, dirty, contract, step, guard: await shipGuard(options) };
  const excluded = await runRollout(plan, {
    host: place.host,
    path: place.path,
    keys: place.keys,
    times,
    report,
    rollbackGuard: returning,
    ...deploy,
    approve: (wave) => (approveCommand === undefined ? Promise.resolve(null) : askCommand(approveCommand, wave)),
    prepare: () => prepare(settings, planned),
    tell: teller(webhook, report),
    url,
    suite: suite && url !== undefined ? (tenants: string[]) => runSuite(tenants, url) : undefined,
  });
  if (excluded.length > 0) process.exitCode = 1;
  const shipped = planned.filter((id) => !excluded.some((failure) => failure.id === id));
  print(json, { ...plan, excluded }, ({ waves }) =>
    waves.length === 0
      ? planReport(plan)
      : [
          `Shipped ${shipped.length} deployments in ${waves.length} waves.${url === undefined ? ' Their live addresses were not checked (--url).' : ''}`,
          ...excludedReport(excluded),
        ].join('\n\n'),
  );
}

const command = defineCommand('ship', {
  description: `Builds a deployment twice, compares the builds and their images, pushes them to a registry with bills of materials and provenance, and points the tag "${movingTag}" to them. With --to it points "${movingTag}" to a version that was shipped before. An interrupted command can be repeated.`,
  examples: [
    'npm run ship -- iceland --registry registry.example.org/team',
    'npm run ship -- iceland --to 4.2.2',
    'npm run ship -- iceland --sign-key ship.key --verify-key ship.pub --osv npm.zip --osv debian.zip',
    'npm run ship -- iceland --status --url https://iceland.example.org/',
    'npm run --silent ship -- iceland --ledger --json',
    'npm run ship -- --affected',
    "npm run ship -- --affected --approve --url 'https://{id}.example.org/' --watch 300",
    'npm run ship -- iceland --deploy-command \'helm upgrade "$TENANT" docker/chart --reset-then-reuse-values --set "web.digest=$PAGE_DIGEST,api.digest=$API_DIGEST" --wait\'',
  ],
  exitCodes: {
    0: `"${movingTag}" points to the requested version; with --status: requested, registry and running version agree; with --affected: the plan was printed, or every wave is finished`,
    1: 'the message names the reason: repeat the command, or see --status; with --status: they differ; with --affected --approve: a deployment was left out and the others were shipped, a wave was not approved or not shipped completely, or it failed and was taken back',
  },
})
  .argument('[ids...]', 'the deployment, a folder of tenants/; with --affected: only these')
  .option('--registry <host/path>', 'push to <host>/<path>/signboard-<id> (default: SIGNBOARD_REGISTRY)')
  .option('--to <version>', 'roll back or forward to a shipped version, without a build')
  .option(
    '--restored',
    'with --to: the database was restored to a backup from before the version that took something away',
    false,
  )
  .option('--again', 'for one deployment: use a version that failed in a wave all the same', false)
  .option(
    '--contract',
    'ship although the migrations remove what the current release may need: that release cannot start any more, and nobody can go back to it',
    false,
  )
  .option('--ledger', 'print what was shipped, and when', false)
  .option('--status', 'compare the requested version, that of the registry, and the running one', false)
  .option('--url <address>', 'address of the live deployment, for --status; with {id} for --affected')
  .option('--affected', 'ship every deployment whose images differ from the shipped ones, in waves (ring)', false)
  .option('--since <revision>', 'with --affected: only those that this revision’s changes affect')
  .option('--plan', 'with --affected: only print the plan, also with --approve', false)
  .option('--approve', 'with --affected: ship the waves of the plan', false)
  .option('--approve-command <command>', 'with --affected: ask this command before each wave; exit code 0 approves')
  .option(
    '--deploy-command <command>',
    'run this command after "current" moved, forward or back: it makes the machines run the release; exit code 0 if they do',
  )
  .option('--wait <seconds>', 'with --affected: how long live deployments may take to run a release', '600')
  .option('--watch <seconds>', 'with --affected: how long they are watched after that', '60')
  .option('--suite', 'with --affected: run the tenant suite against the live addresses of each wave', false)
  .option('--webhook <url>', 'with --affected: POST each step there as JSON')
  .option('--dirty', 'ship uncommitted files too', false)
  .option('--base <image>', 'base image of the page, as in npm run build -- --image')
  .option('--api-base <image>', 'base image of the API, likewise')
  .option('--json', jsonOption, false)
  .option('--root <dir>', 'folder with src/ and tenants/', checkout)
  .option('--out <dir>', 'output folder of bundle and image (default: <root>/dist)')
  .option('--cache <dir>', 'cache folder, may be deleted (default: <root>/.cache)')
  .action(main);

await runCommand(guardOptions(command));
