import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../../server/CommandError.ts';
import { confirm, shareConfirmed } from './confirmed.ts';
import { ImageLayout } from '../image/ImageLayout.ts';
import { tenantOf } from '../image/imageName.ts';
import type { BuildResult } from './buildTenants.ts';

/** A time zone and a locale that most machines do not have: builds must not depend on them. */
const unusualEnvironment = { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };

/** Every file below a folder, sorted, relative to it. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Differences between two folders, one line per file: missing on one side, or the first byte that differs. */
export function differences(first: string, second: string): string[] {
  const [ours, theirs] = [filesUnder(first), filesUnder(second)];
  const oneSided = [
    ...ours.filter((file) => !theirs.includes(file)).map((file) => `${file} is only in ${first}`),
    ...theirs.filter((file) => !ours.includes(file)).map((file) => `${file} is only in ${second}`),
  ];
  const changed = ours.flatMap((file) => {
    if (!theirs.includes(file)) return [];
    const [a, b] = [readFileSync(join(first, file)), readFileSync(join(second, file))];
    if (a.equals(b)) return [];
    const length = Math.min(a.length, b.length);
    let at = 0;
    while (at < length && a[at] === b[at]) at += 1;
    return [`${file} differs from byte ${at}`];
  });
  return [...oneSided, ...changed];
}

/** What is built a second time. */
export type Verified = {
  root: string;
  out: string;
  compress: boolean;
  /** The cache of the first build. */
  cache: string;
  /** Use the compile and the bases of the first build if two of the same sources were found equal before. */
  reuseConfirmed: boolean;
  /** Also compare the images in `<out>/images/`; with the base, if given, and a layout with the images of the releases before. */
  images?: { base?: string; apiBase?: string; previous: string };
};

/** Digests of the images of some deployments, by name. */
function imagesIn(out: string, ids: string[]): Map<string, string> {
  const { manifests } = new ImageLayout(join(out, 'images')).index();
  return new Map(
    manifests
      .filter((image) => ids.includes(tenantOf(image) ?? ''))
      .map(({ annotations, digest }) => [annotations?.['org.opencontainers.image.ref.name'] ?? '', digest]),
  );
}

/**
 * The downloaded packages and compressed files are verified by hash, so the second build may share them; it makes its own bases and layers of
 * the packages. Compressing anew would take two thirds of the time. It needs to know which deployments changed, or it would blame others
 * for their errors.
 */
export function shareCache(from: string, to: string): void {
  mkdirSync(join(to, 'base'), { recursive: true });
  for (const name of ['base/packages', 'npm', 'compressed'])
    if (existsSync(join(from, name))) symlinkSync(join(from, name), join(to, name));
  if (existsSync(join(from, 'last-good'))) cpSync(join(from, 'last-good'), join(to, 'last-good'), { recursive: true });
}

/** The result of a build in an unusual environment; of one in which deployments failed too. */
async function runBuild(args: string[]): Promise<Pick<BuildResult, 'compileReused' | 'failed'>> {
  const env = { ...process.env, ...unusualEnvironment };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 1 << 28 }).catch(
    (error: Error & { stdout?: string }) => {
      if (error.stdout) return { stdout: error.stdout };
      throw error;
    },
  );
  return JSON.parse(stdout) as BuildResult;
}

/**
 * Builds the deployments, and their images if asked, a second time, in another folder, time zone and locale, and compares byte by byte.
 * From the cache of the first build it uses what is checked by hash (packages, compressed files), and with `reuseConfirmed` compiles,
 * bases and layers that were found equal before. Returns a sentence with the number of equal files and images.
 * @param first the first build, if it still runs: resolves to the deployments that it has built; only they are compared
 * @throws CommandError naming each file and image that differs, or a deployment that can be built only once
 */
export async function verify(
  { root, out, compress, cache: firstCache, reuseConfirmed, images }: Verified,
  ids: string[],
  first: Promise<string[]> = Promise.resolve(ids),
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-verify-'));
  const second = join(folder, 'second', 'dist');
  const cache = join(folder, 'cache');
  try {
    shareCache(firstCache, cache);
    if (reuseConfirmed) shareConfirmed(firstCache, cache);
    const script = resolve(import.meta.dirname, '../build-tenants.ts');
    const options = [
      '--json',
      '--root',
      root,
      '--out',
      second,
      '--cache',
      cache,
      ...(compress ? [] : ['--no-compress']),
    ];
    const bases = [
      ...(images?.base === undefined ? [] : ['--base', images.base]),
      ...(images?.apiBase === undefined ? [] : ['--api-base', images.apiBase]),
    ];
    const imageOptions = images ? ['--image', '--previous', images.previous, ...bases] : [];
    const result = await runBuild([script, ...ids, ...options, ...imageOptions]);
    const built = new Set(await first);
    const compared = ids.filter((id) => built.has(id));
    const unbuilt = result.failed.find(({ id }) => built.has(id));
    if (unbuilt) throw new CommandError(`${unbuilt.id} cannot be built a second time:\n${unbuilt.problems.join('\n')}`);
    const [ours, theirs] = images ? [imagesIn(out, compared), imagesIn(second, compared)] : [new Map(), new Map()];
    const differing = [
      ...compared.flatMap((id) => differences(join(out, id), join(second, id)).map((line) => `${id}: ${line}`)),
      ...[...ours].flatMap(([name, digest]) =>
        theirs.get(name) === digest ? [] : [`image ${name}: ${digest}, then ${theirs.get(name) ?? 'none'}`],
      ),
    ];
    if (differing.length > 0) throw new CommandError(`Two builds of the same sources differ:\n${differing.join('\n')}`);
    confirm(firstCache, cache);
    const files = compared.reduce((sum, id) => sum + filesUnder(join(second, id)).length, 0);
    return [
      `Two builds give the same bytes: ${files} files and ${ours.size} images compared`,
      ...(compress ? ['compressed copies were made once'] : []),
      ...(result.compileReused ? ['the compile of these sources was confirmed before'] : []),
    ].join('; ');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
