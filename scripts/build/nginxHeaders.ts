import { apiPlaceholder, type HeaderFile } from './headers.ts';

const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** `headers.conf` for nginx: all headers for every status. The container sets `$signboard_api` at start. */
export function nginxHeaders({ csp, headers }: HeaderFile): string {
  const lines = Object.entries({
    'Content-Security-Policy': csp.replaceAll(apiPlaceholder, '$signboard_api'),
    ...headers,
    'Cache-Control': '$cache_control',
    // An empty value removes nginx's own header.
    'Last-Modified': '',
  }).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`);
  return `${lines.join('\n')}\n`;
}

/** `cache.conf` for nginx: Cache-Control by status and path; 404 responses are not cached. */
export function nginxCache({ cacheControl }: HeaderFile): string {
  return [
    'map $status $is_there { default 0; 200 1; 206 1; 304 1; }',
    'map $is_there:$uri $cache_control {',
    `  default ${quoted(cacheControl.other)};`,
    `  ~^0: ${quoted(cacheControl.missing)};`,
    `  1:/index.html ${quoted(cacheControl.index)};`,
    `  1:/config.json ${quoted(cacheControl.runtime)};`,
    `  1:/version.json ${quoted(cacheControl.runtime)};`,
    `  ~^1:/assets/ ${quoted(cacheControl.assets)};`,
    '}',
    '',
  ].join('\n');
}
