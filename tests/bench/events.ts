import type { Kysely } from 'kysely';
import { randomToken, tokenHash } from '../../server/auth/secrets.ts';
import type { Tables } from '../../server/db/tables.ts';
import { randomId } from '../../server/randomId.ts';
import { median, quantile } from './measure.ts';

const batchSize = 500;
const connections = 4;

/** One batch: requests that are created, answered, ended and rated. */
function batchOf(number: number, interpreter: string): string {
  const start = Date.now() - 3_600_000;
  const event = (type: string, index: number, seconds: number, data: object) => ({
    specversion: '1.0',
    source: 'https://video.example',
    type: `signboard.request.${type}`,
    id: `${number}/${index}/${type}`,
    subject: `${number}/${index}`,
    time: new Date(start + index * 1000 + seconds * 1000).toISOString(),
    data,
  });
  const asked = { channel: 'online', session_mode: 'VRI', queue_type: 'social', category: 'Health', note: 'A note' };
  const events = Array.from({ length: batchSize / 4 }, (_, index) => [
    event('created', index, 0, asked),
    event('answered', index, 12, { interpreter }),
    event('ended', index, 600, { closure_note: 'Done' }),
    event('rated', index, 700, { rating: 5, notes: 'Good' }),
  ]);
  return JSON.stringify(events.flat());
}

/** Sends batches of events with a service account: the events per second of the middle round, and the p99 of a batch in milliseconds. */
export async function fireEvents(
  url: string,
  db: Kysely<Tables>,
  { rounds, seconds, warmUp }: { rounds: number; seconds: number; warmUp: number },
): Promise<{ perSecond: number; p99: number }> {
  const secret = randomToken();
  const created = new Date();
  await db
    .insertInto('service_accounts')
    .values({
      id: randomId(),
      name: 'Bench',
      scopes: ['platform'],
      secret_hash: tokenHash(secret),
      created,
      expires: new Date(created.getTime() + 3_600_000),
    })
    .execute();
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'interpreter')
    .limit(1)
    .executeTakeFirstOrThrow();
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/cloudevents-batch+json' };
  let number = 0;
  const send = async (until: number, times: number[]) => {
    while (Date.now() < until) {
      number += 1;
      const body = batchOf(number, email);
      const began = performance.now();
      const answer = await fetch(`${url}/platform/events/`, { method: 'POST', headers, body });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`Events: status ${answer.status}`);
      times.push(performance.now() - began);
    }
  };
  const round = async (length: number) => {
    const times: number[] = [];
    const began = performance.now();
    const until = Date.now() + length * 1000;
    await Promise.all(Array.from({ length: connections }, () => send(until, times)));
    return { times, perSecond: (times.length * batchSize * 1000) / (performance.now() - began) };
  };
  await round(warmUp);
  const taken = [];
  for (let turn = 0; turn < rounds; turn += 1) taken.push(await round(seconds));
  return {
    perSecond: median(taken.map(({ perSecond }) => perSecond)),
    p99: quantile(
      taken.flatMap(({ times }) => times),
      0.99,
    ),
  };
}
