import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, chromium } from 'playwright';
import { chromiumPath } from '../../scripts/lib/chromium.ts';
import type { HeaderFile } from '../../scripts/build/headers.ts';
import { BuildRoot } from '../support/buildRoot.ts';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Serves a bundle with its own headers, without a backend. `tamper` may change responses. */
function serve(folder: string, tamper: (path: string, content: Buffer) => Buffer): Promise<Server> {
  const { csp, headers } = JSON.parse(readFileSync(join(folder, '.meta/headers.json'), 'utf8')) as HeaderFile;
  const server = createServer((request, response) => {
    const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Content-Security-Policy', csp.replaceAll('{{API}}', origin));
    if (pathname === '/config.json') return response.end(JSON.stringify({ BACKEND_URL: `${origin}/api/` }));
    if (pathname.startsWith('/api/')) return response.writeHead(503).end();
    const file = extname(pathname) ? pathname : '/index.html';
    response.setHeader('Content-Type', types[extname(file)] ?? 'application/json');
    return response.end(tamper(file, readFileSync(join(folder, file))));
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

describe('the first page of a bundle in a browser, with its own policy', () => {
  let root: BuildRoot;
  let browser: Browser;

  beforeAll(async () => {
    root = new BuildRoot(['iceland'], 'app');
    const { failed } = root.buildJson();
    expect(failed).toEqual([]);
    browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    });
  });
  afterAll(async () => {
    await browser.close();
    root.remove();
  });

  const open = async (tamper: (path: string, content: Buffer) => Buffer) => {
    const server = await serve(root.path('dist/iceland'), tamper);
    const page = await browser.newPage();
    const scripts: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname.slice(1));
    });
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/login`);
    const close = async () => {
      await page.close();
      server.close();
      server.closeAllConnections();
    };
    return { page, scripts, complaints, close };
  };

  it('loads exactly the scripts that its budget counts, each once, without violations of the policy', async () => {
    const { page, scripts, complaints, close } = await open((_, content) => content);
    await page.getByRole('button', { name: 'Skrá inn' }).waitFor();
    await page.waitForLoadState('networkidle');
    const { initial } = JSON.parse(root.read('iceland', '.meta/bundle.json')) as { initial: string[] };
    expect(scripts.sort()).toEqual(initial.sort());
    expect(
      complaints.filter((text) => /Content Security Policy|integrity|preload|Permissions-Policy/i.test(text)),
    ).toEqual([]);
    await close();
  });

  it('runs no script that was changed in transit', async () => {
    const words = /Skrá inn/;
    const { page, complaints, close } = await open((path, content) =>
      path.endsWith('.js') && words.test(content.toString()) ? Buffer.concat([content, Buffer.from('\n')]) : content,
    );
    await page.waitForLoadState('networkidle');
    expect(complaints.some((text) => text.includes('integrity'))).toBe(true);
    expect(await page.getByRole('button', { name: 'Skrá inn' }).count()).toBe(0);
    await close();
  });
});
