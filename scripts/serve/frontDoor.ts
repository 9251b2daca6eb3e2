import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Problem } from '../../contract/errors.ts';
import { serverTimes } from '../../server/http/bodyTime.ts';
import type { MailSink } from '../../server/mail/sink.ts';
import { readLogos } from '../../tenants/checks/logo.ts';
import { loadTenant, ManifestError } from '../../tenants/manifest.ts';
import { tenantIds, tenantsRoot } from '../../tenants/tenantIds.ts';
import { appPage } from './appPages.ts';
import type { Backends } from './backends.ts';
import { answerFromBundle, isBuilt } from './bundle.ts';
import { mailPage } from './mailPages.ts';
import type { AnswerProvider } from './provider/localProvider.ts';
import type { Page } from './page.ts';
import { type ShownTenant, tenantsPage } from './tenantsPage.ts';

/** What the server serves. */
export type FrontDoorParts = {
  /** The folder of built bundles. */
  dist: string;
  backends: Backends;
  mails: MailSink['messages'];
  /** The test provider for the national ID. */
  provider: AnswerProvider;
  /** Called with each error of a backend or of the national ID. */
  report: (line: string) => void;
};

/** The site that a request's host selects. `origin` has the host and port that the client used. */
type Site =
  | { kind: 'tenant'; id: string; origin: string }
  | { kind: 'mail' }
  | { kind: 'app' }
  | { kind: 'tenants' }
  | { kind: 'unknown'; host: string };

const ownHosts = ['localhost', '127.0.0.1', '[::1]'];

function siteOf({ headers: { host = '' } }: FastifyRequest): Site {
  const [, name = '', port = ''] = /^(.*?)(:\d{1,5})?$/.exec(host.toLowerCase()) ?? [];
  if (ownHosts.includes(name)) return { kind: 'tenants' };
  if (name === 'mail.localhost') return { kind: 'mail' };
  if (name === 'app.localhost') return { kind: 'app' };
  const id = /^([a-z0-9-]+)\.localhost$/.exec(name)?.[1];
  if (id && tenantIds().includes(id)) return { kind: 'tenant', id, origin: `http://${name}${port}` };
  return { kind: 'unknown', host: name };
}

/** Requests for the test provider bypass Fastify, because it handles raw requests. */
function isForProvider({ headers: { host = '' } }: FastifyRequest): boolean {
  return /^id\.localhost(:\d{1,5})?$/i.test(host);
}

/** URL of a name on the port that the client used, which differs from ours behind a container's port mapping. */
function urlOf({ headers: { host = '' } }: FastifyRequest, name: string): string {
  return `http://${name}.localhost${/:\d{1,5}$/.exec(host)?.[0] ?? ''}/`;
}

const apiPrefix = /^\/api(?=[/?]|$)/;

async function shownTenant(id: string, dist: string, url: string): Promise<ShownTenant> {
  try {
    return { id, loaded: await loadTenant(id), isBuilt: isBuilt(join(dist, id)), url };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    return { id, loaded: null, isBuilt: false, url };
  }
}

function sendPage(reply: FastifyReply, { status, headers, text }: Page): FastifyReply {
  return reply.code(status).headers(headers).send(text);
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return reply.code(status).headers(headers).send(`${text}\n`);
}

/** Tells the client that its backend could not be opened. */
function refuse({ id }: FastifyRequest, { raw }: FastifyReply): void {
  const problem: Problem = {
    status: 503,
    title: 'Service Unavailable',
    code: 'backend_unreachable',
    request_id: id,
  };
  raw.writeHead(503, {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  raw.end(JSON.stringify(problem));
}

/** Answers at `localhost`: the list of deployments, which also names an unknown host, and their logos. */
async function answerOwn(
  request: FastifyRequest,
  reply: FastifyReply,
  { dist, path, unknownHost }: { dist: string; path: string; unknownHost: string | null },
): Promise<FastifyReply> {
  const id = /^\/logos\/([a-z0-9-]+)\.svg$/.exec(path)?.[1];
  if (!id && (path === '/' || unknownHost !== null)) {
    const shown = await Promise.all(tenantIds().map((each) => shownTenant(each, dist, urlOf(request, each))));
    return sendPage(reply, tenantsPage(shown, urlOf(request, 'mail'), unknownHost));
  }
  const logos = id && tenantIds().includes(id) ? readLogos(join(tenantsRoot, id)).logos : null;
  if (!logos) return sendText(reply, 404, 'There is nothing here.');
  const headers = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
  return reply.type('image/svg+xml').headers(headers).send(logos.dark);
}

/** Answers a request that no backend answers. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { dist, mails }: Pick<FrontDoorParts, 'dist' | 'mails'>,
): Promise<FastifyReply> {
  const site = siteOf(request);
  const url = URL.parse(request.url, 'http://localhost') ?? new URL('http://localhost/');
  const path = url.pathname;
  // Browsers request it automatically; the pages of this server have none.
  if (site.kind !== 'tenant' && path === '/favicon.ico') return reply.code(204).send();
  if (site.kind === 'unknown') return answerOwn(request, reply, { dist, path, unknownHost: site.host || 'no name' });
  if (site.kind === 'tenants') return answerOwn(request, reply, { dist, path, unknownHost: null });
  if (site.kind === 'mail') {
    const page = mailPage(mails, url);
    return page ? sendPage(reply, page) : sendText(reply, 404, 'This mail does not exist.');
  }
  if (site.kind === 'app') {
    const [, id = '', slug = ''] = /^\/([a-z0-9-]+)\/([a-z0-9-]+)$/.exec(path) ?? [];
    if (!tenantIds().includes(id)) return sendText(reply, 404, 'This page does not exist.');
    return sendPage(reply, appPage(await loadTenant(id), slug, url.searchParams.get('venue')));
  }
  const folder = join(dist, site.id);
  if (!isBuilt(folder)) return sendText(reply, 503, `${site.id} has not been built: npm run build -- ${site.id}`);
  return answerFromBundle(request, reply, { folder, backendUrl: `${site.origin}/api/` });
}

/**
 * A server for all deployments on one port, selected by host: each bundle at `<id>.localhost` with its backend under `/api/`, the
 * mailbox at `mail.localhost`, the test provider of accounts at `id.localhost`, the targets of QR codes at `app.localhost/<id>/<slug>`, and the list
 * of deployments at `localhost`.
 */
export async function frontDoor({ dist, backends, mails, provider, report }: FrontDoorParts): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    ...serverTimes,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2000 },
    frameworkErrors: (_error, _request, reply) => {
      void sendText(reply, 400, 'The URL is malformed.');
    },
  });
  // Imported late: Jest reports a cycle when this and the backend load the same CommonJS module at once.
  const { default: fastifyStatic } = await import('@fastify/static');
  await app.register(fastifyStatic, { root: dist, serve: false, preCompressed: true, suppressWarning: true });

  const streams = new Set<ServerResponse>();
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.destroy();
  });

  // Before the body is read, because the backend reads it.
  app.addHook('onRequest', async (request, reply) => {
    const site = siteOf(request);
    const { raw } = request;
    if (isForProvider(request)) {
      reply.hijack();
      return provider(raw, reply.raw).catch((error: unknown) => {
        report(`The test provider: ${error instanceof Error ? error.message : String(error)}`);
        reply.raw.destroy();
      });
    }
    if (site.kind !== 'tenant' || !apiPrefix.test(raw.url ?? '')) return;
    reply.hijack();
    const below = (raw.url ?? '').replace(apiPrefix, '');
    raw.url = below.startsWith('/') ? below : `/${below}`;
    const isStream = raw.url.startsWith('/events/');
    if (isStream) {
      streams.add(reply.raw);
      reply.raw.once('close', () => streams.delete(reply.raw));
    }
    try {
      await backends.with(site.id, async (backend) => {
        // A client that has gone is an answer's end too.
        const answered = finished(reply.raw).catch(() => undefined);
        backend.routing(raw, reply.raw);
        // An open page must not keep its backend from closing in favour of another.
        if (!isStream) await answered;
      });
    } catch (error) {
      report(
        `The backend of ${site.id} could not be opened: ${error instanceof Error ? error.message : String(error)}`,
      );
      refuse(request, reply);
    }
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => answer(request, reply, { dist, mails }),
  });
  app.setNotFoundHandler((request, reply) => {
    if (['GET', 'HEAD'].includes(request.method)) return sendText(reply, 404, 'Not found');
    return sendText(reply.header('allow', 'GET, HEAD'), 405, 'Only GET and HEAD are allowed.');
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, { host, url }, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) report(`${host}${url}: ${error.message}`);
    return sendText(reply, status, status >= 500 ? 'Internal error; the terminal shows the cause.' : error.message);
  });
  return app;
}
