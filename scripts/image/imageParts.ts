import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../lib/CommandError.ts';
import type { Entry } from './makeLayer.ts';

/** Where everything of ours is inside an image. */
export const home = 'usr/share/signboard';

const docker = join(import.meta.dirname, '../../docker');

/** What an image is made from: `.meta/bundle.json` of a built deployment. */
export type BundleRecord = {
  id: string;
  version: string;
  commit: string;
  digest: string;
  files: { path: string; sha256: string; reason: string }[];
  /** Packages of the lockfile that something of the bundle comes from: `node_modules/react`. */
  packages: string[];
};

/**
 * Reads what a build says of a deployment's bundle.
 * @throws CommandError when there is none.
 */
export function readBundle(folder: string): BundleRecord {
  const path = join(folder, '.meta/bundle.json');
  if (!existsSync(path)) throw new CommandError(`${folder} holds no bundle. Build it first: npm run build`);
  return JSON.parse(readFileSync(path, 'utf8')) as BundleRecord;
}

/** Files that are in an image for one reason. */
export type Part = {
  reason: string;
  /** Equal in two parts when their files are. */
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

/**
 * Why a file's layer is there. What needs two things at once (a feature's words) goes with the brand: every pair of a
 * flag and a language would be a layer of a few hundred bytes, and an image can have 127 at most.
 */
function layerOf(reason: string): string {
  return /^(core|flag:\w+|language:\w+)$/.test(reason) ? reason : 'brand';
}

const order = ['core', 'flag', 'language', 'brand'];

/** The layers of a deployment by reason, those that most images share first. */
export function bundleParts(folder: string, { files }: BundleRecord): Part[] {
  const groups = new Map<string, { path: string; sha256: string }[]>();
  for (const { path, sha256, reason } of files) {
    const layer = layerOf(reason);
    const twins = [path, `${path}.br`, `${path}.gz`].filter((twin) => existsSync(join(folder, twin)));
    groups.set(layer, [...(groups.get(layer) ?? []), ...twins.map((twin) => ({ path: twin, sha256 }))]);
  }
  const rank = (reason: string): string => `${order.indexOf(reason.split(':')[0] ?? '')}${reason}`;
  return [...groups]
    .sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
    .map(([reason, group]) => ({
      reason,
      key: JSON.stringify([reason, reason === 'brand' ? folder : '', group]),
      entries: () => [
        ...group.map(({ path }) => ({ path: `${home}/www/${path}`, content: readFileSync(join(folder, path)) })),
        ...(reason === 'brand' ? configuration(folder) : []),
      ],
    }));
}

/** The bundle's headers, as nginx reads them. */
function configuration(folder: string): Entry[] {
  return ['headers.conf', 'cache.conf'].map((name) => ({
    path: `${home}/${name}`,
    content: readFileSync(join(folder, '.meta', name)),
  }));
}
