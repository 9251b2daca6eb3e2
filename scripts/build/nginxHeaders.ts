import { apiPlaceholder, type HeaderFile } from './headers.ts';

const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** nginx's `headers.conf` of a bundle: every header at server level, on every status. `$signboard_api` comes at start. */
export function nginxHeaders({ csp, headers }: HeaderFile): string {
  const lines = Object.entries({
    'Content-Security-Policy': csp.replaceAll(apiPlaceholder, '$signboard_api'),
    ...headers,
    'Cache-Control': '$cache_control',
    // An empty value takes nginx's own away.
    'Last-Modified': '',
  }).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`);
  return `${lines.join('\n')}\n`;
}

/** nginx's `cache.conf`: Cache-Control by status and place. What is not there is never kept. */
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
