import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../server/db/database.ts';
import { randomId } from '../../server/randomId.ts';
import type { SignedIn } from '../support/backend.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { type DatabasePair, startDatabasePair } from '../support/patroni.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';
import { addSignedIn } from '../support/session.ts';

describe('a backend on a pair of databases', () => {
  let pair: DatabasePair;
  let server: ServerProcess;
  let url: string;
  let owner: SignedIn;

  beforeAll(async () => {
    pair = await startDatabasePair();
    await pair.isSynchronous();
    const database = await openDatabase({ url: pair.url });
    await database.migrate();
    owner = await addSignedIn(database.db, 'owner');
    await database.close();
    server = startServer({
      TENANT: 'iceland',
      DATABASE_URL: pair.url,
      SMTP_URL: 'smtp://127.0.0.1:9',
      PORT: '0',
      FILES_KEY: testFilesKey,
      QUERY_TIMEOUT_SECONDS: '5',
      STOP_DELAY_SECONDS: '0',
    });
    url = await server.url;
  });
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    await pair.stop();
  });

  it('answers 503 with Retry-After until the standby has taken over, and loses no write that it acknowledged', async () => {
    const acknowledged: string[] = [];
    const outcomes = new Set<string>();
    const over = new AbortController();
    let [failedAt, workedAt] = [0, 0];
    const note = (kind: string, answer: Response) => {
      outcomes.add(`${kind} ${answer.status}${answer.headers.has('retry-after') ? ' retry-after' : ''}`);
      if (answer.status === 503) failedAt ||= performance.now();
    };
    const write = async () => {
      while (!over.signal.aborted) {
        const began = performance.now();
        const answer = await fetch(`${url}/contacts/`, {
          method: 'POST',
          body: JSON.stringify({ name: 'Desk', phoneNumber: '+3545812345' }),
          headers: { ...owner.headers, 'content-type': 'application/json', 'idempotency-key': randomId() },
        });
        note('write', answer);
        const { id } = (await answer.json()) as { id: string };
        if (answer.status === 201) {
          acknowledged.push(id);
          // Not one that was under way when the primary ended.
          if (failedAt > 0 && began > failedAt + 500) workedAt ||= performance.now();
        }
        await sleep(20);
      }
    };
    const read = async () => {
      while (!over.signal.aborted) {
        const answer = await fetch(`${url}/partners/`, owner);
        note('read', answer);
        await answer.arrayBuffer();
        await sleep(20);
      }
    };
    const work = [write(), write(), write(), write(), read(), read()];
    await sleep(2_000);
    await pair.killPrimary();
    const isWorking = () => workedAt > 0;
    while (!isWorking()) await sleep(50);
    await sleep(2_000);
    over.abort();
    await Promise.all(work);

    const unexpected = [...outcomes].filter((outcome) => !/ (200|201|503 retry-after)$/.test(outcome));
    const reasons = unexpected.length === 0 ? [] : server.lines.filter((line) => line.includes('request failed'));
    expect([unexpected, reasons]).toEqual([[], []]);
    expect(outcomes).toContain('write 503 retry-after');
    const database = await openDatabase({ url: pair.url });
    const rows = await database.db.selectFrom('contacts').select('id').execute();
    await database.close();
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    console.log(
      `${acknowledged.length} writes acknowledged; none for ${((workedAt - failedAt) / 1000).toFixed(1)} seconds; ${[...outcomes].toSorted().join(', ')}`,
    );
  });
});
