/** The viewBox of the lines. */
export const drawing = { width: 800, height: 1000 } as const;

const lineCount = 22;
const step = 20;

/** Pseudo-random numbers from 0 to 1, seeded with a text (FNV-1a, then mulberry32). */
function numbersFrom(word: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of word) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Decorative lines between two waves, like the paths of signing hands; deterministic per brand and variant. Each is the `d` of an
 * SVG path within `drawing`.
 */
export function brandLines(brand: string, variant?: number): string[] {
  const next = numbersFrom(variant === undefined ? brand : `${brand} ${variant}`);
  const between = (low: number, high: number) => low + next() * (high - low);
  const wave = (middle: number) => {
    const [slow, quick] = [
      { size: between(70, 150), turns: between(0.5, 1), start: between(0, 2 * Math.PI) },
      { size: between(20, 60), turns: between(1.3, 2.1), start: between(0, 2 * Math.PI) },
    ];
    return (x: number) =>
      [slow, quick].reduce(
        (y, { size, turns, start }) => y + size * Math.sin(start + (x / drawing.width) * turns * 2 * Math.PI),
        middle,
      );
  };
  const upper = wave(between(180, 300));
  const lower = wave(between(480, 640));
  return Array.from({ length: lineCount }, (_, line) => {
    const share = line / (lineCount - 1);
    const points: string[] = [];
    for (let x = -step; x <= drawing.width + step; x += step) {
      const y = upper(x) * (1 - share) + lower(x) * share;
      points.push(`${x},${y.toFixed(1)}`);
    }
    return `M${points.join('L')}`;
  });
}
