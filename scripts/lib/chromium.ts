/**
 * The browser that tests, pictures and measurements drive: Debian's Chromium without a window system, which draws the same
 * pages with a sixth less work; or another one that `CHROMIUM` names.
 */
export const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';
