import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../lib/CommandError.ts';

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

/**
 * Builds the deployments a second time, without cache, in another folder, time zone and locale, and compares byte by byte.
 * Returns the number of equal files.
 * @throws CommandError naming each file that differs.
 */
export async function verify(
  { root, out, compress }: { root: string; out: string; compress: boolean },
  ids: string[],
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-verify-'));
  const second = join(folder, 'second', 'dist');
  try {
    const script = resolve(import.meta.dirname, '../build-tenants.ts');
    const options = ['--json', '--root', root, '--out', second, '--cache', join(folder, 'cache')];
    await promisify(execFile)(process.execPath, [script, ...ids, ...options, ...(compress ? [] : ['--no-compress'])], {
      env: { ...process.env, ...unusualEnvironment },
      maxBuffer: 1 << 28,
    });
    const differing = ids.flatMap((id) => differences(join(out, id), join(second, id)).map((line) => `${id}: ${line}`));
    if (differing.length > 0) throw new CommandError(`Two builds of the same sources differ:\n${differing.join('\n')}`);
    return ids.reduce((sum, id) => sum + filesUnder(join(second, id)).length, 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
