import { createHash } from 'node:crypto';

/** Placeholder in the policy and the page's ETag for the origin of BACKEND_URL; the server replaces it. */
export const apiPlaceholder = '{{API}}';

/** Response headers of a bundle, written to `.meta/headers.json` for the server. */
export type HeaderFile = {
  /** The Content-Security-Policy, with `{{API}}` for the origin of BACKEND_URL. */
  csp: string;
  /** Headers of every response. */
  headers: Record<string, string>;
  /** Cache-Control by kind of file; `missing` is for 404 responses. */
  cacheControl: { index: string; runtime: string; assets: string; other: string; missing: string };
  /** ETag of the page, with `{{API}}`. It changes with the page's bytes and with every header. */
  pageTag: string;
};

/** The CSP source expression of an inline style. */
export function styleHash(css: string): string {
  return `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
}

/** Browser features that no page may use. */
const disabledFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'captured-surface-control',
  'clipboard-read',
  'compute-pressure',
  'cross-origin-isolated',
  'deferred-fetch',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'interest-cohort',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'unload',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/**
 * All response headers of a bundle. The container's nginx and the local server read them from the bundle, so they are defined
 * here only.
 * @param brandStyle the text of the page's inline `<style id="brand">`
 * @param page hash of the page's bytes
 * @param hasWorker whether the deployment has a service worker, for push messages
 */
export function headersOf(brandStyle: string, page: string, hasWorker = false): HeaderFile {
  const policy: Record<string, string> = {
    'default-src': "'none'",
    'script-src': "'self'",
    // styled-components creates an empty style element and adds rules through the CSSOM.
    'style-src': `'self' ${styleHash('')} ${styleHash(brandStyle)}`,
    'style-src-attr': "'none'",
    'img-src': `'self' data: blob: ${apiPlaceholder}`,
    'media-src': `'self' blob: ${apiPlaceholder}`,
    'font-src': "'self'",
    'connect-src': `'self' ${apiPlaceholder}`,
    'manifest-src': "'self'",
    'worker-src': hasWorker ? "'self'" : "'none'",
    'frame-src': "'none'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'app default',
  };
  const csp = Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
  const headers = {
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': [
      ...disabledFeatures.map((name) => `${name}=()`),
      'clipboard-write=(self)',
      'fullscreen=(self)',
      // Passkeys.
      'publickey-credentials-create=(self)',
      'publickey-credentials-get=(self)',
    ].join(', '),
    'Integrity-Policy': 'blocked-destinations=(script)',
  };
  // Weak, because plain and compressed bytes share it. Browsers may keep old headers after a 304 response.
  const content = createHash('sha256')
    .update(JSON.stringify([page, csp, headers]))
    .digest('hex');
  return {
    csp,
    headers,
    cacheControl: {
      index: 'no-cache',
      runtime: 'no-store',
      assets: 'public, max-age=31536000, immutable',
      other: 'no-cache',
      missing: 'no-store',
    },
    pageTag: `W/"${content.slice(0, 24)}@${apiPlaceholder}"`,
  };
}
