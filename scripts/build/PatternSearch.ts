/** Bytes that one step of the search reads; the shortest possible pattern. */
const block = 3;

/** A longer window would jump further, but filling its table would take longer than the search. */
const longestWindow = 64;

const keyOf = (content: Buffer, at: number): number =>
  ((content[at] ?? 0) << 8) ^ ((content[at + 1] ?? 0) << 4) ^ (content[at + 2] ?? 0);

/**
 * Searches for many patterns in one pass (Wu and Manber, 1994): the last three bytes of a window determine how far it can jump,
 * so most bytes are never read.
 */
export class PatternSearch {
  readonly #patterns: Buffer[];
  /** Offset of the last block in a window. */
  readonly #lastBlock: number;
  readonly #jumps: Uint8Array;
  readonly #candidates = new Map<number, number[]>();

  /** @param patterns each of at least three bytes */
  constructor(patterns: Buffer[]) {
    this.#patterns = patterns;
    const window = Math.min(longestWindow, ...patterns.map(({ length }) => length));
    if (window < block) throw new RangeError(`A pattern needs at least ${block} bytes`);
    this.#lastBlock = window - block;
    this.#jumps = new Uint8Array(1 << 16).fill(this.#lastBlock + 1);
    for (const [index, pattern] of patterns.entries()) {
      for (let at = 0; at <= this.#lastBlock; at++) {
        const key = keyOf(pattern, at);
        this.#jumps[key] = Math.min(this.#jumps[key] ?? 0, this.#lastBlock - at);
      }
      const last = keyOf(pattern, this.#lastBlock);
      const candidates = this.#candidates.get(last) ?? [];
      candidates.push(index);
      this.#candidates.set(last, candidates);
    }
  }

  /** Every occurrence: index of the pattern and offset of its first byte. */
  in(content: Buffer): { pattern: number; offset: number }[] {
    const occurrences: { pattern: number; offset: number }[] = [];
    const jumps = this.#jumps;
    const lastBlock = this.#lastBlock;
    const end = content.length - block;
    for (let at = lastBlock; at <= end;) {
      const key = keyOf(content, at);
      const jump = jumps[key] ?? 1;
      if (jump === 0) {
        const offset = at - lastBlock;
        for (const pattern of this.#candidates.get(key) ?? []) {
          if (this.#matches(pattern, content, offset)) occurrences.push({ pattern, offset });
        }
      }
      at += jump || 1;
    }
    return occurrences;
  }

  #matches(pattern: number, content: Buffer, offset: number): boolean {
    const bytes = this.#patterns[pattern];
    if (!bytes || offset + bytes.length > content.length) return false;
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] !== content[offset + at]) return false;
    }
    return true;
  }
}
