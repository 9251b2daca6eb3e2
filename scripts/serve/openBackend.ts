import { createWriteStream, mkdirSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import type { OpenidSettings } from '../../server/auth/openidClient.ts';
import { build } from '../../server/app.ts';
import { openDatabase, type Database } from '../../server/db/database.ts';
import type { Deployment } from '../../server/deployment.ts';
import { setServiceLevel } from '../../server/figures/repository.ts';
import { requireKeysOfFiles } from '../../server/files/encryption.ts';
import { readKeyFile } from '../../server/files/keyFile.ts';
import { loadDeployment } from '../../server/loadDeployment.ts';
import { smtpMailer } from '../../server/mail/mailer.ts';
import { NotDemoDataError, seed } from '../../server/seed/seed.ts';
import type { Backend } from './backends.ts';
import { startDemoPlatform } from './demoPlatform.ts';
import { databasePlace, type DataPlaces } from './databasePlace.ts';

/** Locations of data, and the services that backends use. */
export type BackendPlaces = DataPlaces & {
  smtpUrlOf: (id: string) => string;
  publicUrlOf: (id: string) => string;
  /** Where the QR codes of a deployment lead: its app's partner pages. */
  appUrlOf: (id: string) => string;
  /** The clients of a deployment at the test provider, for the national ID and for single sign-on. */
  nationalIdOf: (id: string) => OpenidSettings;
  singleSignOnOf: (id: string) => OpenidSettings;
  /** Current time. */
  clock: () => Date;
};

/** Adds demo data up to now. A database with other users is left unchanged. */
async function addDemoData(database: Database, deployment: Deployment, now: Date): Promise<void> {
  try {
    await seed(database, deployment, { size: 'demo', now });
  } catch (error) {
    if (!(error instanceof NotDemoDataError)) throw error;
  }
}

/** Opens a deployment's database, migrated and with demo data. */
export async function openData(deployment: Deployment, places: BackendPlaces): Promise<Database> {
  const database = await openDatabase(await databasePlace(deployment.id, places));
  try {
    await database.migrate();
    await addDemoData(database, deployment, places.clock());
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Starts a deployment's API on an open database, which stays open when it closes. */
export async function startApi(deployment: Deployment, database: Database, places: BackendPlaces): Promise<Backend> {
  const { id } = deployment;
  const fileKeys = readKeyFile(join(places.dataFolder, id));
  await requireKeysOfFiles(database.db, fileKeys);
  const logs = join(places.dataFolder, 'logs');
  mkdirSync(logs, { recursive: true });
  const logStream = createWriteStream(join(logs, `${id}.log`), { flags: 'a' });
  const mailer = smtpMailer(places.smtpUrlOf(id), { name: deployment.brand, address: deployment.support.email });
  const publicUrl = places.publicUrlOf(id);
  const dashboardUrl = new URL('/', publicUrl).href;
  const openid = deployment.flags.nationalId ? places.nationalIdOf(id) : null;
  const { clientSecret: singleSignOnSecret, ...client } = places.singleSignOnOf(id);
  const singleSignOn = deployment.singleSignOn && { ...deployment.singleSignOn, ...client };
  await setServiceLevel(database.db, deployment.serviceLevelSeconds);
  const app = await build(
    { deployment: { ...deployment, singleSignOn }, database, mailer, fileKeys, clock: places.clock, logStream },
    {
      logLevel: 'info',
      publicUrl,
      dashboardUrl,
      appUrl: places.appUrlOf(id),
      openid,
      singleSignOnSecret,
      // Webhooks are tried with programs on the same machine.
      privateWebhooks: true,
    },
  );
  await app.ready();
  return {
    app,
    close: async () => {
      await app.close();
      mailer.close();
      logStream.end();
      await once(logStream, 'close');
    },
  };
}

/**
 * Opens a deployment's backend with a migrated database and demo data.
 * @param platform null: no simulated video platform sends events
 */
export async function openBackend(
  id: string,
  places: BackendPlaces,
  platform: { report: (line: string) => void } | null,
): Promise<Backend> {
  const deployment = await loadDeployment(id);
  const database = await openData(deployment, places);
  try {
    const { app, close } = await startApi(deployment, database, places);
    const endPlatform =
      platform && (await startDemoPlatform(app, { deployment, database, now: places.clock(), ...platform }));
    return {
      app,
      close: async () => {
        await endPlatform?.();
        await close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
