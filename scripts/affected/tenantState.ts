import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Tenant } from '../../contract/tenant.ts';
import type { BundleRecord } from '../image/imageParts.ts';

/** What a deployment's bundle is at one revision, as far as it can be compared with another. */
export type TenantState = {
  id: string;
  version: string;
  digest: string;
  /** What the page knows of its deployment. */
  tenant: Tenant;
  /** Hashes of what only this deployment has: its drawings, its colours. */
  brand: Record<string, string>;
  /** Hash of the page without anything of the above, and without the names of scripts. */
  page: string;
  /** Hash of the headers that its server sends; they are beside the bundle, not in its digest. */
  headers: string;
  /** The app's files by the reason that they are there for (`core`, `flag:feedback`, `language:is`): name → SHA-256. */
  files: Record<string, { name: string; sha256: string }[]>;
};

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

const inside = (page: string, pattern: RegExp): string => pattern.exec(page)?.[1] ?? '';

/** A file's name without the hash of its content; empty where it is all hash. */
function lastingName(path: string): string {
  const [, name = '', extension = ''] = /^(.*?)\.?[0-9a-f]{16}(\.\w+)$/.exec(basename(path)) ?? [];
  return name && `${name}${extension}`;
}

/** What is equal in all pages of an app: the elements that say something of the deployment or of its files are left out. */
function frame(page: string): string {
  return page
    .replace(/<(script|style|title|noscript)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<link [^>]*>/g, '')
    .replace(/ (lang|content)="[^"]*"/g, '')
    .replace(/\n+/g, '\n');
}

/** Reads a built bundle. */
export function tenantState(folder: string): TenantState {
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const { id, version, digest, files } = JSON.parse(read('.meta/bundle.json')) as BundleRecord;
  const page = read('index.html');
  const brand: Record<string, string> = { palette: sha256(inside(page, /<style id="brand">([\s\S]*?)<\/style>/)) };
  const byReason: TenantState['files'] = {};
  for (const { path, sha256: hash, reason } of files) {
    const name = lastingName(path);
    if (reason !== 'brand') (byReason[reason] ??= []).push({ name, sha256: hash });
    else if (name) brand[name] = hash;
  }
  return {
    ...{ id, version, digest, brand, files: byReason },
    tenant: JSON.parse(inside(page, /id="tenant">([\s\S]*?)<\/script>/)) as Tenant,
    page: sha256(frame(page)),
    headers: sha256(`${read('.meta/headers.conf')}${read('.meta/cache.conf')}`),
  };
}
