import sharp, { type Sharp } from 'sharp';
import { maxPixels } from '../../contract/filePurposes.ts';
import { ApiProblem } from '../problem.ts';

// Of all that the library can read, only what we take.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);

/** The longest side that a picture is kept at, in pixels. */
const maxSide = 2560;

/** How many pictures are drawn at a time; the threads are those that passwords are hashed on, too. */
const atOnce = 2;

let drawing = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(draw: () => Promise<Result>): Promise<Result> {
  if (drawing >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else drawing += 1;
  try {
    return await draw();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else drawing -= 1;
  }
}

/** A picture as it is kept. */
export type Picture = { bytes: Buffer; width: number; height: number };

const encoders = {
  'image/jpeg': (image: Sharp) => image.jpeg({ quality: 85, mozjpeg: true }),
  'image/png': (image: Sharp) => image.png(),
  'image/webp': (image: Sharp) => image.webp({ quality: 85 }),
};

/** A kind of file that is drawn anew. */
export type PictureType = keyof typeof encoders;

/** Whether a kind of file is drawn anew. */
export function isPicture(type: string): type is PictureType {
  return type in encoders;
}

/**
 * Draws a picture anew: the right way up, no larger than is ever shown, and with nothing in it but what is seen. Where it was
 * taken, by whom, and whatever else was packed into the file stays behind.
 * @throws ApiProblem image_too_large, told from its first bytes, or file_damaged.
 */
export async function redraw(bytes: Buffer, type: PictureType): Promise<Picture> {
  return inTurn(async () => {
    const { width, height } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch((error: unknown) => {
        throw new ApiProblem('file_damaged', {}, { cause: error });
      });
    if (width * height > maxPixels) throw new ApiProblem('image_too_large');
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await encoders[type](image)
      .toBuffer({ resolveWithObject: true })
      .catch((error: unknown) => {
        throw new ApiProblem('file_damaged', {}, { cause: error });
      });
    return { bytes: data, width: info.width, height: info.height };
  });
}

const svgLoader = { operation: ['VipsForeignLoadSvgBuffer'] };
let lastDrawn: Promise<unknown> = Promise.resolve();

/**
 * Draws one of our own drawings, held to the allow-list of `tenants/checks/logo.ts`, as PNG; never what somebody sent. The
 * reader of SVG is let in for that moment only, and for one drawing at a time.
 */
export function drawOwn(svg: string, height: number): Promise<{ png: Buffer; width: number }> {
  const drawn = lastDrawn.then(async () => {
    sharp.unblock(svgLoader);
    try {
      const image = sharp(Buffer.from(svg), { density: 288 }).resize({ height }).png();
      const { data, info } = await image.toBuffer({ resolveWithObject: true });
      return { png: data, width: info.width };
    } finally {
      sharp.block(svgLoader);
    }
  });
  lastDrawn = drawn.catch(() => undefined);
  return drawn;
}
