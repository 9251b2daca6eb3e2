import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './freePort.ts';
import { ownersFolder } from './postgres.ts';

/** A pair of databases with failover: Patroni with etcd, behind HAProxy. */
export type DatabasePair = {
  /** The address of whichever is the primary. */
  url: string;
  /** Kills the primary and its Patroni, as if its machine were gone. */
  killPrimary: () => Promise<void>;
  /** Waits until both are there and the standby confirms every commit. */
  isSynchronous: () => Promise<void>;
  stop: () => Promise<void>;
};

type Node = { name: string; port: number; api: number; child: ChildProcess };

const nodeSettings = (folder: string, etcd: number, { name, port, api }: Omit<Node, 'child'>) => `
scope: signboard
name: ${name}
restapi: { listen: '127.0.0.1:${api}', connect_address: '127.0.0.1:${api}' }
etcd3: { hosts: '127.0.0.1:${etcd}' }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 1
    retry_timeout: 3
    synchronous_mode: true
    postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }]
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${folder}/${name}
  bin_dir: /usr/lib/postgresql/15/bin
  pgpass: ${folder}/${name}.pgpass
  authentication:
    superuser: { username: signboard, password: signboard }
    replication: { username: replicator, password: replicator }
  parameters: { unix_socket_directories: '${folder}', fsync: 'off' }
  pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
`;

const proxySettings = (port: number, nodes: readonly Omit<Node, 'child'>[]) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port: at, api }) => `  server ${name} 127.0.0.1:${at} check port ${api}`).join('\n')}
`;

/** Starts the pair in a temporary folder. */
export async function startDatabasePair(): Promise<DatabasePair> {
  const folder = await ownersFolder('pair');
  const { uid, gid } = statSync(folder);
  const ports = await Promise.all(Array.from({ length: 7 }, freePort));
  const [etcd = 0, peer = 0, proxy = 0] = ports;
  const log = openSync(join(folder, 'log'), 'a');
  const processes: ChildProcess[] = [];
  const run = (program: string, args: string[]) => {
    const child = spawn(program, args, { uid, gid, cwd: folder, stdio: ['ignore', log, log] });
    processes.push(child);
    return child;
  };
  run('/usr/bin/etcd', [
    '--data-dir',
    join(folder, 'etcd'),
    '--listen-client-urls',
    `http://127.0.0.1:${etcd}`,
    '--advertise-client-urls',
    `http://127.0.0.1:${etcd}`,
    '--listen-peer-urls',
    `http://127.0.0.1:${peer}`,
    '--initial-advertise-peer-urls',
    `http://127.0.0.1:${peer}`,
    '--initial-cluster',
    `default=http://127.0.0.1:${peer}`,
  ]);
  const places = [
    { name: 'one', port: ports[3] ?? 0, api: ports[4] ?? 0 },
    { name: 'two', port: ports[5] ?? 0, api: ports[6] ?? 0 },
  ];
  const nodes: Node[] = places.map((place) => {
    const settings = join(folder, `${place.name}.yml`);
    writeFileSync(settings, nodeSettings(folder, etcd, place));
    return { ...place, child: run('/usr/bin/patroni', [settings]) };
  });
  writeFileSync(join(folder, 'haproxy.cfg'), proxySettings(proxy, places));
  run('/usr/sbin/haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]);

  const answers = async ({ api }: Pick<Node, 'api'>, path: string) =>
    (await fetch(`http://127.0.0.1:${api}/${path}`).catch(() => null))?.ok ?? false;
  const killNode = async ({ name, child }: Node) => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    child.kill('SIGKILL');
    if (isRunning) await once(child, 'exit');
    const pidFile = join(folder, name, 'postmaster.pid');
    if (!existsSync(pidFile)) return;
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  return {
    url: `postgresql://signboard@127.0.0.1:${proxy}/postgres`,
    killPrimary: async () => {
      for (const node of nodes) if (await answers(node, 'primary')) return killNode(node);
      throw new Error('There is no primary.');
    },
    isSynchronous: async () => {
      for (;;) {
        const roles = await Promise.all(
          nodes.map(async (node) => [await answers(node, 'primary'), await answers(node, 'synchronous')]),
        );
        if (roles.some(([isPrimary]) => isPrimary) && roles.some(([, isConfirming]) => isConfirming)) return;
        if (nodes.every(({ child }) => child.exitCode !== null))
          throw new Error(`Patroni did not start: ${readFileSync(join(folder, 'log'), 'utf8')}`);
        await sleep(200);
      }
    },
    stop: async () => {
      for (const node of nodes) await killNode(node);
      for (const child of processes) child.kill('SIGKILL');
      closeSync(log);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
