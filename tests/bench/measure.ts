import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';

/** One way to build, as a command that starts from nothing. */
export type Case = {
  name: string;
  /** Arguments of Node. */
  args: string[];
  /** What must not be there when it starts. */
  remove: string[];
  /** How often it is run. */
  runs: number;
};

/** Wall time of each run in seconds, in the order of the rounds; and what the last one printed. */
export type Measured = { seconds: number[]; out: string };

/** The middle one; of an even number, the upper of the two. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * How many times as long one took as the other: the median of the rounds in which both were measured, one shortly after
 * the other, so that what else the machine did falls out.
 */
export function ratio(one: Measured, other: Measured): number {
  return median(
    one.seconds.flatMap((seconds, round) => (other.seconds[round] ? [seconds / other.seconds[round]] : [])),
  );
}

/** Node keeps the modules that it has read, as `npm run build` has it. */
const env = { ...process.env, NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../.cache/node') };

function once({ name, args, remove }: Case): { seconds: number; out: string } {
  for (const path of remove) rmSync(path, { recursive: true, force: true });
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28, env });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`${name} failed:\n${stdout}\n${stderr}`);
  return { seconds, out: stdout };
}

/** Runs all cases in turns, so that a slow minute of the machine falls on all of them alike. */
export function measure(cases: Case[], progress: (line: string) => void): Map<string, Measured> {
  const results = new Map<string, Measured>();
  const rounds = Math.max(...cases.map(({ runs }) => runs));
  for (let round = 0; round < rounds; round++) {
    for (const one of cases.filter(({ runs }) => round < runs)) {
      const { seconds, out } = once(one);
      results.set(one.name, { seconds: [...(results.get(one.name)?.seconds ?? []), seconds], out });
      progress(`${one.name}: ${seconds.toFixed(2)} s (${round + 1} of ${one.runs})`);
    }
  }
  return results;
}
