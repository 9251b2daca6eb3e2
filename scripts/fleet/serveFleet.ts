import { createServer, type Server, type ServerResponse } from 'node:http';
import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fleetPage } from './fleetPage.ts';
import { picturesOf } from './fleetPictures.ts';
import { type FleetRow, markOf } from './fleetRow.ts';
import { type FleetQuestion, learnAffected, newMemory, readFleet } from './readFleet.ts';

export type FleetServer = {
  url: string;
  /** Resolves when the fleet was read once. */
  ready: Promise<void>;
  close: () => Promise<void>;
};

export type FleetServerOptions = FleetQuestion & {
  host: string;
  port: number;
  refreshSeconds: number;
  /** As in `FleetView`. */
  shipCommand: string;
  /** Also build HEAD and the running commits to compare them. */
  affected: boolean;
  report: (line: string) => void;
};

function send(response: ServerResponse, status: number, type: string, content: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(content);
}

/**
 * Serves the fleet page. Reads the fleet at once and then again in intervals, never twice at a time; callers get what was read last.
 * @throws Error with code EADDRINUSE when the port is taken
 */
export async function serveFleet(options: FleetServerOptions): Promise<FleetServer> {
  const { root, host, port, refreshSeconds, shipCommand, report } = options;
  const memory = newMemory();
  let [rows, readAt]: [FleetRow[], Date | null] = [[], null];
  let isClosed = false;
  let isLearning = false;
  let timer: NodeJS.Timeout | undefined;

  /** Compares HEAD with what was requested, beside the readings. The next reading shows it. */
  const learn = (): void => {
    if (!options.affected || isLearning || isClosed) return;
    isLearning = true;
    learnAffected(root, rows, memory, report)
      .catch((error: unknown) => report(`HEAD could not be compared: ${String(error)}`))
      .finally(() => {
        isLearning = false;
      });
  };
  const read = async (): Promise<void> => {
    rows = await readFleet(options, memory);
    readAt = options.now();
    learn();
  };
  const again = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => {
      read()
        .catch((error: unknown) => report(`The fleet could not be read: ${String(error)}`))
        .finally(again);
    }, refreshSeconds * 1000);
  };

  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here');
    const [, kind, id = '', page] = /^\/(icon|picture)\/([a-z0-9-]+)(?:\/([a-z-]+))?$/.exec(pathname) ?? [];
    const shown = rows.find((row) => row.id === id);
    const icon = kind === 'icon' && shown ? markOf(shown) : null;
    const picture =
      kind === 'picture' && shown ? picturesOf(root, id).find((candidate) => candidate.page === page) : undefined;
    if (pathname === '/') {
      const { headers, text } = fleetPage({
        rows,
        readAt,
        refreshSeconds,
        shipCommand,
        iconOf: (row) => `/icon/${row.id}`,
        picturesOf: (of) =>
          picturesOf(root, of).map(({ name, page: shownPage }) => ({ name, url: `/picture/${of}/${shownPage}` })),
      });
      response.writeHead(200, headers);
      response.end(text);
    } else if (icon) send(response, 200, 'image/svg+xml', icon);
    else if (picture) {
      response.writeHead(200, { 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
      createReadStream(picture.file).pipe(response);
    } else send(response, 404, 'text/plain; charset=utf-8', 'There is nothing here.\n');
  });
  server.listen(port, host);
  await once(server, 'listening');

  const ready = read()
    .catch((error: unknown) => report(`The fleet could not be read: ${String(error)}`))
    .finally(again);

  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${chosen}/`,
    ready,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
