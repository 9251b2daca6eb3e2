/** Bytes that one step of the search looks at; no pattern may be shorter. */
const block = 3;

/** A longer window would jump further, but its table would take longer to fill than to use. */
const longestWindow = 64;

const keyOf = (content: Buffer, at: number): number =>
  ((content[at] ?? 0) << 8) ^ ((content[at + 1] ?? 0) << 4) ^ (content[at + 2] ?? 0);

/**
 * Finds any of many patterns in one pass (Wu and Manber, 1994): the three bytes at the end of a window say how far it may
 * jump, so that most bytes are never looked at.
 */
export class PatternSearch {
  readonly #patterns: Buffer[];
  /** From a window's first byte to the first of its last block. */
  readonly #furthest: number;
  readonly #jumps: Uint8Array;
  readonly #candidates = new Map<number, number[]>();

  /** @param patterns each of at least three bytes */
  constructor(patterns: Buffer[]) {
    this.#patterns = patterns;
    const window = Math.min(longestWindow, ...patterns.map(({ length }) => length));
    if (window < block) throw new RangeError(`A pattern needs at least ${block} bytes`);
    this.#furthest = window - block;
    this.#jumps = new Uint8Array(1 << 16).fill(this.#furthest + 1);
    for (const [index, pattern] of patterns.entries()) {
      for (let at = 0; at <= this.#furthest; at++) {
        const key = keyOf(pattern, at);
        this.#jumps[key] = Math.min(this.#jumps[key] ?? 0, this.#furthest - at);
      }
      const last = keyOf(pattern, this.#furthest);
      this.#candidates.set(last, [...(this.#candidates.get(last) ?? []), index]);
    }
  }

  /** Every place where a pattern stands: its index, and the offset of its first byte. */
  in(content: Buffer): { pattern: number; offset: number }[] {
    const found: { pattern: number; offset: number }[] = [];
    const jumps = this.#jumps;
    const furthest = this.#furthest;
    const end = content.length - block;
    for (let at = furthest; at <= end;) {
      const key = keyOf(content, at);
      const jump = jumps[key] ?? 1;
      if (jump === 0) {
        const offset = at - furthest;
        for (const pattern of this.#candidates.get(key) ?? []) {
          if (this.#stands(pattern, content, offset)) found.push({ pattern, offset });
        }
      }
      at += jump || 1;
    }
    return found;
  }

  #stands(pattern: number, content: Buffer, offset: number): boolean {
    const bytes = this.#patterns[pattern];
    if (!bytes || offset + bytes.length > content.length) return false;
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] !== content[offset + at]) return false;
    }
    return true;
  }
}
