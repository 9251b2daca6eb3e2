import { apiPlaceholder, type HeaderFile } from './headers.ts';

const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** `headers.conf` for nginx: all headers for every status. The container sets `$signboard_api` at start. */
export function nginxHeaders({ csp, headers }: HeaderFile): string {
  const lines = Object.entries({
    'Content-Security-Policy': csp.replaceAll(apiPlaceholder, '$signboard_api'),
    ...headers,
    'Cache-Control': '$cache_control',
    ETag: '$validator',
    // An empty value removes nginx's own header.
    'Last-Modified': '',
  }).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`);
  return `${lines.join('\n')}\n`;
}

/** `cache.conf` for nginx: Cache-Control by status and path; 404 responses are not cached. ETag of the page, and whether a client has it. */
export function nginxCache({ cacheControl, pageTag }: HeaderFile): string {
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
    `map "" $page_tag { default ${quoted(pageTag.replaceAll(apiPlaceholder, '$signboard_api'))}; }`,
    // Files named by content keep the ETag that nginx makes.
    'map $is_there:$uri $validator {',
    '  default $sent_http_etag;',
    '  1:/index.html $page_tag;',
    '}',
    'map "$request_method $page_tag,$http_if_none_match" $is_page_known {',
    '  default 0;',
    '  "~^(?:GET|HEAD) (?<tag>[^,]+),(?:.*,)? *\\k<tag> *(?:,|$)" 1;',
    '}',
    '',
  ].join('\n');
}
