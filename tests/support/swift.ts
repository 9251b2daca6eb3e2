import { type ChildProcess, spawn, execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answers, comesUp, hasEnded } from './comesUp.ts';
import { freePort } from './freePort.ts';

const run = promisify(execFile);

/** A real S3 server: OpenStack Swift with its S3 API, on one disk. */
export type Swift = {
  endpoint: string;
  /** Its credentials, as the AWS SDK reads them. */
  credentials: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  /** Stops answering, with its sockets open, and answers again. */
  freeze: () => void;
  thaw: () => void;
  stop: () => Promise<void>;
};

const kinds = ['account', 'container', 'object'] as const;

/** Swift reads its folder from no setting, so it is set before a server starts. */
const launch = `
import runpy, sys
from swift.common import utils
utils.set_swift_dir(sys.argv.pop(1))
sys.argv.pop(0)
runpy.run_path(sys.argv[0], run_name='__main__')`;

/** The rings tell where data are: all on one disk. */
const makeRings = `
import json, os, sys
from swift.common.ring import RingBuilder
folder = sys.argv[1]
for name, port in json.loads(sys.argv[2]):
    ring = RingBuilder(2, 1, 0)
    ring.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'disk', 'weight': 1})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, name))`;

/** Starts the server in a temporary folder. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-swift-'));
  const { username } = userInfo();
  const ports: Record<string, number> = {};
  for (const kind of [...kinds, 'proxy']) ports[kind] = await freePort();
  mkdirSync(join(folder, 'devices/disk'), { recursive: true });
  writeFileSync(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = one\ndefault = yes\n',
  );
  const common = (kind: string) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports[kind]}
user = ${username}
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
workers = 0
`;
  for (const kind of kinds)
    writeFileSync(
      join(folder, `${kind}.conf`),
      `${common(kind)}[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    );
  const rings = kinds.map((kind) => [`${kind}.ring.gz`, ports[kind]]);
  await run('/usr/bin/python3', ['-c', makeRings, folder, JSON.stringify(rings)]);
  writeFileSync(
    join(folder, 'proxy.conf'),
    `${common('proxy')}[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
`,
  );
  const log = join(folder, 'log');
  const processes: ChildProcess[] = [...kinds, 'proxy'].map((kind) =>
    spawn('/usr/bin/python3', ['-c', launch, folder, `/usr/bin/swift-${kind}-server`, join(folder, `${kind}.conf`)], {
      stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')],
    }),
  );
  const ended = processes.map((process) => once(process, 'exit'));
  const endpoint = `http://127.0.0.1:${ports['proxy']}`;
  const credentials = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' };
  const stop = async () => {
    for (const process of processes) process.kill('SIGKILL');
    await Promise.all(ended);
    rmSync(folder, { recursive: true, force: true });
  };
  const isOver = () => processes.some(hasEnded);
  for (const port of Object.values(ports))
    if (!(await comesUp(() => answers(`http://127.0.0.1:${port}/`), isOver))) {
      const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
      await stop();
      throw new Error(`Swift did not start: ${text}`);
    }
  const [, , , proxy] = processes;
  return {
    endpoint,
    credentials,
    freeze: () => void proxy?.kill('SIGSTOP'),
    thaw: () => void proxy?.kill('SIGCONT'),
    stop,
  };
}
