import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { digestOf } from '../../scripts/image/oci.ts';

/**
 * What happens to a manifest that is written: it is stored; it is lost, with or without the registry saying so; the answer is lost; it is
 * stored after other calls, so that writes change places; a proxy writes it again after other calls.
 */
export const writeFates = ['stored', 'lost', 'confirmed but lost', 'answer lost', 'delayed', 'repeated'] as const;
export type WriteFate = (typeof writeFates)[number];

type Manifest = { mediaType: string; bytes: Buffer };

/** A registry in memory, whose writes of manifests can be disturbed. */
export type MemoryRegistry = {
  /** `127.0.0.1:<port>` */
  host: string;
  /** What happens to the next writes of manifests; later ones are stored. */
  disturb: (fates: WriteFate[]) => void;
  /** Stores what is still delayed or repeated. */
  settle: () => Promise<void>;
  /** Manifests of a repository by digest, and digests by tag. */
  repository: (name: string) => { manifests: Map<string, Manifest>; tags: Map<string, string> };
  stop: () => Promise<void>;
};

/** Calls after which a delayed write is stored, at the latest when no other call is under way. */
const callsOfDelay = 12;

/** Tags that one answer lists. */
const tagsOfPage = 4;

/** Starts a registry in memory on a free port. */
export async function startMemoryRegistry(): Promise<MemoryRegistry> {
  const repositories = new Map<string, ReturnType<MemoryRegistry['repository']>>();
  const blobs = new Map<string, Buffer>();
  let fates: WriteFate[] = [];
  let held: { after: number; store: () => void }[] = [];
  let underWay = 0;

  const repository: MemoryRegistry['repository'] = (name) => {
    const known = repositories.get(name) ?? { manifests: new Map(), tags: new Map() };
    repositories.set(name, known);
    return known;
  };
  const release = (isDue: (write: (typeof held)[number]) => boolean): void => {
    const due = held.filter(isDue);
    held = held.filter((write) => !isDue(write));
    for (const { store } of due) store();
  };
  const passed = (): void => {
    for (const write of held) write.after -= 1;
    release(({ after }) => after <= 0);
  };
  const isIdle = (): boolean => underWay === 0 && held.length > 0;
  /** Resolves when the write is stored. */
  const delayed = (store: () => void): Promise<void> =>
    new Promise((done) => {
      held.push({
        after: callsOfDelay,
        store: () => {
          store();
          done();
        },
      });
    });

  const server = createServer(async (call, reply) => {
    const body = await buffer(call);
    const url = new URL(call.url ?? '', 'http://registry');
    underWay += 1;
    const end = (status: number, headers: Record<string, string> = {}, content?: Buffer | string): void => {
      underWay -= 1;
      reply.writeHead(status, headers).end(call.method === 'HEAD' ? undefined : content);
      passed();
    };
    const [, name = '', kind = '', reference = ''] =
      /^\/v2\/(.+)\/(manifests|blobs|tags|referrers)\/(.+)$/.exec(url.pathname) ?? [];
    const { manifests, tags } = repository(name);
    if (kind === 'tags') {
      const from = Number(url.searchParams.get('from') ?? 0);
      const link = `</v2/${name}/tags/list?from=${from + tagsOfPage}>; rel="next"`;
      const page = [...tags.keys()].slice(from, from + tagsOfPage);
      return end(200, from + tagsOfPage < tags.size ? { link } : {}, JSON.stringify({ name, tags: page }));
    }
    if (kind === 'blobs' && call.method === 'POST') return end(202, { location: `/v2/${name}/blobs/uploads/1` });
    if (kind === 'blobs' && call.method === 'PUT') {
      blobs.set(digestOf(body), body);
      return end(201);
    }
    if (kind === 'blobs') return end(blobs.has(reference) ? 200 : 404, {}, blobs.get(reference));
    if (kind === 'manifests' && call.method === 'PUT') {
      const store = (): void => {
        const digest = digestOf(body);
        manifests.set(digest, { mediaType: call.headers['content-type'] ?? '', bytes: body });
        if (!reference.startsWith('sha256:')) tags.set(reference, digest);
      };
      const fate = fates.shift() ?? 'stored';
      if (fate === 'delayed') {
        underWay -= 1;
        const stored = delayed(store);
        void nextTurn().then(async () => {
          // Nobody else is at work, so nothing else would end the delay.
          while (isIdle()) {
            release((write) => write === held[0]);
            await nextTurn();
          }
        });
        await stored;
        underWay += 1;
        return end(201);
      }
      if (fate === 'stored' || fate === 'answer lost' || fate === 'repeated') store();
      if (fate === 'repeated') held.push({ after: callsOfDelay, store });
      return end(fate === 'lost' || fate === 'answer lost' ? 500 : 201);
    }
    const found = manifests.get(tags.get(reference) ?? reference);
    return end(found ? 200 : 404, found && { 'content-type': found.mediaType }, found?.bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    repository,
    disturb: (next) => {
      fates = [...next];
    },
    settle: async () => {
      while (held.length > 0) {
        release(() => true);
        await nextTurn();
      }
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
