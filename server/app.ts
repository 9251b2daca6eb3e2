import cors from '@fastify/cors';
import fastify, { type FastifyInstance } from 'fastify';
import qs from 'qs';
import type { Dependencies } from './dependencies.ts';
import type { OpenidSettings } from './auth/openidClient.ts';
import { argonPasswords } from './auth/passwords.ts';
import type { ScanSettings } from './files/scanner.ts';
import { encryptFiles } from './files/encryption.ts';
import { fileStoresOf } from './files/fileStores.ts';
import { startHousekeeping } from './housekeeping.ts';
import { limitBodyTime, serverTimes } from './http/bodyTime.ts';
import { followCalls } from './http/calls.ts';
import { announceDeprecations } from './http/deprecation.ts';
import { drainConnections } from './http/draining.ts';
import { sendError, mapErrors } from './http/errorMapper.ts';
import { guardRoutes } from './http/guard.ts';
import { guardSensitiveActs } from './http/recentAuthentication.ts';
import { headersFor, setHeaders } from './http/headers.ts';
import { genReqId, loggerOptions } from './http/logging.ts';
import { collectRoutes, documentRoutes } from './http/openapi.ts';
import { compileSchemasLazily } from './http/schemas.ts';
import { watchStorage } from './http/storage.ts';
import { readFromReplica } from './http/replicaReads.ts';
import { normaliseBodies } from './http/normaliseBodies.ts';
import { rejectMalformed } from './http/malformedRequests.ts';
import { loadResources } from './loadResources.ts';
import { createServices } from './services.ts';

/** Settings of the process that do not depend on the deployment. */
export type AppOptions = {
  /** Origins of dashboards on other hosts, exactly as browsers send them. */
  corsOrigins?: string[];
  /** The number of reverse proxies in front; only their entries of X-Forwarded-For are trusted. */
  trustedHops?: number;
  /** The public address of the backend, for the API description. */
  publicUrl?: string | null;
  /**
   * The address of the dashboard, ending in a slash, for links in mails. Without it, mails with links cannot be sent.
   */
  dashboardUrl?: string | null;
  /** The address of the app's partner pages, ending in a slash, for QR codes. */
  appUrl?: string | null;
  /** The provider of the national ID; null or omitted if there is none. */
  openid?: OpenidSettings | null;
  /** The secret of the client of single sign-on, for the provider in the manifest; null or omitted: it is not available. */
  singleSignOnSecret?: string | null;
  /** The token of operators for `condition/`; without it the route does not exist. */
  healthToken?: string | null;
  /** Where security events are sent to (`receiverAt`); null or omitted: nowhere. */
  securityLogUrl?: string | null;
  /** The scanner for malware; null or omitted: files are not checked. */
  scanner?: ScanSettings | null;
  /** Whether webhooks may have addresses in private networks and without TLS; not by default. */
  privateWebhooks?: boolean;
  /** Whether the process sends what waits: e-mails, webhooks and push messages, and reads the calendars of others; by default. */
  senders?: boolean;
  /** pino's level; `silent` disables logging. */
  logLevel?: string;
  /** The destination of log lines; standard output by default. */
  logStream?: NodeJS.WritableStream;
};

/** Maximum size of a request body, in bytes. */
const bodyLimit = 256 * 1024;

/**
 * Builds the backend of one deployment; it neither listens nor migrates. Closing it does not close the database and the
 * mailer, which the caller created.
 */
export async function build(
  given: Omit<Dependencies, 'passwords' | 'clock' | 'tracer' | 'metrics' | 'fileStores' | 'recordingsBucket'> &
    Partial<Dependencies>,
  {
    corsOrigins = [],
    trustedHops = 0,
    publicUrl = null,
    dashboardUrl = null,
    appUrl = null,
    openid = null,
    singleSignOnSecret = null,
    healthToken = null,
    securityLogUrl = null,
    scanner = null,
    privateWebhooks = false,
    senders = true,
    logLevel = 'silent',
    logStream,
  }: AppOptions = {},
): Promise<FastifyInstance> {
  const deps: Dependencies = {
    passwords: argonPasswords(),
    clock: () => new Date(),
    tracer: null,
    metrics: null,
    fileStores: fileStoresOf(given.database.db, null),
    recordingsBucket: null,
    ...given,
  };
  const app = fastify({
    logger: logLevel === 'silent' ? false : { ...loggerOptions(logLevel), ...(logStream ? { stream: logStream } : {}) },
    genReqId,
    trustProxy: (_address, hop) => hop < trustedHops,
    bodyLimit,
    // Malformed paths never reach hooks or handlers.
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply.headers(headersFor(request)));
    },
    clientErrorHandler: rejectMalformed,
    ...serverTimes,
    forceCloseConnections: 'idle',
    routerOptions: {
      ignoreTrailingSlash: true,
      querystringParser: (query) => qs.parse(query, { depth: 2, arrayLimit: 100, parameterLimit: 200 }),
    },
  });
  compileSchemasLazily(app);
  followCalls(app, deps);
  mapErrors(app);
  setHeaders(app);
  drainConnections(app);
  limitBodyTime(app);
  announceDeprecations(app, publicUrl);
  encryptFiles(app, deps);
  const storage = watchStorage(app, deps.database.db);
  normaliseBodies(app);
  await app.register(cors, {
    origin: corsOrigins,
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      'If-None-Match',
      'Idempotency-Key',
      'Last-Event-ID',
      'X-Request-Id',
      'traceparent',
      'tracestate',
    ],
    exposedHeaders: [
      'ETag',
      'Retry-After',
      'X-Request-Id',
      'Content-Disposition',
      'RateLimit',
      'RateLimit-Policy',
      'Deprecation',
      'Sunset',
      'Link',
    ],
    maxAge: 600,
  });

  await collectRoutes(app, deps.deployment, publicUrl);

  const { routes, searchSources } = await loadResources();
  const services = createServices(app, deps, {
    storage,
    searchSources,
    openid,
    singleSignOnSecret,
    publicUrl,
    dashboardUrl,
    appUrl,
    healthToken,
    securityLogUrl,
    scanner,
    privateWebhooks,
    senders,
  });
  startHousekeeping(app, services);
  guardRoutes(app, deps.deployment.flags, {
    findSession: services.signIn.findSession,
    admitService: services.admitService,
    noteRefused: services.securityLog.accessRefused,
  });
  guardSensitiveActs(app, deps.clock);
  readFromReplica(app, deps.database);
  for (const routesOf of routes) await app.register(routesOf(services));
  await documentRoutes(app);
  return app;
}
