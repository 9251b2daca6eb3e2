import sharp from 'sharp';
import type { Deployment } from '../../deployment.ts';
import type { AddRecords } from '../content.ts';
import { contentWords } from '../locale.ts';
import { addPlainFiles } from '../plainFiles.ts';
import { type Random, seededRandom } from '../random.ts';

const size = { width: 1280, height: 480 };

/** Drawn smaller by this factor and scaled up smoothly: drawing each pixel would take longer than all other demo data. */
const scale = 8;

type Colour = [number, number, number];

function rgb(colour: string): Colour {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Rings that spread from two points, in the colours of the deployment. */
async function drawPicture({ colours }: Deployment, random: Random): Promise<Buffer> {
  const [dark, light] = [rgb(colours.accent), rgb(colours.ground)];
  const [width, height] = [size.width / scale, size.height / scale];
  const places = [0.2, 0.8].map((at) => ({
    x: width * at + random.between(-120, 120) / scale,
    y: random.between(0, height),
    step: random.between(70, 130) / scale,
  }));
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0, index = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let part = 0; part < 3; part += 1, index += 1) {
        const rings = places.map((place) => Math.cos((Math.hypot(x - place.x, y - place.y) / place.step) * Math.PI));
        const share = 0.5 + (0.22 * ((rings[0] ?? 0) + (rings[1] ?? 0)) + 0.3 * (x / width - 0.5));
        pixels[index] = Math.round((dark[part] ?? 0) * share + (light[part] ?? 0) * (1 - share));
      }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ ...size, kernel: 'cubic' })
    .jpeg({ quality: 78 })
    .toBuffer();
}

/** Adds the slider images in order, if the deployment has the flag. */
export const addRecords: AddRecords = async (trx, deployment, { key, created }) => {
  if (!deployment.flags.sliders) return;
  for (const [index, title] of contentWords(deployment).sliders.entries()) {
    const random = seededRandom(`${key}/slider/${index}`);
    const [slider, id] = [random.id(), random.id()];
    const bytes = await drawPicture(deployment, random);
    await trx.insertInto('sliders').values({ id: slider, title, created }).execute();
    await addPlainFiles(trx, [
      {
        id,
        bytes,
        purpose: 'slider',
        name: `slider-${index + 1}.jpg`,
        media_type: 'image/jpeg',
        ...size,
        uploaded_by: null,
        created,
        collection: 'sliders',
        record_id: slider,
      },
    ]);
  }
};
