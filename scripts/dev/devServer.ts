import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { DevServer } from '@rspack/core';
import type { RspackDevServer } from '@rspack/dev-server';
import { type LoadedTenant, loadTenant, tenantIds } from '../../tenants/manifest.ts';
import { noDeployment } from '../../tenants/noDeployment.ts';
import { brandStyle } from '../../tenants/palette.ts';
import { renderPage } from '../build/html.ts';
import { CommandError } from '../../server/CommandError.ts';
import { messageOf } from '../lib/messageOf.ts';
import { type Address, greeting, localPages, signInLines } from '../serve/greeting.ts';
import { isBackendRunning, localBackend, localUrl, openDatabase, startBackends } from './backend.ts';
import { watchFolder } from './watchFolder.ts';

/** What `rspack serve` serves. */
export type DevServerSettings = {
  /** Absolute path of the folder with `src/` and `tenants/`. */
  root: string;
  /** The deployment. */
  id: string;
  /** URL of a running backend; null for the backend of `npm start`, which is started if it does not run. */
  backend: string | null;
};

/** URL path of a logo. It carries no content hash, so that a changed logo keeps its address. */
const logoPath = (name: string): string => `__logo/${name}.svg`;

type Deployment = { loaded: LoadedTenant; page: string };

/** @throws ManifestError when the manifest or a logo has errors. */
async function readDeployment(root: string, id: string): Promise<Deployment> {
  const loaded = await loadTenant(id, { root: join(root, 'tenants'), locales: join(root, 'src/i18n/locales') });
  const url = (name: string): string => `/${logoPath(name)}`;
  const tenant = { ...loaded.tenant, logo: { light: url('light'), dark: url('dark'), icon: url('icon') } };
  const script = (name: string) => ({ path: `${name}.js`, integrity: '' });
  const page = renderPage({
    tenant,
    brandStyle: brandStyle(loaded.tokens, loaded.logos),
    themeColour: loaded.tokens.light.ground,
    boot: ['runtime', 'boot'].map(script),
    scripts: ['vendor', 'app'].map(script),
    styles: [{ path: 'app.css', integrity: '' }],
    preloads: [],
    fonts: [],
    release: '',
    frames: { artwork: '', frames: [] },
    signInScripts: {},
    routerScripts: [],
    table: null,
  });
  return { loaded, page };
}

/** A deployment, and the URL of its backend. */
type Served = Deployment & { backendUrl: string };

/** Answers what the compiler does not emit: the page on every route, `/config.json` and the logos. */
function answer({ loaded, page, backendUrl }: Served, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`);
  response.setHeader('Cache-Control', 'no-store');
  const logo = (['light', 'dark', 'icon'] as const).find((name) => pathname === `/${logoPath(name)}`);
  if (logo) {
    response.setHeader('Content-Type', 'image/svg+xml');
    response.end(loaded.logos[logo]);
  } else if (pathname === '/config.json') {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ BACKEND_URL: `${origin}/api/` }));
  } else if (/\.\w+$/.test(pathname)) {
    response.statusCode = 404;
    response.end();
  } else {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page);
    openDatabase(backendUrl);
  }
}

function proxyTo(backendUrl: string): NonNullable<DevServer['proxy']> {
  const backend = new URL(backendUrl);
  return [
    {
      context: ['/api'],
      // Node does not resolve *.localhost everywhere; the Host header names the deployment.
      target: backend.hostname.endsWith('.localhost') ? `http://127.0.0.1:${backend.port}` : backend.origin,
      headers: { host: backend.host },
      pathRewrite: { '^/api/': backend.pathname.replace(/\/*$/, '/') },
    },
  ];
}

/**
 * The `devServer` part of the Rspack configuration: serves the app as one deployment at `http://<id>.localhost:<port>/`,
 * passes `/api/` to its backend, and reloads the page when its manifest or logos change. A manifest error is shown in the
 * overlay, over the last valid page. The security headers of the built bundles are not sent: hot reload needs what they forbid.
 * @throws CommandError for an unknown deployment, or if another program is where its backend belongs; ManifestError for a manifest with errors.
 */
export async function devServer({ root, id, backend }: DevServerSettings): Promise<DevServer> {
  const tenants = join(root, 'tenants');
  const ids = tenantIds(tenants);
  if (!ids.includes(id)) throw new CommandError(noDeployment(id, ids));
  let deployment = await readDeployment(root, id);
  /** The error of the current manifest; null if it is valid. */
  let problem: string | null = null;
  const showProblem = (server: RspackDevServer, clients = server.webSocketServer?.clients ?? []): void => {
    if (problem !== null) server.sendMessage(clients, 'errors', [{ message: problem }]);
  };
  const backendUrl = backend ?? localBackend(id);
  const needsBackend = !(await isBackendRunning(id, backendUrl, tenants));
  if (needsBackend && backend !== null)
    throw new CommandError(
      `--backend ${backend}: nothing listens there. Start that backend; without --backend this command starts one.`,
    );
  return {
    host: '127.0.0.1',
    port: 8081,
    allowedHosts: ['.localhost'],
    hot: true,
    static: false,
    proxy: proxyTo(backendUrl),
    setupMiddlewares: (middlewares, server: RspackDevServer) => {
      const reload = async (): Promise<void> => {
        try {
          deployment = await readDeployment(root, id);
          problem = null;
          server.sendMessage(server.webSocketServer?.clients ?? [], 'static-changed', 'manifest');
        } catch (error) {
          problem = messageOf(error);
          console.error(problem);
          showProblem(server);
        }
      };
      watchFolder(tenants, () => void reload());
      return [
        ...middlewares,
        {
          name: 'deployment',
          middleware: (request: IncomingMessage, response: ServerResponse) =>
            answer({ ...deployment, backendUrl }, request, response),
        },
      ];
    },
    onListening: (server: RspackDevServer) => {
      // The compiler clears the error overlay when a page opens and after every compile, so the error of the manifest is sent again.
      server.webSocketServer?.implementation.on('connection', (client) => showProblem(server, [client]));
      server.compiler.hooks.done.tap('deployment', () => showProblem(server));
      const { loaded } = deployment;
      const { brand } = loaded.tenant;
      const addresses: Address[] = [
        [brand, `http://${id}.localhost:${server.options.port}/`],
        ['Backend', backendUrl],
      ];
      console.log(
        backend === null
          ? greeting([...addresses, ...localPages(localUrl)], signInLines(loaded, brand))
          : greeting(addresses, ['  Sign in with an account of this backend.']),
      );
      if (needsBackend) startBackends();
    },
  };
}
