import { type FSWatcher, watch } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { compileConfiguration } from '../../rspack.config.ts';
import { type LoadedTenant, loadTenant, ManifestError, tenantIds } from '../../tenants/manifest.ts';
import { noDeployment } from '../../tenants/noDeployment.ts';
import { brandStyle } from '../../tenants/palette.ts';
import { BuildError } from '../lib/BuildError.ts';
import { renderPage } from '../build/html.ts';
import { localBackend } from './backend.ts';

/** Where a deployment's drawings are in development; they are not named by content, so that they can be replaced. */
const logoPath = (name: string): string => `__logo/${name}.svg`;

/** Files of one edit come in bursts, in milliseconds. */
const settle = 60;

type Deployment = { loaded: LoadedTenant; page: string };

async function deploymentOf(root: string, id: string): Promise<Deployment> {
  const loaded = await loadTenant(id, { root: join(root, 'tenants'), locales: join(root, 'src/i18n/locales') });
  const url = (name: string): string => `/${logoPath(name)}`;
  const tenant = { ...loaded.tenant, logo: { light: url('light'), dark: url('dark'), icon: url('icon') } };
  const script = (name: string) => ({ path: `${name}.js`, integrity: '' });
  const page = renderPage({
    tenant,
    brandStyle: brandStyle(loaded.tokens),
    themeColour: loaded.tokens.light.ground,
    boot: ['runtime', 'boot'].map(script),
    scripts: ['vendor', 'app'].map(script),
    styles: [{ path: 'app.css', integrity: '' }],
    preloads: [],
    fonts: [],
    table: null,
  });
  return { loaded, page };
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}

/** Calls `changed` once for each burst of changes in a folder. */
function onChange(folder: string, changed: () => void): FSWatcher {
  let waiting: NodeJS.Timeout | undefined;
  return watch(folder, { recursive: true }, () => {
    clearTimeout(waiting);
    waiting = setTimeout(changed, settle);
  });
}

/**
 * The app as one deployment at `http://<id>.localhost:<port>/`: compiled in memory, replaced piece by piece as its sources
 * change, reloaded as its manifest or logos change. A manifest with an error is shown as one, over the last good page.
 * The security headers hold in built bundles only: replacing modules needs what they forbid.
 * @throws BuildError for an unknown deployment, a manifest with errors, or a port in use.
 */
export async function startDevServer({
  root,
  id,
  port,
  backend,
}: {
  root: string;
  id: string;
  port: number;
  backend: string | null;
}): Promise<{ url: string; brand: string; stop: () => Promise<void> }> {
  const ids = tenantIds(join(root, 'tenants'));
  if (!ids.includes(id)) throw new BuildError(noDeployment(id, ids));
  if (!(await isFree(port))) throw new BuildError(`Port ${port} is in use: stop what uses it, or give --port`);
  const load = (): Promise<Deployment> =>
    deploymentOf(root, id).catch((error: unknown) => {
      throw error instanceof ManifestError ? new BuildError(error.message) : error;
    });
  let deployment = await load();

  const target = new URL(backend ?? localBackend(id));
  const compiler = rspack({ ...compileConfiguration({ root, mode: 'development' }), lazyCompilation: false });
  const server = new RspackDevServer(
    {
      host: '127.0.0.1',
      port,
      allowedHosts: ['.localhost'],
      hot: true,
      client: { overlay: { errors: true, warnings: false } },
      static: false,
      proxy: [
        {
          context: ['/api'],
          // The host says which deployment is meant, whatever address it is reached by.
          target: target.hostname.endsWith('.localhost') ? `http://127.0.0.1:${target.port}` : target.origin,
          headers: { host: target.host },
          pathRewrite: { '^/api/': target.pathname.replace(/\/*$/, '/') },
        },
      ],
      setupMiddlewares: (middlewares) => [
        ...middlewares,
        {
          name: 'deployment',
          middleware: (request: IncomingMessage, response: ServerResponse) => {
            const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`);
            response.setHeader('Cache-Control', 'no-store');
            const logo = (['light', 'dark', 'icon'] as const).find((name) => pathname === `/${logoPath(name)}`);
            if (logo) {
              response.setHeader('Content-Type', 'image/svg+xml');
              response.end(deployment.loaded.logos[logo]);
            } else if (pathname === '/config.json') {
              response.setHeader('Content-Type', 'application/json');
              response.end(JSON.stringify({ BACKEND_URL: `${origin}/api/` }));
            } else if (/\.\w+$/.test(pathname)) {
              response.statusCode = 404;
              response.end();
            } else {
              response.setHeader('Content-Type', 'text/html; charset=utf-8');
              response.end(deployment.page);
            }
          },
        },
      ],
    },
    compiler,
  );
  await server.start();

  const tell = (type: string, data: unknown): void => {
    server.sendMessage(server.webSocketServer?.clients ?? [], type, data);
  };
  const watcher = onChange(join(root, 'tenants'), () => {
    load().then(
      (changed) => {
        deployment = changed;
        tell('static-changed', 'manifest');
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        console.error(message);
        tell('errors', [{ message }]);
      },
    );
  });
  return {
    url: `http://${id}.localhost:${port}/`,
    brand: deployment.loaded.manifest.brand,
    stop: async () => {
      watcher.close();
      await server.stop();
    },
  };
}
