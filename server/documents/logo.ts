import { renderSvg } from '../files/pictures.ts';

/** A logo as PNG for programs that render no SVG; its size in the document in points. */
export type Picture = { png: Buffer; width: number; height: number };

/** The height of the logo in pixels, and the scale of its PNG. */
const [logoHeight, fineness] = [40, 4];

const drawn = new Map<string, Promise<Picture>>();

/** A logo as PNG; rendered once. */
export function pictureOf(svg: string): Promise<Picture> {
  const known = drawn.get(svg);
  if (known) return known;
  const picture = renderSvg(svg, logoHeight * fineness).then(({ png, width }) => ({
    png,
    width: Math.round(width / fineness),
    height: logoHeight,
  }));
  drawn.set(svg, picture);
  // Failures are not cached.
  picture.catch(() => drawn.delete(svg));
  return picture;
}
