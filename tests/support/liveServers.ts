import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { home } from '../../scripts/image/imageParts.ts';
import { layerFiles } from '../../scripts/image/layerFiles.ts';
import { taggedImage } from '../../scripts/image/storedImages.ts';
import type { Repository } from '../../scripts/image/Repository.ts';
import { type Destination, movingTag, repositoryOf } from '../../scripts/ship/destination.ts';
import { passOn } from './passOn.ts';

/** What a live deployment sends. */
export type Served = { status: number; headers: Record<string, string>; body: Buffer };

/** Live deployments behind one address that always run what `current` of their registry points to, and their backends. */
export type LiveServers = {
  /** Address with `{id}`. */
  url: string;
  port: number;
  /** Versions that answer 500 to health checks, such as `iceland 2.0.0`. */
  broken: Set<string>;
  /** Digests of the pages that deployments serve instead of `current`, by id. */
  stuck: Map<string, string>;
  /** Changes what a deployment sends for a path such as `index.html`, by id; null cuts the connection. */
  faults: Map<string, (path: string, answer: Served) => Served | null>;
  /** Ports of other servers, by the first part of the host name: calls go there. */
  ports: Map<string, number>;
  stop: () => Promise<void>;
};

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** What operators read of a backend without work. */
const condition = {
  database: { status: 'ok', milliseconds: 3 },
  outbox: { waiting: 0, failing: 0, oldest: null },
  jobs: { waiting: 0, running: 0, failed: 0, oldest: null },
};

type Layer = { files: Map<string, Buffer>; headers: Record<string, string> };

async function readLayer(blob: Buffer): Promise<Layer> {
  const layer: Layer = { files: new Map(), headers: {} };
  const root = `${home}/www/`;
  for await (const { path, content } of layerFiles(blob)) {
    if (path.startsWith(root)) layer.files.set(path.slice(root.length), content);
    else if (path === `${home}/headers.conf`)
      for (const [, name = '', value = ''] of content.toString().matchAll(/^add_header (\S+) "(.*)" always;$/gm))
        layer.headers[name.toLowerCase()] = value;
  }
  return layer;
}

/** What a backend answers where the page names its support. */
function securityTxt(page: Layer): string {
  const html = page.files.get('index.html')?.toString() ?? '';
  const [, email = ''] = /"support":\{"email":"([^"]+)"/.exec(html) ?? [];
  return `Contact: mailto:${email}\nExpires: 2100-01-01T00:00:00.000Z\n`;
}

/** Starts the live servers of the deployments in a registry and path, at `http://{id}.localhost:<port>/`. */
export async function startLiveServers({ host, path: prefix }: Omit<Destination, 'id'>): Promise<LiveServers> {
  const layers = new Map<string, Promise<Layer>>();
  const images = new Map<string, Promise<Layer>>();
  const live: Omit<LiveServers, 'url' | 'port' | 'stop'> = {
    broken: new Set(),
    stuck: new Map(),
    faults: new Map(),
    ports: new Map(),
  };
  const repositories = new Map<string, Repository>();
  const readImage = async (repository: Repository, digest: string): Promise<Layer> => {
    const image = await taggedImage(repository, digest);
    const all: Layer = { files: new Map(), headers: {} };
    for (const layer of image?.manifest.layers ?? []) {
      if (layer.annotations?.['dev.signboard.reason'] === 'base') continue;
      const known = layers.get(layer.digest) ?? Promise.resolve(image?.read(layer) ?? Buffer.of()).then(readLayer);
      layers.set(layer.digest, known);
      const { files, headers } = await known;
      for (const [name, content] of files) all.files.set(name, content);
      Object.assign(all.headers, headers);
    }
    return all;
  };
  const pageOf = async (id: string): Promise<Layer | null> => {
    const repository = repositories.get(id) ?? repositoryOf({ id, host, path: prefix });
    repositories.set(id, repository);
    const digest = live.stuck.get(id) ?? (await repository.find(movingTag))?.digest;
    if (digest === undefined) return null;
    const known = images.get(digest) ?? readImage(repository, digest);
    images.set(digest, known);
    return known;
  };
  const answer = async (id: string, path: string, origin: string): Promise<Served> => {
    const page = await pageOf(id);
    if (!page) return { status: 404, headers: {}, body: Buffer.of() };
    const { version } = JSON.parse(page.files.get('version.json')?.toString() ?? '{}') as { version?: string };
    const json = (value: unknown): Served => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(value)),
    });
    if (path === 'healthz') return { ...json('ok'), status: live.broken.has(`${id} ${version}`) ? 500 : 200 };
    if (path === '.well-known/security.txt')
      return { status: 302, headers: { location: `${origin}/api/${path}` }, body: Buffer.of() };
    if (path === 'api/.well-known/security.txt')
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(securityTxt(page)) };
    if (path === 'config.json') return json({ BACKEND_URL: `${origin}/api/` });
    if (path === 'api/readyz/') return json({ status: 'ok' });
    if (path === 'api/condition/') return json({ version, ...condition });
    const name = /\.\w+$/.test(path) ? path : 'index.html';
    const body = page.files.get(name);
    const headers = Object.entries(page.headers).map(([key, value]) => [key, value.replace(/\$\w+/g, origin)]);
    const type = types[extname(name)] ?? 'application/octet-stream';
    return {
      status: body ? 200 : 404,
      headers: {
        ...(Object.fromEntries(headers) as Record<string, string>),
        'content-type': type,
        'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
      body: body ?? Buffer.of(),
    };
  };
  const server = createServer(async (call, reply) => {
    const address = call.headers.host ?? '';
    const [id = ''] = address.split('.');
    const port = live.ports.get(id);
    if (port !== undefined) return passOn(call, reply, { port });
    const path = (call.url ?? '/').slice(1).split('?')[0] ?? '';
    // While a tag is written, the registry may answer 500.
    const sent = await answer(id, path, `http://${address}`).catch(() => null);
    if (!sent) return reply.writeHead(503).end();
    const changed = live.faults.get(id) ?? ((_, same) => same);
    const final = changed(path || 'index.html', sent);
    if (final) return reply.writeHead(final.status, final.headers).end(final.body);
    return call.socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...live,
    port,
    url: `http://{id}.localhost:${port}/`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
