/** What the pages have in common that commands show on this machine: a guard against other sites, a policy, a client. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { escapeHtml, type Html } from '../../server/html.ts';

/** Names of this machine. Any other host is refused: a foreign name may resolve to 127.0.0.1 (DNS rebinding). */
const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/** The host of a request without its port. */
export function hostName({ headers: { host = '' } }: FastifyRequest): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}

/** Why a request is refused; null for one of the page itself, or for a person who opens it. */
function refusal(request: FastifyRequest): string | null {
  const { host, origin, 'sec-fetch-site': site, 'sec-fetch-dest': destination } = request.headers;
  if (!ownNames.includes(hostName(request))) return 'This page is for this machine only: open it as localhost.';
  const isOpened = request.method === 'GET' && destination === 'document';
  const isForeign = site !== undefined && !['same-origin', 'none'].includes(String(site));
  const hasForeignOrigin = origin !== undefined && origin !== `http://${host}`;
  if (hasForeignOrigin || (isForeign && !isOpened)) return 'Requests of other sites are refused.';
  return null;
}

/** Whether requests to a host belong to something else than the page, which `app` answers itself. */
type Options = { isElsewhere?: (name: string) => boolean };

/**
 * A server for a page on this machine. It refuses requests of other sites and other hosts with 403 and a text, and reads JSON only,
 * which other sites cannot send without being asked. Listen on 127.0.0.1.
 */
export function localServer({ isElsewhere = () => false }: Options = {}): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: 1_000_000,
    forceCloseConnections: true,
    // Null stays null; by default it becomes an empty string where a string is allowed, too.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    const reason = isElsewhere(hostName(request)) ? null : refusal(request);
    return reason === null ? undefined : reply.code(403).type('text/plain; charset=utf-8').send(`${reason}\n`);
  });
  return app;
}

/**
 * Sends a page in English with a script and styles of its own origin, under a policy that allows nothing else.
 * @param options.frames sources of its frames (CSP)
 */
export function sendPage(
  reply: FastifyReply,
  { title, body, style, script }: { title: string; body: Html; style: string; script: string },
  { frames = "'none'" }: { frames?: string } = {},
): FastifyReply {
  const policy = [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'",
    `frame-src ${frames}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`,
  ].join('; ');
  return reply
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${style}"><script type="module" src="${script}"></script></head>
<body>
${body.text}
</body>
</html>
`);
}

const commonStyle = join(import.meta.dirname, 'localPage.css');

/** Answers `/client/<name>` with the style sheets and scripts of a folder: TypeScript becomes JavaScript, file by file. */
export function serveClient(app: FastifyInstance, folder: string, files: readonly string[]): void {
  for (const file of files)
    app.get(`/client/${file}`, async (_request, reply) => {
      const text = readFileSync(join(folder, file), 'utf8');
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      if (file.endsWith('.css'))
        return reply.type('text/css; charset=utf-8').send(readFileSync(commonStyle, 'utf8') + text);
      const { code } = transformSync(text, { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' } });
      return reply.type('text/javascript; charset=utf-8').send(code);
    });
}
