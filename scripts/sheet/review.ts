import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { CommandError } from '../../server/CommandError.ts';
import { localServer, sendPage, serveClient } from '../lib/localPage.ts';
import { type Change, fileOf, groupChanges, keyOf, readPicture, type SheetFolders, type Verdict } from './changes.ts';
import { comparePictures } from './pictures.ts';
import { reviewBody } from './reviewPage.ts';

/** The verdicts of a review. */
export type Verdicts = { of: (change: Change) => Verdict };

/** A review that is shown under `url`. */
export type Review = {
  url: string;
  /** Ends the review with the verdicts so far. */
  finish: () => void;
  /** Settles when the review is finished and its server closed. */
  finished: Promise<Verdicts>;
};

const Decision = Type.Object({
  keys: Type.Array(Type.String(), { minItems: 1 }),
  verdict: Type.Enum(['accepted', 'rejected', 'undecided']),
});

/** @throws CommandError when the port is in use. */
async function listenAt(app: FastifyInstance, port: number): Promise<void> {
  try {
    await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new CommandError(`Port ${port} is in use: stop the program that uses it, or give --port`);
    throw error;
  }
}

/**
 * Shows changes as a page on this machine. An accepted picture is written to the accepted ones at once, and restored when the
 * verdict changes. Nothing else is written.
 * @param options.port 0 for a free port
 * @throws CommandError when the port is in use.
 */
export async function openReview({
  changes,
  folders,
  port,
}: {
  changes: readonly Change[];
  folders: SheetFolders;
  port: number;
}): Promise<Review> {
  const byKey = new Map(changes.map((change) => [keyOf(change), change]));
  const before = new Map(
    changes.map((change) => [keyOf(change), readPicture(folders.accepted, change.id, change.picture.name)]),
  );
  const verdicts = new Map<string, Verdict>();
  const of = (change: Change): Verdict => verdicts.get(keyOf(change)) ?? 'undecided';
  const { promise: finished, resolve } = Promise.withResolvers<Verdicts>();

  const decide = (change: Change, verdict: Verdict) => {
    const { id, picture } = change;
    const file = fileOf(folders.accepted, id, picture.name);
    const content = verdict === 'accepted' ? readPicture(folders.current, id, picture.name) : before.get(keyOf(change));
    verdicts.set(keyOf(change), verdict);
    if (content) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    } else rmSync(file, { force: true });
  };

  const app = localServer();
  serveClient(app, join(import.meta.dirname, 'review'), ['review.css', 'review.ts']);
  app.get<{ Querystring: { tenant?: string } }>('/', async ({ query }, reply) => {
    const ids = [...new Set(changes.map(({ id }) => id))];
    const only = ids.find((id) => id === query.tenant) ?? null;
    const groups = groupChanges(only ? changes.filter(({ id }) => id === only) : changes);
    const body = reviewBody({ groups, ids, only, of, changes });
    return sendPage(reply, {
      title: 'Contact sheet: review',
      body,
      style: '/client/review.css',
      script: '/client/review.ts',
    });
  });
  app.get<{ Params: { id: string; name: string; kind: string } }>(
    '/pictures/:id/:name/:kind',
    async (request, reply) => {
      const { id, name, kind } = request.params;
      const change = byKey.get(`${id}/${name}`);
      const old = before.get(`${id}/${name}`) ?? null;
      const now = change ? readPicture(folders.current, id, name) : null;
      if (!now) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such picture.\n');
      const picture = kind === 'before' ? old : kind === 'after' ? now : (await comparePictures(old, now)).difference;
      return reply.type('image/webp').header('cache-control', 'no-store').send(picture);
    },
  );
  app.post<{ Body: Static<typeof Decision> }>('/decide', { schema: { body: Decision } }, async (request, reply) => {
    const { keys, verdict } = request.body;
    const unknown = keys.find((key) => !byKey.has(key));
    if (unknown) return reply.code(400).send({ message: `There is no change ${unknown}.` });
    for (const key of keys) {
      const change = byKey.get(key);
      if (change) decide(change, verdict);
    }
    return reply.send({ verdicts: Object.fromEntries(changes.map((change) => [keyOf(change), of(change)])) });
  });
  const finish = () => {
    app.close().then(
      () => resolve({ of }),
      () => resolve({ of }),
    );
  };
  app.post('/finish', async (_request, reply) => {
    reply.raw.once('close', finish);
    return reply.header('connection', 'close').send({ message: 'The review is finished.' });
  });
  await listenAt(app, port);
  return { url: `http://localhost:${(app.server.address() as AddressInfo).port}/`, finish, finished };
}
