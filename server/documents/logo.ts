import { drawOwn } from '../files/pictures.ts';

/** A logo in points, for programs that draw no SVG; its size in the document is in pixels of 1/96 inch. */
export type Picture = { png: Buffer; width: number; height: number };

/** How high a logo stands in a document, and how much finer it is drawn. */
const [logoHeight, fineness] = [40, 4];

const drawn = new Map<string, Promise<Picture>>();

/** A logo as a picture; drawn once. */
export function pictureOf(svg: string): Promise<Picture> {
  const known = drawn.get(svg);
  if (known) return known;
  const picture = drawOwn(svg, logoHeight * fineness).then(({ png, width }) => ({
    png,
    width: Math.round(width / fineness),
    height: logoHeight,
  }));
  drawn.set(svg, picture);
  // What failed once may work the next time.
  picture.catch(() => drawn.delete(svg));
  return picture;
}
