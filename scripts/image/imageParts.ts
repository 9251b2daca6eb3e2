import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../server/CommandError.ts';
import { commitLayer } from './contentOf.ts';
import type { Entry } from './makeLayer.ts';

/** Folder of all own files in an image. */
export const home = 'usr/share/signboard';

const docker = join(import.meta.dirname, '../../docker');

/** Content of `.meta/bundle.json`, from which an image is built. */
export type BundleRecord = {
  id: string;
  version: string;
  commit: string;
  digest: string;
  files: { path: string; sha256: string; reason: string }[];
  /** Lockfile keys of the packages in the bundle: `node_modules/react`. */
  packages: string[];
};

/**
 * Reads the record of a bundle.
 * @throws CommandError when the folder has no bundle.
 */
export function readBundle(folder: string): BundleRecord {
  const path = join(folder, '.meta/bundle.json');
  if (!existsSync(path)) throw new CommandError(`${folder} contains no bundle. Build it first: npm run build`);
  return JSON.parse(readFileSync(path, 'utf8')) as BundleRecord;
}

/** Files of an image with the same reason; they become one layer. */
export type Part = {
  reason: string;
  /** Equal for parts with equal files. */
  key: string;
  entries: () => Entry[];
};

/** The entry point, the health check and nginx's configuration: the same in every image. */
export function serverPart(): Part {
  const files = [
    { path: 'entrypoint.sh', source: 'entrypoint.sh', mode: 0o755 },
    { path: 'healthcheck.sh', source: 'healthcheck.sh', mode: 0o755 },
    { path: 'nginx.conf', source: 'nginx/nginx.conf', mode: 0o644 },
  ];
  return {
    reason: 'server',
    key: 'server',
    entries: () =>
      files.map(({ path, source, mode }) => ({
        path: `${home}/${path}`,
        content: readFileSync(join(docker, source)),
        mode,
      })),
  };
}

/** The only served file that names the commit. */
const commitFile = 'version.json';

/**
 * The layer of a file. Files with several conditions (translations of a feature) go into the brand layer: each pair of flag and
 * language would be a layer of a few hundred bytes, and an image can have 127 layers at most.
 */
function layerOf(path: string, reason: string): string {
  if (path === commitFile) return commitLayer;
  return /^(core|flag:\w+|language:\w+)$/.test(reason) ? reason : 'brand';
}

const order = ['core', 'flag', 'language', 'brand', commitLayer];

/** The layers of a deployment by reason, the most widely shared first. */
export function bundleParts(folder: string, bundle: BundleRecord): Part[] {
  const { files } = bundle;
  const expected = hashesOf(folder, bundle);
  const groups = new Map<string, { path: string; sha256: string }[]>();
  for (const { path, sha256, reason } of files) {
    const layer = layerOf(path, reason);
    const variants = [path, `${path}.br`, `${path}.gz`].filter((variant) => existsSync(join(folder, variant)));
    groups.set(layer, [...(groups.get(layer) ?? []), ...variants.map((variant) => ({ path: variant, sha256 }))]);
  }
  const rank = (reason: string): string => `${order.indexOf(reason.split(':')[0] ?? '')}${reason}`;
  return [...groups]
    .sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
    .map(([reason, group]) => ({
      reason,
      key: JSON.stringify([reason, reason === 'brand' ? folder : '', group]),
      entries: () => [
        ...group.map(({ path }) => ({
          path: `${home}/www/${path}`,
          content: readUnchanged(folder, path, expected.get(path), bundle.id),
        })),
        ...(reason === 'brand' ? headerFiles(folder) : []),
      ],
    }));
}

/** SHA-256 of each served file as it was built, with its compressed variants. */
function hashesOf(folder: string, { files }: BundleRecord): Map<string, string> {
  const path = join(folder, '.meta/compressed.json');
  const compressed = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {};
  return new Map([...files.map((file) => [file.path, file.sha256] as const), ...Object.entries(compressed)]);
}

/** @throws CommandError when a file was changed after the build. */
function readUnchanged(folder: string, path: string, expected: string | undefined, id: string): Buffer {
  const content = readFileSync(join(folder, path));
  if (hash('sha256', content) === expected) return content;
  throw new CommandError(
    `${join(folder, path)} was changed after the build. Files there may be links to files of other deployments, so do not edit ` +
      `them. Build it again: npm run build -- ${id}`,
  );
}

/** nginx configuration of the bundle's headers. */
function headerFiles(folder: string): Entry[] {
  return ['headers.conf', 'cache.conf'].map((name) => ({
    path: `${home}/${name}`,
    content: readFileSync(join(folder, '.meta', name)),
  }));
}
