import type { AddressInfo } from 'node:net';
import { startSink } from '../../server/mail/sink.ts';
import { keepBackends } from './backends.ts';
import { frontDoor } from './frontDoor.ts';
import { openNationalId } from './nationalId/openNationalId.ts';
import { openBackend } from './openBackend.ts';

/** How the local server is run. */
export type ServeOptions = {
  /** The folder of built bundles. */
  dist: string;
  /** Where embedded databases and logs are kept. */
  dataFolder: string;
  /** PostgreSQL in place of the embedded databases, or null. */
  databaseUrl: string | null;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** How many backends are open at a time: an embedded database takes some 500 MB. */
  maxOpen?: number;
  /** What time it is; the machine's own where it is left out. */
  clock?: () => Date;
  /** What people at the terminal should know of. */
  report: (line: string) => void;
};

/** The running local server. */
export type Served = {
  port: number;
  /** The address of a name below `localhost`, or of `localhost` itself. */
  urlOf: (name?: string) => string;
  /** Stops taking calls, waits for those under way, and closes every database. */
  close: () => Promise<void>;
};

/**
 * Starts one process for all deployments.
 * @throws Error with code EADDRINUSE when the port is taken.
 */
export async function serve(options: ServeOptions): Promise<Served> {
  const { dist, dataFolder, databaseUrl, host, report, maxOpen = 3, clock = () => new Date() } = options;
  const sink = await startSink();
  let port = options.port;
  const urlOf = (name?: string) => `http://${name ? `${name}.` : ''}localhost:${port}/`;
  // The address of the provider has the port in it, which is known once the server listens.
  let opened: ReturnType<typeof openNationalId> | null = null;
  const nationalId = () => (opened ??= openNationalId(urlOf));
  const places = {
    dataFolder,
    databaseUrl,
    smtpUrlOf: sink.urlOf,
    publicUrlOf: (id: string) => `${urlOf(id)}api/`,
    openidOf: (id: string) => nationalId().settingsOf(id),
    clock,
  };
  const backends = keepBackends((id) => openBackend(id, places), maxOpen);
  const app = await frontDoor({
    dist,
    backends,
    mails: sink.messages,
    nationalId: async (request, response) => (await nationalId().answer)(request, response),
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
