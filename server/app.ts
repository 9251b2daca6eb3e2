import cors from '@fastify/cors';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance } from 'fastify';
import qs from 'qs';
import type { AppParts } from './appParts.ts';
import type { OpenidSettings } from './auth/nationalId.ts';
import { argonPasswords } from './auth/passwords.ts';
import { createFiles } from './files/files.ts';
import { limitBodyTime, serverTimes } from './http/bodyTime.ts';
import { drainConnections } from './http/draining.ts';
import { answerFailure, mapErrors } from './http/errorMapper.ts';
import { guardRoutes } from './http/guard.ts';
import { headersFor, setHeaders } from './http/headers.ts';
import { keepTidy } from './housekeeping.ts';
import { genReqId, loggerOptions } from './http/logging.ts';
import { collectRoutes, documentRoutes } from './http/openapi.ts';
import { tidyBodies } from './http/tidyBody.ts';
import { compileSchemasLate } from './http/schemas.ts';
import { watchStorage } from './http/storage.ts';
import { answerUnreadable } from './http/unreadable.ts';
import { createWorker } from './jobs/worker.ts';
import { createOutbox, sendFromOutbox } from './mail/outbox.ts';
import { createNotify } from './notifications/notifications.ts';
import { auditRoutes } from './resources/audit/routes.ts';
import { authRoutes } from './resources/auth/routes.ts';
import { createSignIn } from './resources/auth/signIn.ts';
import { closureCategoriesRoutes } from './resources/closureCategories/routes.ts';
import { contactsRoutes } from './resources/contacts/routes.ts';
import { departmentsRoutes } from './resources/departments/routes.ts';
import { feedbackRoutes } from './resources/feedback/routes.ts';
import { filesRoutes } from './resources/files/routes.ts';
import { healthRoutes } from './resources/health/routes.ts';
import { interpretationsRoutes } from './resources/interpretations/routes.ts';
import { createEmailChanges } from './resources/emailChanges/emailChanges.ts';
import { emailChangesRoutes } from './resources/emailChanges/routes.ts';
import { createNationalIdentities } from './resources/openid/nationalIdentities.ts';
import { createOpenidSignIn } from './resources/openid/openidSignIn.ts';
import { openidRoutes } from './resources/openid/routes.ts';
import { overviewRoutes } from './resources/overview/routes.ts';
import { partnerCategoriesRoutes } from './resources/partnerCategories/routes.ts';
import { partnersRoutes } from './resources/partners/routes.ts';
import { createPasswordResets } from './resources/passwords/passwordResets.ts';
import { passwordsRoutes } from './resources/passwords/routes.ts';
import { recordingWork, processRecording } from './resources/recordings/processing.ts';
import { recordingsRoutes } from './resources/recordings/routes.ts';
import { createRegistrations } from './resources/registration/registrations.ts';
import { registrationRoutes } from './resources/registration/routes.ts';
import { searchRoutes } from './resources/search/routes.ts';
import { queuesRoutes } from './resources/queues/routes.ts';
import { slidersRoutes } from './resources/sliders/routes.ts';
import { interpretersRoutes } from './resources/interpreters/routes.ts';
import { createReservations } from './resources/reservations/reservations.ts';
import { reservationsRoutes } from './resources/reservations/routes.ts';
import { createUsers } from './resources/users/users.ts';
import { usersRoutes } from './resources/users/routes.ts';
import { venuesRoutes } from './resources/venues/routes.ts';
import { videoCategoriesRoutes } from './resources/videoCategories/routes.ts';
import { videosRoutes } from './resources/videos/routes.ts';
import { savedViewsRoutes } from './resources/savedViews/routes.ts';
import { schedulesRoutes } from './resources/schedules/routes.ts';
import { shiftsRoutes } from './resources/schedules/shiftRoutes.ts';
import { createPlanning } from './resources/schedules/planning.ts';
import { statisticsRoutes } from './resources/statistics/routes.ts';
import { versionsRoutes } from './resources/versions/routes.ts';

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

  const outbox = createOutbox(parts, app.log);
  sendFromOutbox(app, outbox);

  const notify = createNotify(parts, { outbox, dashboardUrl });
  const signIn = createSignIn(parts, outbox);
  guardRoutes(app, parts.deployment.flags, signIn.findSession);

  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  await typed.register(healthRoutes(parts, storage));
  await typed.register(authRoutes(signIn));
  const openidSignIn = createOpenidSignIn(parts, { signIn, notify }, { openid, dashboardUrl });
  const nationalIds = createNationalIdentities(parts, notify);
  await typed.register(openidRoutes(openidSignIn, nationalIds));
  await typed.register(emailChangesRoutes(createEmailChanges(parts, { notify, outbox, dashboardUrl })));
  await typed.register(overviewRoutes(parts));
  await typed.register(statisticsRoutes(parts));
  await typed.register(versionsRoutes(parts));
  await typed.register(registrationRoutes(createRegistrations(parts, notify, dashboardUrl)));
  await typed.register(searchRoutes(parts));
  const passwordResets = createPasswordResets(parts, { notify, outbox, dashboardUrl });
  await typed.register(passwordsRoutes(passwordResets));
  const files = createFiles(parts, signIn.findSessionByHash);
  const reservations = createReservations(parts, { notify, files });
  const users = createUsers(parts, { notify, reservations });
  await typed.register(usersRoutes(parts, { passwordResets, users, nationalIds }));
  await typed.register(filesRoutes(parts, files));
  await typed.register(slidersRoutes(parts, files));
  await typed.register(closureCategoriesRoutes(parts));
  await typed.register(feedbackRoutes(parts));
  const worker = createWorker(
    { db: parts.database.db, clock: parts.clock, log: app.log },
    { [processRecording]: recordingWork(parts) },
  );
  if (parts.deployment.flags.recordings) {
    app.addHook('onReady', async () => worker.start());
    app.addHook('onClose', () => worker.stop());
  }
  await typed.register(recordingsRoutes(parts, files, worker));
  await typed.register(departmentsRoutes(parts));
  await typed.register(contactsRoutes(parts));
  await typed.register(partnerCategoriesRoutes(parts));
  await typed.register(partnersRoutes(parts, { appUrl, files, users }));
  await typed.register(venuesRoutes(parts, appUrl));
  await typed.register(videoCategoriesRoutes(parts));
  await typed.register(videosRoutes(parts, files));
  await typed.register(queuesRoutes(parts));
  await typed.register(savedViewsRoutes(parts));
  await typed.register(auditRoutes(parts));
  await typed.register(interpretationsRoutes(parts));
  const planning = createPlanning(parts, notify);
  await typed.register(schedulesRoutes(parts, planning));
  await typed.register(shiftsRoutes(parts, planning));
  await typed.register(reservationsRoutes(parts, reservations));
  await typed.register(interpretersRoutes(parts));
  await documentRoutes(app);
  return app;
}
