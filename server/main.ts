import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { build } from './app.ts';
import { errorLine } from './command.ts';
import { type Config, placeOf, readConfig } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { firstClockDifference } from './db/zoneData.ts';
import { openBucket } from './files/bucket.ts';
import { setServiceLevel } from './figures/repository.ts';
import { requireKeysOfFiles } from './files/encryption.ts';
import { fileKeysOf } from './files/fileKeys.ts';
import { fileStoresOf, requireBucketOfFiles } from './files/fileStores.ts';
import { readKeyFile } from './files/keyFile.ts';
import { loadDeployment } from './loadDeployment.ts';
import { smtpMailer } from './mail/mailer.ts';
import { createMetrics } from './metrics/metrics.ts';
import { serveMetrics } from './metrics/server.ts';
import { createTracer } from './tracing/tracing.ts';

/** @throws Error with the SQL for settings that a pooler does not pass on. */
async function requireSettings({ missingSettings }: Database): Promise<void> {
  const missing = await missingSettings();
  if (missing.length > 0)
    throw new Error(
      `a pooler does not pass on settings of sessions, so the role of DATABASE_URL needs them. Run, then restart the pooler: ${missing.join('; ')}; (docs/ops/scale.md)`,
    );
}

/** Warns if the zone data of Node and of the database differ for the zone of a deployment. */
async function nameClockDifference({ db }: Database, zone: string, log: FastifyBaseLogger): Promise<void> {
  const difference = await firstClockDifference(db, { node: zone, database: zone }, new Date());
  if (difference !== null)
    log.warn(
      { zone, ...difference },
      'Node and the database disagree about the clocks of this zone: update the one with the older zone data',
    );
}

/** Warns that a new database has no account. */
async function nameMissingAccounts({ db }: Database, log: FastifyBaseLogger): Promise<void> {
  const account = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (!account)
    log.warn(
      'there is no account yet: create the first owner with node server/owner.js --email … --first-name … --last-name … (docs/ops/backend.md)',
    );
}

/** The backend of one deployment: opens and migrates its database, listens, and stops on a signal. */
async function main(config: Config): Promise<void> {
  const deployment = await loadDeployment(config.tenant);
  const { queryTimeout } = config;
  const database = await openDatabase(placeOf(config), { queryTimeout, isRestricted: true });
  const applied = await database.migrate();
  if (config.directUrl !== null) await requireSettings(database);
  await setServiceLevel(database.db, deployment.serviceLevelSeconds);
  const fileKeys = config.filesKeys ? fileKeysOf(config.filesKeys) : readKeyFile(config.dataFolder);
  await requireKeysOfFiles(database.db, fileKeys);
  const bucket = config.bucket && openBucket(config.bucket);
  const recordingsBucket = config.recordingsBucket && openBucket(config.recordingsBucket);
  await requireBucketOfFiles(database.db, bucket);
  const fileStores = fileStoresOf(database.db, bucket);
  const mailer = smtpMailer(config.smtpUrl, {
    name: deployment.brand,
    address: config.mailFrom ?? deployment.support.email,
  });
  const { id: tenant, version } = deployment;
  const { tracedShare: share } = config;
  const tracer = share === null ? null : await createTracer({ tenant, version, share });
  const metrics =
    config.metricsPort === null
      ? null
      : await createMetrics({
          database,
          clock: () => new Date(),
          dataFolder: config.databaseUrl === null ? config.dataFolder : null,
          canWriteFiles: fileStores.canWrite,
          build: { tenant, version, commit: config.commit },
        });
  const app = await build(
    { deployment, database, mailer, fileKeys, fileStores, recordingsBucket, tracer, metrics },
    config,
  );
  app.log.info({ tenant: deployment.id, database: database.kind, applied }, 'database ready');
  if (!(await database.isAppendOnly()))
    app.log.warn(
      'the role of DATABASE_URL owns the database and may change the audit log: give MIGRATE_DATABASE_URL (docs/ops/security-log.md)',
    );
  await nameClockDifference(database, deployment.timeZone, app.log);
  await nameMissingAccounts(database, app.log);

  const metricsServer =
    metrics && config.metricsPort !== null
      ? await serveMetrics(metrics, { host: config.host, port: config.metricsPort }, app.log)
      : null;

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, 'stopping');
    app.announceStop();
    await sleep(config.stopDelay);
    const late = setTimeout(() => {
      app.log.error('calls were still pending and are cut off');
      process.exit(1);
    }, config.stopTimeout);
    await app.close();
    mailer.close();
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    bucket?.close();
    recordingsBucket?.close();
    await tracer?.stop();
    await database.close();
    clearTimeout(late);
    app.log.info('stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal));

  await app.listen({ host: config.host, port: config.port });
}

try {
  await main(readConfig(process.env));
} catch (error) {
  console.error(errorLine(error, 'The backend could not start'));
  process.exit(1);
}
