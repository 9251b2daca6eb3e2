import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { apiPlaceholder, type HeaderFile } from '../build/headers.ts';

/** The backend writes it. */
const securityTxt = '.well-known/security.txt';

/** Kind of response, which selects its Cache-Control. */
type Kind = 'index' | 'runtime' | 'assets' | 'other' | 'missing';

/** A bundle on disk, as `npm run build` writes it, and the address of its backend. */
export type Bundle = { folder: string; backendUrl: string };

/** Cache of header files by path; a file is read again after a build has replaced it. */
const headerFiles = new Map<string, { written: number; content: HeaderFile }>();

function headerFile(folder: string): HeaderFile {
  const path = join(folder, '.meta', 'headers.json');
  const written = statSync(path).mtimeMs;
  const known = headerFiles.get(path);
  if (known?.written === written) return known.content;
  const content = JSON.parse(readFileSync(path, 'utf8')) as HeaderFile;
  headerFiles.set(path, { written, content });
  return content;
}

/** Whether a folder contains a bundle. */
export function isBuilt(folder: string): boolean {
  return isFile(join(folder, 'index.html')) && isFile(join(folder, '.meta', 'headers.json'));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** The decoded path of a URL, or null for hidden files, `..`, empty segments and invalid encoding. */
function pathOf(url: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '');
  } catch {
    return null;
  }
  const segments = path.split('/').slice(1);
  const isRefused = /[\\\0]/.test(path) || segments.some((segment) => segment.startsWith('.'));
  return isRefused || segments.slice(0, -1).includes('') ? null : path;
}

/** Whether a browser opens a page rather than a resource of one. Without Sec-Fetch-Mode the Accept header decides. */
function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
}

function kindOf(request: FastifyRequest, folder: string, path: string | null): Kind {
  if (path === null) return 'missing';
  if (path === '/' || path === '/index.html') return 'index';
  if (path === '/config.json') return 'runtime';
  // Compressed files are sent in place of the originals, never under their own names.
  const exists = !/\.(br|gz)$/.test(path) && isFile(join(folder, path));
  if (path.startsWith('/assets/')) return exists ? 'assets' : 'missing';
  if (exists) return path === '/version.json' ? 'runtime' : 'other';
  const looksLikeFile = path.slice(path.lastIndexOf('/')).includes('.');
  return !looksLikeFile && isNavigation(request) ? 'index' : 'missing';
}

/**
 * Answers a GET or HEAD request from a bundle as the container's nginx does: headers of the bundle, compressed files, assets cached for
 * ever, the page revalidated every time, 404 for missing files.
 */
export async function answerFromBundle(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, backendUrl }: Bundle,
): Promise<FastifyReply> {
  const { csp, headers, cacheControl, pageTag } = headerFile(folder);
  const { origin } = new URL(backendUrl);
  const path = pathOf(request.raw.url ?? '/');
  const kind = kindOf(request, folder, path);
  reply.headers({
    ...headers,
    'Content-Security-Policy': csp.replaceAll(apiPlaceholder, origin),
    'Cache-Control': cacheControl[kind],
  });
  if (request.raw.url === `/${securityTxt}`) return reply.redirect(`${backendUrl}${securityTxt}`);
  if (kind === 'missing' || path === null) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
  if (path === '/config.json') return reply.send({ BACKEND_URL: backendUrl });
  if (kind === 'index') {
    const tag = pageTag.replaceAll(apiPlaceholder, origin);
    reply.header('ETag', tag);
    if (request.headers['if-none-match']?.split(/ *, */).includes(tag)) return reply.code(304).send();
  }
  // Two releases may have files of the same time and size, so of the files only those named by content hash get a validator of them.
  const validators = { etag: kind === 'assets', lastModified: false, acceptRanges: kind === 'assets' };
  return reply.sendFile(kind === 'index' ? 'index.html' : path.slice(1), folder, {
    cacheControl: false,
    ...validators,
  });
}
