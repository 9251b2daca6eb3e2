/**
 * The browser for tests, screenshots and measurements: `CHROMIUM`, or Debian's headless shell, which renders the same pages with
 * a sixth less CPU time than Chromium.
 */
export const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';
