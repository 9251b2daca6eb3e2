import { expect, test } from '@jest/globals';
import { headersOf } from './headers.ts';

test('the Content-Security-Policy is as strict as promised', () => {
  const { csp } = headersOf('body{color:red}', '');
  expect(csp.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    expect.stringMatching(/^style-src 'self' 'sha256-[\w+/]{43}=' 'sha256-[\w+/]{43}='$/),
    "style-src-attr 'none'",
    "img-src 'self' data: blob: {{API}}",
    "media-src 'self' blob: {{API}}",
    "font-src 'self'",
    "connect-src 'self' {{API}}",
    "manifest-src 'self'",
    "worker-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app default',
  ]);
});

test('workers are allowed in deployments with push messages only', () => {
  expect(headersOf('', '', true).csp).toContain("; worker-src 'self';");
});

test('every response has the security headers', () => {
  const { headers } = headersOf('', '');
  expect(headers).toMatchObject({
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
    expect(headers['Permissions-Policy']).toContain(`${feature}=()`);
});

test('only files that are named by their content are kept without asking', () => {
  expect(headersOf('', '').cacheControl).toEqual({
    index: 'no-cache',
    runtime: 'no-store',
    assets: 'public, max-age=31536000, immutable',
    other: 'no-cache',
    missing: 'no-store',
  });
});

describe('the ETag of the page', () => {
  const tagOf = (style: string, page: string): string => headersOf(style, page).pageTag;

  it('changes with the page, with any header, and with the address of the backend', () => {
    const tag = tagOf('a{}', 'one');
    expect(tagOf('a{}', 'one')).toBe(tag);
    // The policy has the hash of the style.
    expect(new Set([tag, tagOf('a{}', 'two'), tagOf('b{}', 'one')]).size).toBe(3);
    expect(tag).toMatch(/^W\/"[0-9a-f]{24}@{{API}}"$/);
  });
});
