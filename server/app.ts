import cors from '@fastify/cors';
import fastify, { type FastifyInstance } from 'fastify';
import qs from 'qs';
import type { AppParts } from './appParts.ts';
import type { OpenidSettings } from './auth/nationalId.ts';
import { argonPasswords } from './auth/passwords.ts';
import { keepTidy } from './housekeeping.ts';
import { limitBodyTime, serverTimes } from './http/bodyTime.ts';
import { drainConnections } from './http/draining.ts';
import { answerFailure, mapErrors } from './http/errorMapper.ts';
import { guardRoutes } from './http/guard.ts';
import { headersFor, setHeaders } from './http/headers.ts';
import { genReqId, loggerOptions } from './http/logging.ts';
import { collectRoutes, documentRoutes } from './http/openapi.ts';
import { compileSchemasLate } from './http/schemas.ts';
import { watchStorage } from './http/storage.ts';
import { tidyBodies } from './http/tidyBody.ts';
import { answerUnreadable } from './http/unreadable.ts';
import { loadResources } from './loadResources.ts';
import { createServices } from './services.ts';

/** What is the business of the place where it runs. */
export type AppOptions = {
  /** Origins of dashboards on other hosts, exactly as browsers send them. */
  corsOrigins?: string[];
  /** How many proxies stand in front; only their entries of X-Forwarded-For are believed. */
  trustedHops?: number;
  /** Where clients reach the backend; for its own description. */
  publicUrl?: string | null;
  /** Where people open the dashboard, ending in a slash; for links in mails. Without it no such mail can be sent. */
  dashboardUrl?: string | null;
  /** Where the app has the pages of partners, ending in a slash; for QR codes. */
  appUrl?: string | null;
  /** The provider of the national ID; null or left out where there is none. */
  openid?: OpenidSettings | null;
  /** pino's level; `silent` says nothing. */
  logLevel?: string;
  /** Where log lines go; standard output when left out. */
  logStream?: NodeJS.WritableStream;
};

/** The largest body that is read, in bytes. */
const bodyLimit = 256 * 1024;

/**
 * Puts the backend of one deployment together; it neither listens nor migrates. Closing it leaves the database and the
 * mailer to whoever made them.
 */
export async function build(
  given: Omit<AppParts, 'passwords' | 'clock'> & Partial<AppParts>,
  {
    corsOrigins = [],
    trustedHops = 0,
    publicUrl = null,
    dashboardUrl = null,
    appUrl = null,
    openid = null,
    logLevel = 'silent',
    logStream,
  }: AppOptions = {},
): Promise<FastifyInstance> {
  const parts: AppParts = { passwords: argonPasswords(), clock: () => new Date(), ...given };
  const app = fastify({
    logger: logLevel === 'silent' ? false : { ...loggerOptions(logLevel), ...(logStream ? { stream: logStream } : {}) },
    genReqId,
    trustProxy: (_address, hop) => hop < trustedHops,
    bodyLimit,
    // A path that cannot be read reaches neither hooks nor handlers.
    frameworkErrors: (error, request, reply) => {
      answerFailure(error, request, reply.headers(headersFor(request)));
    },
    clientErrorHandler: answerUnreadable,
    ...serverTimes,
    forceCloseConnections: 'idle',
    routerOptions: {
      ignoreTrailingSlash: true,
      querystringParser: (query) => qs.parse(query, { depth: 2, arrayLimit: 100, parameterLimit: 200 }),
    },
  });
  compileSchemasLate(app);
  mapErrors(app);
  setHeaders(app);
  drainConnections(app);
  limitBodyTime(app);
  keepTidy(app, parts);
  const storage = watchStorage(app, parts.database.db);
  tidyBodies(app);
  await app.register(cors, {
    origin: corsOrigins,
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key', 'X-Request-Id'],
    exposedHeaders: ['ETag', 'Retry-After', 'X-Request-Id', 'Content-Disposition'],
    maxAge: 600,
  });

  await collectRoutes(app, parts.deployment, publicUrl);

  const { routes, searchSources } = await loadResources();
  const services = createServices(app, parts, { storage, searchSources, openid, dashboardUrl, appUrl });
  guardRoutes(app, parts.deployment.flags, services.signIn.findSession);
  for (const routesOf of routes) await app.register(routesOf(services));
  await documentRoutes(app);
  return app;
}
