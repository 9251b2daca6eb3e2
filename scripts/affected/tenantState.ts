import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Tenant } from '../../contract/tenant.ts';
import type { BundleRecord } from '../image/imageParts.ts';

/** A deployment's bundle at one revision, reduced to what is compared. */
export type TenantState = {
  id: string;
  version: string;
  digest: string;
  /** The tenant data in the page. */
  tenant: Tenant;
  /** Hashes of logos and palette. */
  brand: Record<string, string>;
  /** Hash of the page without tenant data, palette and file names. */
  page: string;
  /** Hash of the response headers; they are not part of the bundle's digest. */
  headers: string;
  /** Files of the app with their SHA-256, by the reason why the bundle contains them: `core`, `flag:feedback`, `language:is`. */
  files: Record<string, { name: string; sha256: string }[]>;
};

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

const firstGroup = (page: string, pattern: RegExp): string => pattern.exec(page)?.[1] ?? '';

/** A file's name without its content hash; empty when the name is the hash. */
function nameWithoutHash(path: string): string {
  const [, name = '', extension = ''] = /^(.*?)\.?[0-9a-f]{16}(\.\w+)$/.exec(basename(path)) ?? [];
  return name && `${name}${extension}`;
}

/** The page without the elements that depend on the deployment or on file names. */
function pageTemplate(page: string): string {
  return page
    .replace(/<(script|style|title|noscript|template|svg)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<link [^>]*>/g, '')
    .replace(/ (lang|content)="[^"]*"/g, '')
    .replace(/\n+/g, '\n');
}

/** Reads a built bundle. */
export function tenantState(folder: string): TenantState {
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const { id, version, digest, files } = JSON.parse(read('.meta/bundle.json')) as BundleRecord;
  const page = read('index.html');
  const brand: Record<string, string> = { palette: sha256(firstGroup(page, /<style id="brand">([\s\S]*?)<\/style>/)) };
  const byReason: TenantState['files'] = {};
  for (const { path, sha256: hash, reason } of files) {
    const name = nameWithoutHash(path);
    if (reason !== 'brand') (byReason[reason] ??= []).push({ name, sha256: hash });
    else if (name) brand[name] = hash;
  }
  return {
    id,
    version,
    digest,
    brand,
    files: byReason,
    tenant: JSON.parse(firstGroup(page, /id="tenant">([\s\S]*?)<\/script>/)) as Tenant,
    page: sha256(pageTemplate(page)),
    headers: sha256(`${read('.meta/headers.conf')}${read('.meta/cache.conf')}`),
  };
}
