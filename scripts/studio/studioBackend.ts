import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { randomToken, tokenHash } from '../../server/auth/secrets.ts';
import type { Database } from '../../server/db/database.ts';
import { deploymentOf } from '../../server/loadDeployment.ts';
import { startSink } from '../../server/mail/sink.ts';
import { signInEmail } from '../../server/seed/people.ts';
import type { LoadedTenant } from '../../tenants/manifest.ts';
import type { Backend } from '../serve/backends.ts';
import { type BackendPlaces, openData, startApi } from '../serve/openBackend.ts';

/** A working day: the studio is closed before its session ends. */
const sessionHours = 12;

/** The backend behind the frames: the real API on an embedded database with demo data. */
export type StudioBackend = {
  /** A session of the demo owner. */
  session: { token: string; expiry: string };
  /** Answers a request; the API is started again when languages or flags have changed. */
  answer: (loaded: LoadedTenant, request: IncomingMessage, response: ServerResponse) => Promise<void>;
  close: () => Promise<void>;
};

async function addSession(database: Database, loaded: LoadedTenant): Promise<StudioBackend['session']> {
  const [created, token] = [new Date(), randomToken()];
  const expires = new Date(created.getTime() + sessionHours * 3_600_000);
  const { id } = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', signInEmail(loaded.tenant, 'owner'))
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto('sessions')
    .values({ user_id: id, token_hash: tokenHash(token), created, expires })
    .execute();
  return { token, expiry: expires.toISOString() };
}

/**
 * Opens the backend of a deployment.
 * @param dataFolder where its database is; another one than that of `npm start`, which may run at the same time
 * @param urlOf the URL of a host below localhost, ending in a slash
 */
export async function openStudioBackend(
  loaded: LoadedTenant,
  dataFolder: string,
  urlOf: (name: string) => string,
): Promise<StudioBackend> {
  const sink = await startSink();
  // Nobody signs in here: the frames have a session already.
  const clientAt = (id: string) => ({ issuer: urlOf('id').slice(0, -1), clientId: id, clientSecret: 'studio' });
  const places: BackendPlaces = {
    dataFolder,
    databaseUrl: null,
    smtpUrlOf: sink.urlOf,
    publicUrlOf: (id) => `${urlOf(`light.${id}`)}api/`,
    appUrlOf: (id) => `${urlOf('app')}${id}/`,
    nationalIdOf: clientAt,
    singleSignOnOf: clientAt,
    clock: () => new Date(),
  };
  const database = await openData(deploymentOf(loaded), places);
  const keyOf = ({ manifest: { languages, flags } }: LoadedTenant) => JSON.stringify([languages, flags]);
  let running: { key: string; backend: Promise<Backend> } | null = null;

  const apiOf = async (wanted: LoadedTenant): Promise<Backend> => {
    const key = keyOf(wanted);
    if (running?.key === key) return running.backend;
    const previous = running?.backend;
    const backend = (async () => {
      await (await previous)?.close();
      return startApi(deploymentOf(wanted), database, places);
    })();
    running = { key, backend };
    return backend;
  };

  return {
    session: await addSession(database, loaded),
    answer: async (wanted, request, response) => {
      const { app } = await apiOf(wanted);
      const answered = finished(response).catch(() => undefined);
      app.routing(request, response);
      await answered;
    },
    close: async () => {
      await (await running?.backend)?.close();
      await database.close();
      await sink.stop();
    },
  };
}
