/**
 * The strips of the contact sheet: per deployment one picture, in which every screen stands in both palettes side by side.
 * They are kept without loss, so that only what the product draws otherwise tells two of them apart.
 */
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** The screens of a strip, each light and dark: its cells from left to right. */
export const cells = ['sign-in', 'overview', 'calendar'].flatMap((screen) =>
  (['light', 'dark'] as const).map((palette) => ({ screen, palette, name: `${screen}, ${palette}` })),
);

/** One cell, in pixels. */
export const cell = { width: 400, height: 250 };

/** A pixel may differ by so much (0 to 1) before it counts: less than an eye sees, more than a browser's rounding. */
const threshold = 0.1;
/** So many pixels of a cell may count before it is another picture: a caret, a rounded corner. */
const spared = 20;

/** Puts screenshots side by side, in the order of `cells`. Answers a WebP without loss. */
export async function makeStrip(pictures: readonly Buffer[]): Promise<Buffer> {
  if (pictures.length !== cells.length)
    throw new RangeError(`A strip has ${cells.length} pictures, not ${pictures.length}.`);
  const small = await Promise.all(pictures.map((picture) => sharp(picture).resize(cell).removeAlpha().toBuffer()));
  return sharp({
    create: { width: cell.width * cells.length, height: cell.height, channels: 3, background: 'white' },
  })
    .composite(small.map((input, index) => ({ input, left: index * cell.width, top: 0 })))
    .webp({ lossless: true, effort: 6 })
    .toBuffer();
}

function pixelsOf(strip: Buffer, index: number): Promise<Buffer> {
  return sharp(strip)
    .extract({ left: index * cell.width, top: 0, ...cell })
    .ensureAlpha()
    .raw()
    .toBuffer();
}

/** What became of a strip: the cells that look otherwise, with the share of their pixels (0 to 1), and a picture that marks them. */
export type Difference = { changed: { name: string; share: number }[]; picture: Buffer };

/** Compares a strip with the one that was accepted. Every cell of a strip of another size has changed. */
export async function compareStrips(accepted: Buffer, found: Buffer): Promise<Difference> {
  const [before, after] = await Promise.all([sharp(accepted).metadata(), sharp(found).metadata()]);
  if (before.width !== after.width || before.height !== after.height)
    return { changed: cells.map(({ name }) => ({ name, share: 1 })), picture: found };
  const { width, height } = cell;
  const compared = await Promise.all(
    cells.map(async ({ name }, index) => {
      const marked = Buffer.alloc(width * height * 4);
      const [old, now] = await Promise.all([pixelsOf(accepted, index), pixelsOf(found, index)]);
      const count = pixelmatch(old, now, marked, width, height, { threshold });
      const picture = await sharp(marked, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer();
      return { name, count, picture };
    }),
  );
  return {
    changed: compared
      .filter(({ count }) => count > spared)
      .map(({ name, count }) => ({ name, share: count / (width * height) })),
    picture: await makeStrip(compared.map(({ picture }) => picture)),
  };
}
