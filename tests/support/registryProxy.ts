import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * What happens to the n-th call: the registry never gets it, it gets it but the answer is lost, or `act` is called before it. With
 * `matching` the registry gets none of these calls.
 */
export type Fault =
  | { at: number; kind: 'refused' | 'answer lost' }
  | { at: number; kind: 'act'; act: () => void }
  | { matching: RegExp; kind: 'refused' };

/** A proxy in front of a registry that disturbs calls. */
export type RegistryProxy = {
  host: string;
  /** Counts the calls from here on, and disturbs the given ones. */
  disturb: (fault: Fault | null) => void;
  /** Number of calls since `disturb`, as method and path. */
  calls: () => string[];
  stop: () => Promise<void>;
};

/** Starts a proxy on a free port. `user` signs in at the registry: `name:password`. */
export async function startRegistryProxy(registry: string, user: string): Promise<RegistryProxy> {
  const [hostname = '', port = ''] = registry.split(':');
  const authorization = `Basic ${Buffer.from(user).toString('base64')}`;
  let fault: Fault | null = null;
  let calls: string[] = [];
  const server = createServer(async (call, reply) => {
    const name = `${call.method} ${call.url}`;
    calls.push(name);
    const isNow = fault && ('at' in fault ? fault.at === calls.length : fault.matching.test(name));
    const now = isNow ? fault : null;
    const body = await buffer(call);
    if (now?.kind === 'act') now.act();
    if (now && now.kind !== 'answer lost') {
      reply.writeHead(502).end();
      return;
    }
    const headers = { ...call.headers, authorization };
    const passed = request({ hostname, port, path: call.url, method: call.method, headers }, async (answer) => {
      const content = await buffer(answer);
      if (now) reply.writeHead(502).end();
      else reply.writeHead(answer.statusCode ?? 500, answer.headers).end(content);
    });
    passed.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    disturb: (next) => {
      fault = next;
      calls = [];
    },
    calls: () => calls,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
