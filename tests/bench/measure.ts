import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';

/** A build to measure, as a command that starts from scratch. */
export type Case = {
  name: string;
  /** Arguments of Node. */
  args: string[];
  /** Paths to delete before it starts. */
  remove: string[];
  /** The number of runs. */
  runs: number;
};

/** Wall time of each run in seconds, in the order of the rounds; and the output of the last one. */
export type Measured = { seconds: number[]; out: string };

/** The smallest value that is larger than a share (0 to 1) of the values; 0 without values. */
export function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}

/** The median; for an even number, the upper one. */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** Processors and memory of this machine. */
export const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;

/**
 * How many times as long one took as the other: the median over rounds that measured both, one shortly after the other,
 * which cancels out other load.
 */
export function ratio(a: Measured, b: Measured): number {
  return median(a.seconds.flatMap((seconds, round) => (b.seconds[round] ? [seconds / b.seconds[round]] : [])));
}

/** The same compile cache of Node as in `npm run build`. */
const env = { ...process.env, NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../.cache/node') };

function once({ name, args, remove }: Case): { seconds: number; out: string } {
  for (const path of remove) rmSync(path, { recursive: true, force: true });
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28, env });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`${name} failed:\n${stdout}\n${stderr}`);
  return { seconds, out: stdout };
}

/** Runs all cases in turns, so that a slow minute of the machine affects all of them. */
export function measure(cases: Case[], progress: (line: string) => void): Map<string, Measured> {
  const results = new Map<string, Measured>();
  const rounds = Math.max(...cases.map(({ runs }) => runs));
  for (let round = 0; round < rounds; round++) {
    for (const measuredCase of cases.filter(({ runs }) => round < runs)) {
      const { seconds, out } = once(measuredCase);
      results.set(measuredCase.name, { seconds: [...(results.get(measuredCase.name)?.seconds ?? []), seconds], out });
      progress(`${measuredCase.name}: ${seconds.toFixed(2)} s (${round + 1} of ${measuredCase.runs})`);
    }
  }
  return results;
}
