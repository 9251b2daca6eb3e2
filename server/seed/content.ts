import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import sharp from 'sharp';
import type { QueueType } from '../../contract/interpretations.ts';
import type { Tables } from '../db/tables.ts';
import type { Deployment } from '../deployment.ts';
import { inChunks, writeContent } from '../files/contents.ts';
import { insertFile } from '../resources/files/repository.ts';
import { contentWords, countryWords } from './locale.ts';
import { type Random, seededRandom } from './random.ts';

const size = { width: 1280, height: 480 };

/**
 * Drawn smaller by this factor and scaled up smoothly: drawing each pixel would take longer than all other demo data.
 */
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
async function addSliders(trx: Kysely<Tables>, deployment: Deployment, key: string, created: Date): Promise<void> {
  if (!deployment.flags.sliders) return;
  for (const [index, title] of contentWords(deployment).sliders.entries()) {
    const random = seededRandom(`${key}/slider/${index}`);
    const [slider, id] = [random.id(), random.id()];
    const picture = await drawPicture(deployment, random);
    const content = await writeContent(trx, { id, begun: created }, inChunks(Readable.from([picture])));
    await trx.insertInto('sliders').values({ id: slider, title, created }).execute();
    await insertFile(trx, {
      id,
      purpose: 'slider',
      name: `slider-${index + 1}.jpg`,
      media_type: 'image/jpeg',
      ...content,
      ...size,
      uploaded_by: null,
      created,
      collection: 'sliders',
      record_id: slider,
    });
  }
}

/** Adds the closure categories in order; the database assigns their positions. */
async function addClosureCategories(
  trx: Kysely<Tables>,
  deployment: Deployment,
  key: string,
  created: Date,
): Promise<void> {
  const random = seededRandom(`${key}/closure`);
  for (const { title, group, subcategories } of contentWords(deployment).closure) {
    const parent = random.id();
    await trx.insertInto('closure_categories').values({ id: parent, title, group, parent_id: null, created }).execute();
    for (const below of subcategories)
      await trx
        .insertInto('closure_categories')
        .values({ id: random.id(), title: below, group: null, parent_id: parent, created })
        .execute();
  }
}

/** Adds common phone numbers. */
async function addContacts(trx: Kysely<Tables>, deployment: Deployment, key: string, created: Date): Promise<void> {
  const random = seededRandom(`${key}/contacts`);
  const { phone } = countryWords(deployment);
  const contacts = contentWords(deployment).contacts.map((name) => {
    return { id: random.id(), name, phoneNumber: random.digits(phone), created };
  });
  await trx.insertInto('contacts').values(contacts).execute();
}

/** The usual order of queues; reserved priorities are for the emergency queue only (Q16). */
const byUrgency = ['emergency', 'incoming_call', 'social', 'commercial'] as const satisfies QueueType[];

/** The priority of each queue of the deployment: emergencies get the first, the others those that are not reserved. */
export function prioritiesOf({ flags, reservedQueuePriorities: reserved }: Deployment) {
  const free = (after: number): number => (reserved.includes(after + 1) ? free(after + 1) : after + 1);
  let last = 1;
  return byUrgency
    .filter((queue) => flags.queues && (queue !== 'incoming_call' || flags.relay))
    .map((queue_type) => {
      if (queue_type !== 'emergency') last = free(last);
      return { queue_type, priority: last };
    });
}

/** Sets the priority of each queue that has none. */
export async function addPriorities(trx: Kysely<Tables>, deployment: Deployment): Promise<void> {
  const priorities = prioritiesOf(deployment);
  if (priorities.length === 0) return;
  await trx
    .insertInto('queue_priorities')
    .values(priorities)
    .onConflict((conflict) => conflict.column('queue_type').doNothing())
    .execute();
}

/** Adds content that staff would enter: slider images, contacts, closure categories. */
export async function addContent(
  trx: Kysely<Tables>,
  deployment: Deployment,
  { key, created }: { key: string; created: Date },
): Promise<void> {
  await addSliders(trx, deployment, key, created);
  await addContacts(trx, deployment, key, created);
  await addClosureCategories(trx, deployment, key, created);
}

/** Ids of closure categories, for answered and for unanswered requests, the most frequent first. */
export type Closures = { held: string[]; missed: string[] };

/** The existing subcategories, for answered and for unanswered requests. */
export async function findClosures(trx: Kysely<Tables>, deployment: Deployment): Promise<Closures> {
  const heldGroup = contentWords(deployment).closure[0]?.group;
  const rows = await trx
    .selectFrom('closure_categories as categories')
    .innerJoin('closure_categories as parents', 'parents.id', 'categories.parent_id')
    .select(['categories.id', 'parents.group'])
    .orderBy('parents.position')
    .orderBy('categories.position')
    .execute();
  const idsOf = (isHeld: boolean) => rows.flatMap(({ id, group }) => ((group === heldGroup) === isHeld ? id : []));
  return { held: idsOf(true), missed: idsOf(false) };
}
