import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { currentOf } from '../../scripts/ship/current.ts';
import { type Destination, repositoryOf } from '../../scripts/ship/destination.ts';
import { readLedger } from '../../scripts/ship/ledger.ts';

/** Live deployments behind one address, `<url>/<id>/`, that always run what `current` of their registry points to. */
export type LiveServers = {
  /** Address with `{id}`. */
  url: string;
  /** Versions that answer 500 to health checks, such as `iceland 2.0.0`. */
  broken: Set<string>;
  stop: () => Promise<void>;
};

/** Starts the live servers; `prefix` names the registry and path. */
export async function startLiveServers({ host, path }: Omit<Destination, 'id'>): Promise<LiveServers> {
  const broken = new Set<string>();
  const server = createServer(async (call, reply) => {
    const [, id = '', file] = /^\/([^/]+)\/(.*)$/.exec(call.url ?? '') ?? [];
    const destination = { id, host, path };
    const [current, ledger] = await Promise.all([currentOf(destination), readLedger(repositoryOf(destination))]);
    const running = ledger.findLast(({ images }) => images.page === current.page?.digest);
    const { version, bundle: digest, commit } = running ?? {};
    if (file === 'version.json') reply.end(JSON.stringify({ tenant: id, version, digest, commit }));
    else if (file === 'healthz') reply.writeHead(broken.has(`${id} ${version}`) ? 500 : 200).end();
    else reply.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{id}/`,
    broken,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
