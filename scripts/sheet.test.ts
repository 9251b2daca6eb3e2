import sharp from 'sharp';
import { type Change, groupChanges } from './sheet/changes.ts';
import { changedBundles } from './sheet/changedBundles.ts';
import { comparePictures, makePicture, pictures } from './sheet/pictures.ts';

/** A screen with one block of another colour on it, as a browser would give it. */
function screen(block: { left: number; top: number; width: number; height: number; colour: string }): Promise<Buffer> {
  const { colour, left, top, width, height } = block;
  return sharp({ create: { width: 1440, height: 900, channels: 3, background: '#fdfdfd' } })
    .composite([{ input: { create: { width, height, channels: 3, background: colour } }, left, top }])
    .png()
    .toBuffer();
}

const button = { left: 1200, top: 100, width: 160, height: 40, colour: '#0b6e4f' };
const pictureOf = async (block: typeof button) => makePicture(await screen(block), 'desk');

/** A change of a page whose listed blocks differ. */
function change(id: string, page: string, blocks: number[]): Change {
  const picture = pictures.find(({ name }) => name === `${page}-desk-light`);
  if (!picture) throw new Error(`There is no page ${page}.`);
  return { id, picture, share: 0.1, isNew: false, places: Array.from({ length: 256 }, (_, at) => blocks.includes(at)) };
}

describe('the contact sheet', () => {
  it('photographs only deployments that are new or have a changed bundle', () => {
    const accepted = { brazil: 'a1', iceland: 'b1', norway: 'c1' };
    expect(changedBundles({ brazil: 'a2', chile: 'd1', iceland: 'b1' }, accepted)).toEqual(['brazil', 'chile']);
  });

  it('has pictures of seven pages on desktop and phone, in light and dark; of the mail in light', () => {
    expect(pictures).toHaveLength(26);
    expect(pictures.filter(({ page }) => page === 'mail').map(({ name }) => name)).toEqual([
      'mail-desk-light',
      'mail-phone-light',
    ]);
  });

  it('finds no difference between two pictures of the same screen', async () => {
    const [before, after] = await Promise.all([pictureOf(button), pictureOf(button)]);
    expect(before).toEqual(after);
    expect((await comparePictures(before, after)).share).toBe(0);
  });

  it('says how much and where a button changed its colour, and marks the pixels', async () => {
    const [before, after] = await Promise.all([pictureOf(button), pictureOf({ ...button, colour: '#b3261e' })]);
    const { share, places, difference } = await comparePictures(before, after);
    expect(share).toBeCloseTo(0.005, 3);
    // Of 16 × 16 blocks the button touches columns 13 to 15 of the second and third row.
    expect(places.flatMap((changed, at) => (changed ? [at] : []))).toEqual([29, 30, 31, 45, 46, 47]);
    expect(difference).not.toEqual(after);
  });

  it('counts a picture that was not accepted before as changed everywhere', async () => {
    const { share, places } = await comparePictures(null, await pictureOf(button));
    expect(share).toBe(1);
    expect(places.every(Boolean)).toBe(true);
  });

  it('groups changes of the same page in the same places, the largest group first', () => {
    const groups = groupChanges([
      change('brazil', 'sign-in', [1, 2, 3]),
      change('brazil', 'overview', [40, 41]),
      change('iceland', 'overview', [40, 41, 42]),
      change('estonia', 'overview', [200]),
    ]);
    expect(groups.map((group) => group.map(({ id, picture }) => `${id} ${picture.page}`))).toEqual([
      ['brazil overview', 'iceland overview'],
      ['brazil sign-in'],
      ['estonia overview'],
    ]);
  });
});
