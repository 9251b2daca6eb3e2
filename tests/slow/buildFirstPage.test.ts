import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, chromium, type Route } from 'playwright';
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

/** Waits until something is true that no element shows. */
async function expectSoon(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((done) => setTimeout(done, 50));
}

describe('the first page of a bundle in a browser, with its own policy', () => {
  let root: BuildRoot;
  let browser: Browser;

  beforeAll(async () => {
    root = new BuildRoot(['iceland', 'lithuania', 'stage'], 'app');
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

  it('asks the browser to compile the first scripts while they arrive, in front of all code', async () => {
    const hinted: string[] = [];
    const { page, close } = await open((path, content) => {
      if (content.toString().startsWith('//# allFunctionsCalledOnLoad\n')) hinted.push(path);
      return content;
    });
    await page.getByRole('button', { name: 'Skrá inn' }).waitFor();
    expect(hinted.sort()).toEqual([
      expect.stringMatching(/^\/assets\/app\.\w+\.js$/),
      expect.stringMatching(/^\/assets\/vendor\.\w+\.js$/),
    ]);
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

  type Given = { language?: string; palette?: string; token?: string; tenant?: string; width?: number; logo?: 'waits' };

  /** Opens a page whose app waits until `start` is called. */
  const openBeforeStart = async (
    path: string,
    { language, palette, token, tenant = 'iceland', width = 1280, logo }: Given = {},
  ) => {
    const server = await serve(root.path('dist', tenant), (_, content) => content);
    const context = await browser.newContext({ viewport: { width, height: 800 } });
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
    const fonts: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'font') fonts.push(pathname);
      if (pathname.startsWith('/api/') && request.method() === 'POST') calls.push(pathname);
    });
    const started = Promise.withResolvers<void>();
    const whenStarted = async (route: Route) => {
      await started.promise;
      await route.continue();
    };
    await page.route('**/assets/vendor*', whenStarted);
    if (logo) await page.route('**/assets/logo*', whenStarted);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState !== 'loading' || document.querySelector('#root *'));
    return {
      page,
      calls,
      fonts,
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
    ['iceland', 'is', 'light', 'Innskráning', 'rgb(249, 250, 252)'],
    ['iceland', 'en', 'dark', 'Sign in', 'rgb(16, 17, 21)'],
    ['stage', 'en', 'light', 'Sign in', 'rgb(251, 249, 250)'],
  ])('shows sign-in of %s in %s and %s before the app has started, exactly as the app does', async (...given) => {
    const [tenant, language, palette, title, ground] = given;
    const { page, start, close } = await openBeforeStart('/dashboard/users', { tenant, language, palette });
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
    expect(page.url()).toContain('/auth/login?returnTo=%2Fdashboard%2Fusers');
    await close();
  });

  it.each([
    ['iceland', 1280],
    ['iceland', 390],
    ['stage', 390],
  ])('moves nothing on the sign-in page of %s, %i pixels wide', async (tenant, width) => {
    const { page, start, close } = await openBeforeStart('/auth/login', { tenant, width });
    await start();
    await page.waitForLoadState('networkidle');
    const moved = await page.evaluate(async () => {
      await document.fonts.ready;
      return new Promise<number>((done) => {
        const observer = new PerformanceObserver((list) =>
          done(
            list.getEntries().reduce((sum, shift) => sum + (shift as PerformanceEntry & { value: number }).value, 0),
          ),
        );
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
      });
    });
    // A line that moves by its own height is 0.01 and more; a font that arrives late moves a word by a part of a pixel.
    expect(moved).toBeLessThan(0.001);
    await close();
  });

  it('loads the letters of Lithuanian without the other extended letters', async () => {
    const { page, fonts, start, close } = await openBeforeStart('/auth/login', { tenant: 'lithuania', language: 'lt' });
    await start();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    expect(fonts.length).toBe(2);
    const sizes = fonts.map((path) => statSync(root.path('dist/lithuania', path)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(70_000);
    await close();
  });

  it('keeps the place of the logo before it arrives', async () => {
    const { page, close } = await openBeforeStart('/auth/login', { logo: 'waits' });
    const box = await page.getByRole('img', { name: 'Táknljós' }).boundingBox();
    expect([box?.width, box?.height]).toEqual([123.75, 36]);
    await close();
  });

  it('loads the rest of the app while the person types, and opens the next page without a reload', async () => {
    const { page, scripts, close } = await open((_, content) => content);
    const email = page.locator('#root:not([data-frame]) input[name="email"]');
    await email.waitFor();
    await page.waitForLoadState('networkidle');
    const before = scripts.length;
    await email.fill('anna@taknljos.example');
    await expectSoon(() => scripts.length > before);
    await page.evaluate(() => (document.title = 'not reloaded'));
    await page.getByRole('link', { name: 'Gleymt lykilorð?' }).click();
    await page.getByText('Sláðu inn netfangið þitt og við sendum þér tengil').waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth/forgot-password');
    expect(await email.inputValue()).toBe('anna@taknljos.example');
    await page.goBack();
    await page.getByRole('button', { name: 'Skrá inn' }).waitFor();
    expect(await email.inputValue()).toBe('anna@taknljos.example');
    // The page that was open before is still ahead in the history.
    await page.reload();
    await page.locator('#root:not([data-frame]) input[name="email"]').waitFor();
    await page.goForward();
    await page.getByText('Sláðu inn netfangið þitt og við sendum þér tengil').waitFor();
    await close();
  });

  it('says that the next page could not be loaded, keeps what was typed, and opens it when asked again', async () => {
    const { page, scripts, close } = await open((_, content) => content);
    await page.locator('#root:not([data-frame]) input[name="password"]').waitFor();
    await page.waitForLoadState('networkidle');
    const loaded = new Set(scripts);
    const isNew = (url: URL) => url.pathname.endsWith('.js') && !loaded.has(url.pathname.slice(1));
    await page.route(isNew, (route) => route.abort());
    await page.locator('input[name="password"]').fill('secret');
    await page.getByRole('link', { name: 'Gleymt lykilorð?' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Hluti kerfisins hlóðst ekki.' });
    await alert.waitFor();
    expect(await page.locator('input[name="password"]').inputValue()).toBe('secret');
    await page.unroute(isNew);
    await alert.getByRole('button', { name: 'Reyna aftur' }).click();
    await page.getByText('Sláðu inn netfangið þitt og við sendum þér tengil').waitFor();
    await close();
  });

  it('keeps what was typed and the focus, and sends the form that was sent before the app had started', async () => {
    const { page, calls, start, close } = await openBeforeStart('/auth/login');
    const [email, password] = [page.locator('input[name="email"]'), page.locator('input[name="password"]')];
    await page.locator('input[name="email"]:focus').waitFor();
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

  it('follows a link that was pressed before the app had started, with the address to return to', async () => {
    const { page, start, close } = await openBeforeStart('/dashboard/users');
    await page.getByRole('link', { name: 'Skrá inn með rafrænum skilríkjum' }).click();
    expect(new URL(page.url()).pathname).toBe('/dashboard/users');
    await start();
    await page.waitForURL(/\/auth\/openid\?returnTo=%2Fdashboard%2Fusers$/);
    await close();
  });

  it.each([
    ['on the page for a new password', '/auth/reset-password?token=x', ''],
    ['to a person with a session on a page before the sign-in', '/auth/register', 'a-token'],
  ])('shows nothing %s', async (_, path, token) => {
    const { page, close } = await openBeforeStart(path, { token });
    expect(await page.locator('#root *').count()).toBe(0);
    await close();
  });

  it.each([
    ['light', 'rgb(249, 250, 252)'],
    ['dark', 'rgb(16, 17, 21)'],
  ])('shows the frame of the dashboard in %s to a person with a session', async (palette, ground) => {
    const { page, close } = await openBeforeStart('/dashboard/users', { palette, token: 'a-token' });
    await page.getByRole('img', { name: 'Táknljós' }).first().waitFor();
    expect(await page.getByRole('heading').count()).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(ground);
    await close();
  });

  it('contains the sign-in page in the languages of the deployment only, with its own values', () => {
    const page = root.read('iceland', 'index.html');
    const names = [...page.matchAll(/<template id="frame-([^"]+)">/g)].map(([, name]) => name);
    expect(names).toEqual([
      'is-light',
      'is-dark',
      'en-light',
      'en-dark',
      'shell-light-pinned',
      'shell-light-slim',
      'shell-dark-pinned',
      'shell-dark-slim',
    ]);
    expect(page).not.toMatch(/[\uE000-\uF8FF]/);
    expect(page).toContain('alt="Táknljós"');
    expect(page).not.toMatch(/ style="/);
  });
});
