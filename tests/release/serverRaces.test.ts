import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { bothDatabases } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const rounds = Array.from({ length: 20 }, (_, index) => index);
const ten = Array.from({ length: 10 }, (_, index) => index);

/** The number of responses by status. */
function tally(answers: { statusCode: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

/** Each race runs twenty times in two server processes on one database, always with the same outcome. */
describe.each(bothDatabases)('concurrent calls, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  let apps: FastifyInstance[];
  beforeAll(async () => {
    apps = [await backend.app(), await backend.app()];
  });

  const owners = async () => {
    // Left from an earlier round: only the two of this round may count.
    await backend.database.db.deleteFrom('users').execute();
    const [first, second] = [await backend.signedIn(), await backend.signedIn()];
    return [
      { id: first.id, calls: callsOf(apps[0]!, first) },
      { id: second.id, calls: callsOf(apps[1]!, second) },
    ] as const;
  };
  const ownersLeft = async () =>
    (
      await backend.database.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'owner')
        .where('suspended_at', 'is', null)
        .where('approval_status', '=', 'approved')
        .execute()
    ).length;

  it.each([
    ['delete', (calls: ReturnType<typeof callsOf>, id: string) => calls.remove(`/users/${id}/`)],
    [
      'bulk delete',
      (calls: ReturnType<typeof callsOf>, id: string) => calls.post('/users/bulk_delete/', { ids: [id] }),
    ],
    [
      'suspend',
      (calls: ReturnType<typeof callsOf>, id: string) => calls.post(`/users/${id}/suspend/`, { reason: 'Race' }),
    ],
    ['reject', (calls: ReturnType<typeof callsOf>, id: string) => calls.post(`/users/${id}/reject/`)],
    [
      'demote',
      (calls: ReturnType<typeof callsOf>, id: string) => calls.patch(`/users/${id}/`, '*', { role: 'manager' }),
    ],
  ])('two owners who %s each other leave one', async (_, act) => {
    for (let round = 0; round < rounds.length; round += 1) {
      const [first, second] = await owners();
      await Promise.all([act(first.calls, second.id), act(second.calls, first.id)]);
      expect(await ownersLeft()).toBe(1);
    }
  });

  it('one of ten gets an e-mail address, ignoring case', async () => {
    const [{ calls }, other] = await owners();
    for (const round of rounds) {
      const answers = await Promise.all(
        ten.map((turn) =>
          (turn % 2 ? calls : other.calls).post('/users/', {
            email: turn % 3 ? `race${round}@testland.example` : `RACE${round}@Testland.example`,
            first_name: 'Anna',
            last_name: 'Jónsdóttir',
            role: 'deaf',
          }),
        ),
      );
      expect(tally(answers)).toEqual({ 201: 1, 409: 9 });
    }
  });

  it('one of ten gets the name of a department', async () => {
    const [{ calls }, other] = await owners();
    for (const round of rounds) {
      const answers = await Promise.all(
        ten.map((turn) =>
          (turn % 2 ? calls : other.calls).post('/departments/', {
            name: turn % 3 ? `Race ${round}` : `RACE ${round}`,
          }),
        ),
      );
      expect(tally(answers)).toEqual({ 201: 1, 409: 9 });
    }
  });

  it('ten equal creates make one record, and all get the same response', async () => {
    const [{ id, calls }] = await owners();
    const elsewhere = callsOf(apps[1]!, await backend.openSession({ id, email: '' }));
    for (const round of rounds) {
      const key = { 'idempotency-key': `race-of-equals-${round}` };
      const answers = await Promise.all(
        ten.map((turn) =>
          (turn % 2 ? calls : elsewhere).post('/partner_categories/', { name: `Equals ${round}` }, key),
        ),
      );
      expect(tally(answers)).toEqual({ 201: 10 });
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    }
    expect((await calls.get('/partner_categories/?search=Equals')).json().count).toBe(rounds.length);
  });

  it('one of ten changes of the same version succeeds', async () => {
    const [{ calls }, other] = await owners();
    for (const round of rounds) {
      const { id, etag } = (
        await calls.post('/contacts/', { name: `Contact ${round}`, phoneNumber: '588 5522' })
      ).json();
      const answers = await Promise.all(
        ten.map((turn) =>
          (turn % 2 ? calls : other.calls).patch(`/contacts/${id}/`, etag, { name: `Turn ${turn} of ${round}` }),
        ),
      );
      expect(tally(answers)).toEqual({ 200: 1, 412: 9 });
    }
  });

  it('series in opposite orders all succeed or report the overlap, and none reports a deadlock', async () => {
    const [{ calls }, other] = await owners();
    for (const round of rounds) {
      const people = await Promise.all([1, 2, 3].map(async () => (await backend.addUser({ role: 'interpreter' })).id));
      const day = String(round + 1).padStart(2, '0');
      const series = (by: typeof calls, interpreter: string | undefined, from: string) =>
        by.post('/schedules/', {
          interpreter,
          date: `2024-06-${day}`,
          until: `2024-07-${day}`,
          repeat: 'daily',
          time_from: from,
          time_to: '12:00',
          location_type: 'remote',
          request_type: 'online',
        });
      const answers = await Promise.all([
        ...people.map((id) => series(calls, id, '09:00')),
        ...people.toReversed().map((id) => series(other.calls, id, '11:00')),
      ]);
      expect(tally(answers)).toEqual({ 201: 3, 409: 3 });
      const refused = answers.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json().code);
      expect(new Set(refused)).toEqual(new Set(['shift_overlap']));
    }
  });

  describe.each([
    ['a serialization failure', '40001'],
    ['a deadlock', '40P01'],
  ])('%s', (_, sqlState) => {
    /** Lets the database refuse the next writes of a contact, like a conflict with another transaction. */
    const refuseNext = async (count: number) => {
      const statements = [
        `create sequence if not exists refusals`,
        `select setval('refusals', 1, false)`,
        `create or replace function refuse() returns trigger language plpgsql as $$
        begin
          if nextval('refusals') <= ${count} then
            raise exception 'in the way' using errcode = '${sqlState}';
          end if;
          return new;
        end $$`,
        `create or replace trigger refuse before insert on contacts for each row execute function refuse()`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(backend.database.db);
    };
    const add = async (name: string, refusals: number) => {
      const [{ calls }] = await owners();
      await refuseNext(refusals);
      const answer = await calls.post('/contacts/', { name, phoneNumber: '588 5522' });
      return { answer, count: (await calls.get(`/contacts/?search=${name}`)).json().count };
    };
    afterEach(() => sql`drop trigger refuse on contacts`.execute(backend.database.db));

    it('is retried without the caller noticing', async () => {
      const { answer, count } = await add(`Late${sqlState}`, 3);
      expect([answer.statusCode, count]).toEqual([201, 1]);
    });

    it('that persists is reported as a conflict, and nothing is written', async () => {
      const { answer, count } = await add(`Never${sqlState}`, 4);
      expect([answer.statusCode, answer.json().code, count]).toEqual([409, 'conflict', 0]);
    });
  });

  it('bulk deletes of the same people in opposite orders delete each once', async () => {
    const [{ calls }, other] = await owners();
    for (let round = 0; round < rounds.length; round += 1) {
      const ids = await Promise.all(ten.map(async () => (await backend.addUser({ role: 'deaf' })).id));
      const answers = await Promise.all([
        calls.post('/users/bulk_delete/', { ids }),
        other.calls.post('/users/bulk_delete/', { ids: ids.toReversed() }),
      ]);
      expect(tally(answers)).toEqual({ 200: 2 });
      const done = answers.flatMap((answer) =>
        answer.json().results.filter((result: { done: boolean }) => result.done),
      );
      expect(done).toHaveLength(ids.length);
    }
  });
});
