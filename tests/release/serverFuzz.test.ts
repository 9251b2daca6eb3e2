import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { flags } from '../../contract/flags.ts';
import type { StaffRole } from '../../contract/roles.ts';
import { operationsOf, type Operation } from '../../scripts/probe/contract.ts';
import { trackRecords } from '../../scripts/probe/known.ts';
import { sourceOf } from '../../scripts/probe/sample.ts';
import { seed } from '../../server/seed/seed.ts';
import { contractViolations } from '../support/contractViolations.ts';
import { startBackend, testDeployment, testStart, type TestBackend } from '../support/backend.ts';
import { dashboardUrl, type NationalIdServer, singleSignOnWith, startNationalId } from '../support/nationalId.ts';
import { randomCall, type RawCall } from '../support/randomCall.ts';

/** The same key gives the same calls: `FUZZ_SEED=7 npm run jest -- serverFuzz` tries others. */
const key = process.env['FUZZ_SEED'] ?? '2024-05-01';
const count = Number(process.env['FUZZ_COUNT'] ?? 10_000);

/** Real hashing would take most of the time without testing more. Everybody has the sampler's password. */
const plainPasswords = {
  hash: async (password: string) => `plain:${password}`,
  matches: async (stored: string | null, password: string) => stored !== null && password === 'a probe has no password',
};

const shown = ({ method, url, payload }: RawCall) => `${method} ${url.slice(0, 200)} ${(payload ?? '').slice(0, 400)}`;

describe(`${count} random calls (FUZZ_SEED=${key})`, () => {
  let backend: TestBackend;
  let nationalId: NationalIdServer;
  let app: FastifyInstance;
  let operations: Operation[];
  beforeAll(async () => {
    [backend, nationalId] = await Promise.all([startBackend('embedded'), startNationalId([])]);
    const all = Object.fromEntries(flags.map((flag) => [flag, true])) as typeof testDeployment.flags;
    await seed(backend.database, { ...testDeployment, flags: all }, { size: 'demo', now: testStart });
    app = await backend.app({
      deployment: { ...testDeployment, singleSignOn: singleSignOnWith(nationalId) },
      flags: all,
      passwords: plainPasswords,
      options: { dashboardUrl, openid: nationalId.settings, singleSignOnSecret: nationalId.settings.clientSecret },
    });
    operations = operationsOf((await app.inject('/openapi.json')).json());
  });
  afterAll(async () => {
    await backend.close();
    await nationalId.stop();
  });

  it('get responses of the contract, without internal errors', async () => {
    const source = sourceOf(key, testStart);
    const { random } = source;
    const known = trackRecords((values) => (values.length > 0 ? random.pick(values) : undefined));
    const people = await backend.database.db.selectFrom('users').select('email').limit(50).execute();
    const idFor = (field: string) =>
      field !== 'email' ? known.idFor(field) : random.chance(0.3) ? random.pick(people).email : undefined;
    const valueSource = { ...source, idFor };
    const tokens = new Map<string, string>();
    const tokenOf = async (role: StaffRole): Promise<string> => {
      const token = tokens.get(role) ?? (await backend.signedIn({ role })).headers.authorization;
      tokens.set(role, token);
      return token;
    };
    const reached = new Set<string>();
    const complaints: string[] = [];
    // Reads first, so that the first writes know valid ids.
    const order = operations.toSorted((a, b) => Number(b.method === 'GET') - Number(a.method === 'GET'));
    for (let turn = 0; turn < count && complaints.length < 20; turn += 1) {
      const operation = order[turn % order.length]!;
      // Most calls use the role with most permissions: refused calls test little.
      const role = random.pick(['owner', 'owner', 'owner', 'manager', 'interpreter', 'nobody', 'stranger'] as const);
      const authorization =
        role === 'nobody' ? null : role === 'stranger' ? `Token ${random.id()}` : await tokenOf(role);
      const { method, url, headers, payload } = randomCall(operation, known, valueSource);
      const call = {
        method,
        url,
        headers: { ...headers, ...(authorization ? { authorization } : {}) },
        ...(payload === undefined ? {} : { payload }),
      };
      const answer = await app.inject({ ...call, method: method as 'GET' });
      // The user was deleted, demoted or signed out: the next call uses a new one.
      if (answer.statusCode === 401) tokens.delete(role);
      if (method === 'HEAD') continue;
      const found = contractViolations(operation, answer);
      if (found.length > 0)
        complaints.push(
          `call ${turn} by ${role}: ${shown(call)}\n  ${answer.statusCode} ${answer.body.slice(0, 300)}\n  ${found.join('\n  ')}`,
        );
      else if (answer.statusCode < 300) {
        reached.add(operation.name);
        if (/json/.test(String(answer.headers['content-type']))) known.learn(operation.path, answer.json());
      }
    }
    expect(complaints).toEqual([]);
    // Refused calls test little. A quarter needs a mailed code, an uploaded file or fields that match, and succeeds rarely.
    const never = operations.map(({ name }) => name).filter((name) => !reached.has(name));
    expect(never.length <= operations.length / 3 ? [] : never).toEqual([]);
  });
});
