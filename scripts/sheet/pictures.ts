/** The pictures of the contact sheet: how they are named, stored and compared. */
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** The pages of which every deployment has pictures; `list` and `record` are those of users, `mail` the one with a code. */
const pages = ['sign-in', 'overview', 'calendar', 'list', 'record', 'reports', 'mail'] as const;
/** Width and height in pixels: small enough for the repository, large enough to notice a changed colour, label or place. */
export const sizes = { desk: { width: 400, height: 250 }, phone: { width: 195, height: 422 } } as const;

/** One picture of a deployment. `name` is the name of its file without extension. */
export type Picture = {
  page: (typeof pages)[number];
  size: keyof typeof sizes;
  palette: 'light' | 'dark';
  name: string;
};

/** Every picture of a deployment. A mail has light colours only. */
export const pictures: readonly Picture[] = pages.flatMap((page) =>
  (['desk', 'phone'] as const).flatMap((size) =>
    (page === 'mail' ? (['light'] as const) : (['light', 'dark'] as const)).map((palette) => ({
      page,
      size,
      palette,
      name: `${page}-${size}-${palette}`,
    })),
  ),
);

/** Colour difference (0 to 1) from which a pixel counts as changed: above a browser's rounding, below what an eye sees. */
const threshold = 0.1;
/** A picture counts as changed above this number of changed pixels, so that a caret or a rounded corner does not matter. */
const toleratedPixels = 20;
/** The blocks of which `Comparison.places` tells whether something changed: columns and rows. */
const blocks = { columns: 16, rows: 16 };

/**
 * A screenshot as a picture of the sheet. Equal screenshots give equal bytes, so compression adds no difference; near-lossless
 * WebP takes a third less than lossless.
 */
export function makePicture(screenshot: Buffer, size: Picture['size']): Promise<Buffer> {
  return sharp(screenshot)
    .resize(sizes[size])
    .removeAlpha()
    .webp({ nearLossless: true, quality: 60, effort: 6 })
    .toBuffer();
}

/** How a picture differs from the accepted one. */
export type Comparison = {
  /** The share of changed pixels, 0 to 1; 0 below the tolerance. */
  share: number;
  /** Which blocks of the picture have changed pixels, row by row. */
  places: boolean[];
  /** The changed pixels over a pale copy of the picture, as WebP. */
  difference: Buffer;
};

const pixelsOf = (picture: Buffer) => sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** Compares a picture with the accepted one. Without an accepted one, or with one of another size, all has changed. */
export async function comparePictures(accepted: Buffer | null, current: Buffer): Promise<Comparison> {
  const now = await pixelsOf(current);
  const { width, height } = now.info;
  const before = accepted ? await pixelsOf(accepted) : null;
  const everywhere = Array.from({ length: blocks.columns * blocks.rows }, () => true);
  if (before?.info.width !== width || before.info.height !== height)
    return { share: 1, places: everywhere, difference: current };
  const marked = Buffer.alloc(width * height * 4);
  const count = pixelmatch(before.data, now.data, marked, width, height, { threshold, diffColor: [214, 0, 108] });
  const mask = Buffer.alloc(width * height * 4);
  pixelmatch(before.data, now.data, mask, width, height, { threshold, diffMask: true });
  const places = everywhere.map(() => false);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (mask[pixel * 4 + 3] === 0) continue;
    const column = Math.floor(((pixel % width) * blocks.columns) / width);
    const row = Math.floor((Math.floor(pixel / width) * blocks.rows) / height);
    places[row * blocks.columns + column] = true;
  }
  const difference = await sharp(marked, { raw: { width, height, channels: 4 } })
    .webp({ effort: 2 })
    .toBuffer();
  return { share: count > toleratedPixels ? count / (width * height) : 0, places, difference };
}
