/**
 * Strips of the contact sheet: one picture per deployment with every screen in light and dark, side by side. They are stored
 * lossless, so that compression adds no difference.
 */
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** The cells of a strip from left to right: each screen in light and dark. */
export const cells = ['sign-in', 'overview', 'calendar'].flatMap((screen) =>
  (['light', 'dark'] as const).map((palette) => ({ screen, palette, name: `${screen}, ${palette}` })),
);

/** Size of a cell in pixels. */
export const cell = { width: 400, height: 250 };

/** Colour difference (0 to 1) from which a pixel counts as changed: above a browser's rounding, below what an eye sees. */
const threshold = 0.1;
/** A cell counts as changed above this number of changed pixels, so that a caret or a rounded corner does not matter. */
const toleratedPixels = 20;

/** Puts screenshots side by side, in the order of `cells`. Returns a lossless WebP. */
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

/** The changed cells with the share of their changed pixels (0 to 1), and a picture that highlights those pixels. */
export type Difference = { changed: { name: string; share: number }[]; picture: Buffer };

/** Compares a strip with the accepted one. Strips of different sizes differ in every cell. */
export async function compareStrips(accepted: Buffer, current: Buffer): Promise<Difference> {
  const [before, after] = await Promise.all([sharp(accepted).metadata(), sharp(current).metadata()]);
  if (before.width !== after.width || before.height !== after.height)
    return { changed: cells.map(({ name }) => ({ name, share: 1 })), picture: current };
  const { width, height } = cell;
  const compared = await Promise.all(
    cells.map(async ({ name }, index) => {
      const highlighted = Buffer.alloc(width * height * 4);
      const [old, now] = await Promise.all([pixelsOf(accepted, index), pixelsOf(current, index)]);
      const count = pixelmatch(old, now, highlighted, width, height, { threshold });
      const picture = await sharp(highlighted, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer();
      return { name, count, picture };
    }),
  );
  return {
    changed: compared
      .filter(({ count }) => count > toleratedPixels)
      .map(({ name, count }) => ({ name, share: count / (width * height) })),
    picture: await makeStrip(compared.map(({ picture }) => picture)),
  };
}
