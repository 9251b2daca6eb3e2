import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { build } from '../../server/app.ts';
import { openDatabase } from '../../server/db/database.ts';
import { deploymentOf } from '../../server/loadDeployment.ts';
import { type Mailer, smtpMailer } from '../../server/mail/mailer.ts';
import { type MailSink, startSink } from '../../server/mail/sink.ts';
import type { LoadedTenant } from '../../tenants/manifest.ts';
import { dist, firstLanguage, tenantOf, test as base } from './browser.ts';
import { testFileKeys, testFilesKey } from './fileKeys.ts';
import { freePort } from './freePort.ts';
import { serveTenant } from './nginx.ts';
import { createSeededDatabase } from './seededDatabases.ts';
import { type ServerProcess, startServer } from './serverProcess.ts';
import type { Spoken } from './words.ts';

/** One deployment as shipped: its bundle behind the image's web server, its backend on another origin, its mails. */
export type Deployment = {
  loaded: LoadedTenant;
  /** Its default language. */
  language: Spoken;
  url: string;
  backendUrl: string;
  /** Opens the same backend for a page of another origin, with another mail server if one is given. Returns its URL. */
  openBackend: (origin: string, smtpUrl?: string) => Promise<string>;
  /** Starts the same backend as a process of its own, for a page of another origin. The caller ends it. */
  startBackendProcess: (origin: string) => ServerProcess;
  sink: MailSink;
};

const codeLine = /^\d{6}$/m;

/** The code of a mail that has arrived, or is about to. */
export async function mailedCode(sink: MailSink, email: string): Promise<string> {
  const { text } = await sink.waitFor((mail) => mail.to.includes(email) && codeLine.test(mail.text));
  return codeLine.exec(text)?.[0] ?? '';
}

/** A live deployment (`npm run test:tenants -- --live`): only its page can be tested, because it has no demo data. */
async function live(id: string, template: string): Promise<{ deployment: Deployment; stop: () => Promise<void> }> {
  const loaded = await tenantOf(id);
  const url = template.replaceAll('{id}', id).replace(/\/$/, '');
  const sink = await startSink();
  const refuse = (): never => {
    throw new Error('A live deployment has its own backend.');
  };
  const backend = { backendUrl: url, openBackend: refuse, startBackendProcess: refuse };
  const deployment = { loaded, language: firstLanguage(loaded), url, ...backend, sink };
  return { deployment, stop: () => sink.stop() };
}

async function start(id: string, workerIndex: number): Promise<{ deployment: Deployment; stop: () => Promise<void> }> {
  if (process.env.LIVE_URL) return live(id, process.env.LIVE_URL);
  const loaded = await tenantOf(id);
  const language = firstLanguage(loaded);
  const databaseUrl = await createSeededDatabase(
    process.env.TEST_DATABASE_URL ?? '',
    `tenant_${workerIndex}`,
    id,
    new Date(),
  );
  const database = await openDatabase({ url: databaseUrl });
  const described = deploymentOf(loaded);
  const sink = await startSink();
  const mailers: Mailer[] = [];
  const port = await freePort();
  const url = `http://${id}.localhost:${port}`;
  const apps: FastifyInstance[] = [];
  const openBackend = async (origin: string, smtpUrl = sink.url) => {
    const mailer = smtpMailer(smtpUrl, { name: described.brand, address: described.support.email });
    mailers.push(mailer);
    const app = await build(
      { deployment: described, database, mailer, fileKeys: testFileKeys },
      { corsOrigins: [origin] },
    );
    apps.push(app);
    await app.listen({ host: '127.0.0.1', port: 0 });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`;
  };
  const backendUrl = await openBackend(url);
  const web = await serveTenant({ dist, id, port, backendUrl });

  return {
    deployment: {
      loaded,
      language,
      url: web.url,
      backendUrl,
      openBackend,
      startBackendProcess: (origin) =>
        startServer({
          TENANT: id,
          DATABASE_URL: databaseUrl,
          SMTP_URL: sink.url,
          PORT: '0',
          CORS_ORIGINS: origin,
          FILES_KEY: testFilesKey,
        }),
      sink,
    },
    stop: async () => {
      await web.stop();
      await Promise.all(apps.map((app) => app.close()));
      for (const mailer of mailers) mailer.close();
      await sink.stop();
      await database.close();
    },
  };
}

/** Tests of their project's deployment. */
export const test = base.extend<object, { deployment: Deployment }>({
  deployment: [
    async ({ tenantId }, use, { workerIndex }) => {
      const { deployment, stop } = await start(tenantId, workerIndex);
      await use(deployment);
      await stop();
    },
    { scope: 'worker' },
  ],
});
