import type { FastifyInstance } from 'fastify';
import { randomToken, tokenHash } from '../../server/auth/secrets.ts';
import type { Database } from '../../server/db/database.ts';
import type { Deployment } from '../../server/deployment.ts';
import { randomId } from '../../server/randomId.ts';
import { signInEmail } from '../../server/seed/people.ts';
import { type Call, runSimulator } from '../platform/runSimulator.ts';
import { Simulator } from '../platform/simulator.ts';

const day = 24 * 60 * 60_000;

/** The name of the service account of the simulated platform. */
const accountName = 'Simulated video platform';

/** How often it sends, in milliseconds. */
const pause = 5_000;

/** Requests on an average day: enough for the live lists to change every few minutes. */
const perDay = 200;

/** Replaces the service account of the simulated platform; returns its secret. */
async function renewAccount({ db }: Database, now: Date): Promise<string> {
  const secret = randomToken();
  await db.deleteFrom('service_accounts').where('name', '=', accountName).execute();
  await db
    .insertInto('service_accounts')
    .values({
      id: randomId(),
      name: accountName,
      scopes: ['platform'],
      secret_hash: tokenHash(secret),
      created: now,
      expires: new Date(now.getTime() + 365 * day),
    })
    .execute();
  return secret;
}

/**
 * Simulates the video platform of a demo deployment while its backend is open, through its API. Returns a function that ends it.
 * Stages, and databases without demo data, get no simulated events.
 * @param report prints an error to the terminal
 */
export async function startDemoPlatform(
  app: FastifyInstance,
  {
    deployment,
    database,
    now,
    report,
  }: { deployment: Deployment; database: Database; now: Date; report: (line: string) => void },
): Promise<() => Promise<void>> {
  const demo = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', signInEmail(deployment, 'owner'))
    .executeTakeFirst();
  if (deployment.stage || !demo) return async () => undefined;
  const secret = await renewAccount(database, now);
  const people = await database.db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'interpreter')
    .where('approval_status', '=', 'approved')
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .execute();
  const call: Call = async (method, path, { type, body }) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': type };
    const answer = await app.inject({ method, url: `/${path}`, headers, payload: body });
    return { status: answer.statusCode, body: answer.body };
  };
  const start = Date.now();
  const simulator = new Simulator(deployment, {
    key: String(start),
    source: 'urn:signboard:simulator',
    perDay,
    start,
    interpreters: people.map(({ email }) => email),
  });
  const ending = new AbortController();
  const options = { call, signal: ending.signal, start, speed: 1, duration: Infinity, pause };
  const running = runSimulator(simulator, options).then(
    () => undefined,
    (error: unknown) => report(`The simulated platform of ${deployment.id} has stopped: ${String(error)}`),
  );
  return async () => {
    ending.abort();
    await running;
  };
}
