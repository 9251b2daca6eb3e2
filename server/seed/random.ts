import { createHash } from 'node:crypto';

/** A deterministic random generator. */
export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next: () => number;
  /** A whole number from `min` to `max`, both included. */
  between: (min: number, max: number) => number;
  pick: <Value>(values: readonly Value[]) => Value;
  /** One of the numbers, with its probability proportional to its weight. */
  weighted: (weights: Readonly<Record<number, number>>) => number;
  /** A log-normal number: half are below `median`, a few far above; `spread` is the deviation of its logarithm. */
  skewed: (median: number, spread: number, bounds: { min: number; max: number }) => number;
  /** True with the probability `share`. */
  chance: (share: number) => boolean;
  /** The pattern with every `#` replaced by a digit. */
  digits: (pattern: string) => string;
  /** A record's id: 24 hexadecimal characters. */
  id: () => string;
};

/** A generator for a key (sfc32, seeded with the key's hash). */
export function seededRandom(key: string): Random {
  const hash = createHash('sha256').update(key).digest();
  let [a, b, c, counter] = [hash.readInt32LE(0), hash.readInt32LE(4), hash.readInt32LE(8), 1];
  const word = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  const next = () => word() / 2 ** 32;
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    pick: <Value>(values: readonly Value[]): Value => {
      const value = values[between(0, values.length - 1)];
      if (value === undefined) throw new Error('The list is empty.');
      return value;
    },
    weighted: (weights) => {
      const entries = Object.entries(weights);
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const found = entries.find(([, weight]) => (left -= weight) < 0);
      return Number((found ?? entries.at(-1))?.[0]);
    },
    skewed: (median, spread, { min, max }) => {
      // Box–Muller transform: two uniform numbers to a normal one.
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return Math.min(max, Math.max(min, median * Math.exp(spread * normal)));
    },
    chance: (share) => next() < share,
    digits: (pattern) => pattern.replace(/#/g, () => String(between(0, 9))),
    id: () => [word(), word(), word()].map((part) => part.toString(16).padStart(8, '0')).join(''),
  };
}
