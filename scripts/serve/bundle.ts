import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { apiPlaceholder, type HeaderFile } from '../build/headers.ts';

/** What a path of a bundle is. */
type Kind = 'index' | 'runtime' | 'assets' | 'other' | 'missing';

/** A bundle on disk, as `npm run build` writes it, and the address of its backend. */
export type Bundle = { folder: string; backendUrl: string };

/** Header files by path; one is read again when a build has written it anew. */
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

/** Whether a bundle has been built. */
export function isBuilt(folder: string): boolean {
  return isFile(join(folder, 'index.html')) && isFile(join(folder, '.meta', 'headers.json'));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** The path inside the bundle that a URL names, or null for one that names nothing: hidden, climbing or unreadable. */
function pathOf(url: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '');
  } catch {
    return null;
  }
  const segments = path.split('/').slice(1);
  const isOdd = /[\\\0]/.test(path) || segments.some((segment) => segment.startsWith('.'));
  return isOdd || segments.slice(0, -1).includes('') ? null : path;
}

/** A browser that opens a page, not one that loads a part of it. Those that do not say so are judged by what they accept. */
function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
}

function kindOf(request: FastifyRequest, folder: string, path: string | null): Kind {
  if (path === null) return 'missing';
  if (path === '/' || path === '/index.html') return 'index';
  if (path === '/config.json') return 'runtime';
  // The compressed twins are what is sent in place of a file, never files of their own.
  const isThere = !/\.(br|gz)$/.test(path) && isFile(join(folder, path));
  if (path.startsWith('/assets/')) return isThere ? 'assets' : 'missing';
  if (isThere) return path === '/version.json' ? 'runtime' : 'other';
  const looksLikeFile = path.slice(path.lastIndexOf('/')).includes('.');
  return !looksLikeFile && isNavigation(request) ? 'index' : 'missing';
}

/**
 * Answers one GET or HEAD from a bundle as the container's nginx does: with the headers of the build, compressed where the
 * client can read it, assets for ever, the page always asked for anew, a missing file never as a page.
 */
export async function answerFromBundle(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, backendUrl }: Bundle,
): Promise<FastifyReply> {
  const { csp, headers, cacheControl } = headerFile(folder);
  const path = pathOf(request.raw.url ?? '/');
  const kind = kindOf(request, folder, path);
  reply.headers({
    ...headers,
    'Content-Security-Policy': csp.replaceAll(apiPlaceholder, new URL(backendUrl).origin),
    'Cache-Control': cacheControl[kind],
  });
  if (kind === 'missing' || path === null) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
  if (path === '/config.json') return reply.send({ BACKEND_URL: backendUrl });
  // Only a name that holds the hash of its content says the same for ever; everything else goes without a validator.
  const validators = { etag: kind === 'assets', lastModified: false, acceptRanges: kind === 'assets' };
  return reply.sendFile(kind === 'index' ? 'index.html' : path.slice(1), folder, {
    cacheControl: false,
    ...validators,
  });
}
