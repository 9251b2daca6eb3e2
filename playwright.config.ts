import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import type { BrowserOptions, BrowserWorkerOptions } from './tests/support/browser.ts';
import { chromiumPath } from './scripts/lib/chromium.ts';
import { journeysPrefix } from './scripts/journeys/matrix.ts';
import { tenantIds } from './tenants/tenantIds.ts';

const out = join(import.meta.dirname, '.cache', 'browser');
/** The deployments given to `npm run test:tenants -- <ids>`, or all. */
const ids = process.env.TENANTS?.split(',') ?? tenantIds();

/** The time that pages show in every picture: a Wednesday morning in a week without a clock change. */
const stillAt = '2026-09-16T07:40:00Z';

/** Tags of journeys that `npm test` leaves to `npm run test:slow` and `npm run test:release`. */
const slowTag = /@slow/;
const releaseTag = /@release/;

/**
 * The browser suites: `journeys`, `slowJourneys` and `releaseJourneys` use the local server, `slow` runs containers, `release` opens every page, as every role and
 * in all languages and appearances. One project per deployment runs the tests of `tests/tenants` against the web server of its image; with
 * `JOURNEYS` set, another one runs all journeys on it. Chromium comes from Debian.
 */
export default defineConfig<BrowserOptions, BrowserWorkerOptions>({
  globalSetup: './tests/support/startDatabases.ts',
  outputDir: join(out, 'results'),
  reporter: [
    [process.env.CI ? 'line' : 'list'],
    ['html', { outputFolder: join(out, 'report'), open: 'never' }],
    ['json', { outputFile: join(out, 'results.json') }],
  ],
  workers: 3,
  retries: 0,
  // No test asserts a time; this only ends what hangs, also on a machine at load 10.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
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
    // An element that is still missing then never appears: fail with its name, not with the timeout of the test.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Recording adds a quarter to the time; run a failed test locally to get its trace.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
  },
  projects: [
    { name: 'journeys', testDir: 'tests/e2e', grepInvert: [slowTag, releaseTag] },
    { name: 'slowJourneys', testDir: 'tests/e2e', grep: slowTag },
    { name: 'releaseJourneys', testDir: 'tests/e2e', grep: releaseTag },
    { name: 'slow', testDir: 'tests/slow', testMatch: '*.spec.ts' },
    { name: 'release', testDir: 'tests/release', testMatch: '*.spec.ts' },
    // `screens` and `sheet` only take pictures, so they run with `npm run screens` and `npm run sheet` alone.
    ...(process.env.SCREENS
      ? [{ name: 'screens', testDir: 'tests/screens', testMatch: 'screens.spec.ts', use: { stillAt } }]
      : []),
    ...(process.env.JOURNEYS
      ? ids.map((id) => ({ name: `${journeysPrefix}${id}`, testDir: 'tests/e2e', use: { journeysOn: id } }))
      : []),
    ...ids.map((id) =>
      process.env.SHEET_FOLDER
        ? { name: id, testDir: 'tests/screens', testMatch: 'sheet.spec.ts', use: { tenantId: id, stillAt } }
        : { name: id, testDir: 'tests/tenants', use: { tenantId: id } },
    ),
  ],
});
