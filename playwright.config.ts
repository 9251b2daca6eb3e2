import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import type { BrowserOptions, BrowserWorkerOptions } from './tests/support/browser.ts';
import { chromiumPath } from './scripts/lib/chromium.ts';
import { tenantIds } from './tenants/tenantIds.ts';

const out = join(import.meta.dirname, '.cache', 'browser');
/** The deployments that `npm run test:tenants -- <ids>` named; all of them otherwise. */
const ids = process.env.TENANTS?.split(',') ?? tenantIds();

/** The moment of all pictures: a Wednesday morning in a week without a change of clocks. */
const stillAt = '2026-09-16T07:40:00Z';

/**
 * The browser suites: `journeys` through the local server, `slow` for what goes through every page or form, and the same
 * questions put to each deployment behind the image's web server. Chromium is Debian's.
 */
export default defineConfig<BrowserOptions, BrowserWorkerOptions>({
  globalSetup: './tests/support/startDatabases.ts',
  outputDir: join(out, 'results'),
  reporter: [
    [process.env.CI ? 'line' : 'list'],
    ['html', { outputFolder: join(out, 'report'), open: 'never' }],
    ['json', { outputFile: join(out, 'results.json') }],
  ],
  workers: 2,
  retries: 0,
  // No test asserts a time; this only ends what hangs, also on a machine at load 10.
  timeout: 600_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  use: {
    launchOptions: {
      executablePath: chromiumPath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    viewport: { width: 1440, height: 900 },
    // What cannot be done by then is not there; a test need not wait for its own end to say so.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Recording takes a quarter of the time; whoever looks into a failure runs that test by hand.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
  },
  projects: [
    { name: 'journeys', testDir: 'tests/e2e' },
    { name: 'slow', testDir: 'tests/slow', testMatch: '*.spec.ts' },
    // Takes pictures and proves nothing: only when asked for (`npm run screens`); likewise the strips of `npm run sheet`.
    ...(process.env.SCREENS
      ? [{ name: 'screens', testDir: 'tests/screens', testMatch: 'screens.spec.ts', use: { stillAt } }]
      : []),
    ...ids.map((id) =>
      process.env.SHEET_FOLDER
        ? { name: id, testDir: 'tests/screens', testMatch: 'sheet.spec.ts', use: { tenantId: id, stillAt } }
        : { name: id, testDir: 'tests/tenants', use: { tenantId: id } },
    ),
  ],
});
