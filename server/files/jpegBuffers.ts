const startOfScan = 0xda;
const startOfImage = 0xd8;

/** Markers that begin a frame (SOF0 to SOF15), without the three in this range with another meaning. */
function beginsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

const isProgressive = (marker: number) => (marker & 3) === 2;

/**
 * How many bytes of coefficients a JPEG decoder holds at once (ITU T.81): all, two bytes each, for a picture in several
 * scans, as every progressive one is; none for a single scan.
 */
export function bufferedByJpeg(bytes: Buffer): number {
  let whole = 0;
  let components = 0;
  let inScans = false;
  let at = 0;
  while (at + 9 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0xff || marker === startOfImage) {
      at += marker === startOfImage && bytes[at] === 0xff ? 2 : 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (marker === startOfScan) return inScans || (bytes[at + 4] ?? 0) < components ? whole : 0;
    if (beginsFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      components = bytes[at + 9] ?? 0;
      const factors = Array.from({ length: components }, (_, index) => bytes[at + 11 + 3 * index] ?? 0x11);
      const across = factors.map((factor) => factor >> 4 || 1);
      const down = factors.map((factor) => factor & 15 || 1);
      const [mostAcross, mostDown] = [Math.max(...across, 1), Math.max(...down, 1)];
      const blocks = (size: number, factor: number, most: number) => Math.ceil((size * factor) / (8 * most));
      whole = factors.reduce(
        (sum, _, index) =>
          sum + 128 * blocks(width, across[index] ?? 1, mostAcross) * blocks(height, down[index] ?? 1, mostDown),
        0,
      );
      inScans = isProgressive(marker);
    }
    at += 2 + length;
  }
  return whole;
}
