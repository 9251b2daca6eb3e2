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
    await page.locator('#root:not([data-frame]) h1').waitFor();
    expect(complaints.some((text) => text.includes('integrity'))).toBe(true);
    expect(await page.getByRole('button', { name: 'Skrá inn' }).count()).toBe(0);
    await close();
  });

  /** Opens a page whose app waits until `start` is called. */
  const openBeforeStart = async (
    path: string,
    { language, palette, token }: { language?: string; palette?: string; token?: string } = {},
  ) => {
    const server = await serve(root.path('dist/iceland'), (_, content) => content);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addInitScript(
      (stored) => {
        for (const [key, value] of stored) if (value) localStorage.setItem(key, value);
      },
      [
        ['i18nextLng', language ?? ''],
        ['app.settings', palette ? JSON.stringify({ paletteMode: palette }) : ''],
        ['auth', token ? JSON.stringify({ token }) : ''],
      ] as const,
    );
    const page = await context.newPage();
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/') && request.method() === 'POST') calls.push(pathname);
    });
    const started = Promise.withResolvers<void>();
    await page.route('**/assets/vendor*', async (route) => {
      await started.promise;
      await route.continue();
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState !== 'loading' || document.querySelector('#root h1'));
    return {
      ...{ page, calls },
      start: async () => {
        started.resolve();
        await page.waitForFunction(() => !('frame' in (document.getElementById('root')?.dataset ?? { frame: '' })));
        await page.getByRole('heading', { level: 1 }).waitFor();
      },
      close: async () => {
        started.resolve();
        await context.close();
        server.close();
        server.closeAllConnections();
      },
    };
  };

  it.each([
    ['is', 'light', 'Innskráning', 'rgb(249, 250, 252)'],
    ['en', 'dark', 'Sign in', 'rgb(16, 17, 21)'],
  ])('shows sign-in in %s and %s before the app has started, exactly as the app does', async (...given) => {
    const [language, palette, title, ground] = given;
    const { page, start, close } = await openBeforeStart('/dashboard/users', { language, palette });
    const picture = async () => {
      await page.evaluate(() => document.fonts.ready);
      return page.screenshot({ animations: 'disabled', caret: 'hide' });
    };
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    expect(await heading.textContent()).toBe(title);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(ground);
    const before = await picture();
    await start();
    expect(await heading.textContent()).toBe(title);
    await page.waitForLoadState('networkidle');
    expect(before.equals(await picture())).toBe(true);
    await close();
  });

  it('keeps what was typed and the focus, and sends the form that was sent before the app had started', async () => {
    const { page, calls, start, close } = await openBeforeStart('/auth/login');
    const [email, password] = [page.locator('input[name="email"]'), page.locator('input[name="password"]')];
    expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
    await email.fill('anna@taknljos.example');
    await password.pressSequentially('secret');
    await password.press('Enter');
    expect(calls).toEqual([]);
    await start();
    expect([await email.inputValue(), await password.inputValue()]).toEqual(['anna@taknljos.example', 'secret']);
    await page.getByRole('alert').waitFor();
    expect(calls.length).toBeGreaterThan(0);
    await close();
  });

  it.each([
    ['to a person with a session', '/dashboard', 'a-token'],
    ['on the page for a new password', '/auth/reset-password?token=x', ''],
  ])('shows no sign-in page %s', async (_, path, token) => {
    const { page, close } = await openBeforeStart(path, { token });
    expect(await page.locator('#root *').count()).toBe(0);
    await close();
  });

  it('contains the sign-in page in the languages of the deployment only, with its own values', () => {
    const page = root.read('iceland', 'index.html');
    const names = [...page.matchAll(/<template id="frame-([^"]+)">/g)].map(([, name]) => name);
    expect(names).toEqual(['is-light', 'is-dark', 'en-light', 'en-dark']);
    expect(page).not.toMatch(/[\uE000-\uF8FF]/);
    expect(page).toContain('alt="Táknljós"');
    expect(page).not.toMatch(/ style="/);
  });
});
