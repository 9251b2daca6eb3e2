import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between the backend and PostgreSQL that behaves like a network during a failover. */
export type SilentProxy = {
  port: number;
  /** Open connections stop transferring data without being closed; new ones work. */
  silence: () => void;
  /** New connections get no response either. */
  swallowNew: (isSwallowing: boolean) => void;
  /** The number of connections accepted so far. */
  taken: () => number;
  stop: () => Promise<void>;
};

/** Starts a local proxy to a PostgreSQL socket. */
export async function startSilentProxy(socketPath: string): Promise<SilentProxy> {
  const open = new Set<Socket>();
  let talking: (() => void)[] = [];
  let taken = 0;
  let isSwallowing = false;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    taken += 1;
    open.add(near);
    near.on('error', () => undefined).on('close', () => open.delete(near));
    if (isSwallowing) {
      near.resume();
      return;
    }
    const far = connect(socketPath);
    open.add(far);
    far.on('error', () => near.destroy()).on('close', () => open.delete(far));
    near.pipe(far).pipe(near);
    talking.push(() => {
      near.unpipe(far);
      far.unpipe(near);
      near.resume();
      far.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      for (const hush of talking) hush();
      talking = [];
    },
    swallowNew: (value) => {
      isSwallowing = value;
    },
    taken: () => taken,
    stop: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
