import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoadedTenant } from '../../tenants/manifest.ts';
import type { App } from '../build/app.ts';
import { bundleOf } from '../build/bundle.ts';
import { apiPlaceholder, type HeaderFile } from '../build/headers.ts';
import { jsonForScript } from '../build/html.ts';

/** How a frame shows the app. */
export type FrameView = {
  /** The origin of the studio, which may embed the app and sends it style sheets. */
  studio: string;
  palette: 'light' | 'dark';
  /** The session of the person who is signed in; null on the sign-in page. */
  session: { token: string; expiry: string } | null;
};

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** A draft's sign-in page is not rendered ahead: each change would render it again, and the app draws the same page. */
const withoutFrames = () => ({ artwork: '', frames: [] });

/** The path of the script that receives the colours. */
const frameScript = '/studio-frame.js';

/**
 * Serves the compiled app as a draft: the page, files and headers of its bundle, made in memory. Only the studio may embed it, and
 * its page begins with a script that receives the studio's colours.
 * @param script the source of that script
 */
export function brandedApp(app: App, commit: string, script: string) {
  const readBundle = (loaded: LoadedTenant) => {
    const { files, meta } = bundleOf(app, loaded, commit, withoutFrames);
    const headers = meta.find(({ path }) => path === '.meta/headers.json')?.content.toString() ?? '{}';
    return { files: new Map(files.map((file) => [`/${file.path}`, file])), headers: JSON.parse(headers) as HeaderFile };
  };
  const bundles = new WeakMap<LoadedTenant, ReturnType<typeof readBundle>>();
  const integrity = `sha256-${createHash('sha256').update(script).digest('base64')}`;

  const pageOf = (html: string, view: FrameView) =>
    html.replace(
      '<head>',
      () =>
        `<head>\n<script type="application/json" id="studio">${jsonForScript(view)}</script>\n<script src="${frameScript}" integrity="${integrity}" crossorigin="anonymous"></script>`,
    );

  return async (request: FastifyRequest, reply: FastifyReply, loaded: LoadedTenant, view: FrameView) => {
    const { files, headers } = bundles.get(loaded) ?? readBundle(loaded);
    bundles.set(loaded, { files, headers });
    const origin = `http://${request.headers.host}`;
    const { pathname } = new URL(request.url, origin);
    const { 'X-Frame-Options': _refusesFrames, ...others } = headers.headers;
    reply.headers({
      ...others,
      'Content-Security-Policy': headers.csp
        .replaceAll(apiPlaceholder, origin)
        .replace("frame-ancestors 'none'", `frame-ancestors ${view.studio}`),
      'Cache-Control': pathname.startsWith('/assets/') ? headers.cacheControl.assets : 'no-store',
    });
    if (pathname === '/config.json') return reply.send({ BACKEND_URL: `${origin}/api/` });
    if (pathname === frameScript) return reply.type(types['.js'] ?? '').send(script);
    const isPage = !extname(pathname) || pathname === '/index.html';
    const file = files.get(isPage ? '/index.html' : pathname);
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
    const content = 'content' in file ? file.content : readFileSync(file.source);
    if (isPage) return reply.type('text/html; charset=utf-8').send(pageOf(content.toString(), view));
    return reply.type(types[extname(pathname)] ?? 'application/octet-stream').send(content);
  };
}
