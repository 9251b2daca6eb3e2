import cors from '@fastify/cors';
import fastify, { type FastifyInstance } from 'fastify';
import qs from 'qs';
import type { Dependencies } from './dependencies.ts';
import { argonPasswords } from './auth/passwords.ts';
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
import { sendDeclaredStatus, type TypedApp } from './http/routes.ts';
import { watchStorage } from './http/storage.ts';
import { readFromReplica } from './http/replicaReads.ts';
import { normaliseBodies } from './http/normaliseBodies.ts';
import { rejectMalformed } from './http/malformedRequests.ts';
import { loadResources } from './loadResources.ts';
import { admitServices } from './resources/serviceAccounts/admission.ts';
import { createServices } from './services.ts';
import { defaultSettings, type Settings } from './settings.ts';

/** Maximum size of a request body, in bytes. */
const bodyLimit = 256 * 1024;

/** The headers that pages of other origins may send, and those that they may read. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'Last-Event-ID',
  'X-Request-Id',
  'traceparent',
  'tracestate',
];
const exposedHeaders = [
  'ETag',
  'Retry-After',
  'X-Request-Id',
  'Content-Disposition',
  'RateLimit',
  'RateLimit-Policy',
  'Deprecation',
  'Sunset',
  'Link',
];

/** What the caller of `build` creates, and closes; the rest has defaults. */
type GivenDependencies = Pick<Dependencies, 'deployment' | 'database' | 'mailer' | 'fileKeys'> &
  Partial<Omit<Dependencies, 'settings'>>;

/**
 * Builds the backend of one deployment; it neither listens nor migrates. Closing it does not close the database and the
 * mailer, which the caller created.
 */
export async function build(given: GivenDependencies, changes: Partial<Settings> = {}): Promise<FastifyInstance> {
  const settings = { ...defaultSettings, ...changes };
  const deps: Dependencies = {
    passwords: argonPasswords(),
    clock: () => new Date(),
    tracer: null,
    metrics: null,
    fileStores: fileStoresOf(given.database.db, null),
    recordingsBucket: null,
    logStream: undefined,
    ...given,
    settings,
  };
  const app = fastify({
    logger: settings.logLevel !== 'silent' && { ...loggerOptions(settings.logLevel), stream: deps.logStream },
    genReqId,
    trustProxy: (_address, hop) => hop < settings.trustedHops,
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
  announceDeprecations(app, settings.publicUrl);
  encryptFiles(app, deps);
  const storage = watchStorage(app, deps.database.db);
  normaliseBodies(app);
  await app.register(cors, {
    origin: settings.corsOrigins,
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders,
    exposedHeaders,
    maxAge: 600,
  });

  await collectRoutes(app, deps.deployment, settings.publicUrl);

  const { routes, searchSources } = await loadResources();
  const services = createServices(app, { ...deps, storage, searchSources });
  startHousekeeping(app, services);
  guardRoutes(app, deps.deployment.flags, {
    findSession: services.signIn.findSession,
    admitService: admitServices(deps, services.securityLog),
    noteRefused: services.securityLog.accessRefused,
  });
  guardSensitiveActs(app, deps.clock);
  readFromReplica(app, deps.database);
  sendDeclaredStatus(app);
  for (const routesOf of routes) await app.register(async (part: TypedApp) => routesOf(part, services));
  await documentRoutes(app);
  return app;
}
