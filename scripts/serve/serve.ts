import type { AddressInfo } from 'node:net';
import { startSink } from '../../server/mail/sink.ts';
import { keepBackends } from './backends.ts';
import { frontDoor } from './frontDoor.ts';
import { type LocalAccounts, openLocalProvider } from './provider/openLocalProvider.ts';
import { openBackend } from './openBackend.ts';

/** Settings of the local server. */
export type ServeOptions = {
  /** The folder of built bundles. */
  dist: string;
  /** Folder of embedded databases and logs. */
  dataFolder: string;
  /** URL of a PostgreSQL database, or null for embedded databases. */
  databaseUrl: string | null;
  host: string;
  /** 0 for a free port. */
  port: number;
  /** Most backends open at a time (3): an embedded database takes about 500 MB. */
  maxOpen?: number;
  /** Current time; the system clock by default. */
  clock?: () => Date;
  /** Whether a simulated video platform sends events to demo deployments that are open; by default not. */
  hasPlatform?: boolean;
  /** Prints errors to the terminal. */
  report: (line: string) => void;
};

/** The running local server. */
export type Served = {
  port: number;
  /** URL of `<name>.localhost`, or of `localhost`. */
  urlOf: (name?: string) => string;
  /** Refuses new requests, waits for pending ones, and closes every database. */
  close: () => Promise<void>;
};

/**
 * Starts the local server for all deployments.
 * @throws Error with code EADDRINUSE when the port is taken.
 */
export async function serve(options: ServeOptions): Promise<Served> {
  const {
    dist,
    dataFolder,
    databaseUrl,
    host,
    report,
    maxOpen = 3,
    clock = () => new Date(),
    hasPlatform = false,
  } = options;
  const sink = await startSink();
  let port = options.port;
  const urlOf = (name?: string) => `http://${name ? `${name}.` : ''}localhost:${port}/`;
  // Opened late: the provider's URL contains the port, which is known when the server listens.
  let opened: LocalAccounts | null = null;
  const accounts = () => (opened ??= openLocalProvider(urlOf));
  const places = {
    dataFolder,
    databaseUrl,
    smtpUrlOf: sink.urlOf,
    publicUrlOf: (id: string) => `${urlOf(id)}api/`,
    appUrlOf: (id: string) => `${urlOf('app')}${id}/`,
    nationalIdOf: (id: string) => accounts().nationalIdOf(id),
    singleSignOnOf: (id: string) => accounts().singleSignOnOf(id),
    clock,
  };
  const backends = keepBackends((id) => openBackend(id, places, hasPlatform ? { report } : null), maxOpen);
  const app = await frontDoor({
    dist,
    backends,
    mails: sink.messages,
    provider: async (request, response) => (await accounts().answer)(request, response),
    report,
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    await sink.stop();
    throw error;
  }
  ({ port } = app.server.address() as AddressInfo);
  return {
    port,
    urlOf,
    close: async () => {
      await app.close();
      await backends.close();
      await sink.stop();
    },
  };
}
