import sharp from 'sharp';
import { changedBundles } from './sheet/changedBundles.ts';
import { cells, compareStrips, makeStrip } from './sheet/strips.ts';

/** A screen with one block of another colour on it, as a browser would give it. */
function screen(block: { left: number; top: number; width: number; height: number; colour: string }): Promise<Buffer> {
  const { colour, left, top, width, height } = block;
  return sharp({ create: { width: 1440, height: 900, channels: 3, background: '#fdfdfd' } })
    .composite([{ input: { create: { width, height, channels: 3, background: colour } }, left, top }])
    .png()
    .toBuffer();
}

const button = { left: 1200, top: 100, width: 160, height: 40, colour: '#0b6e4f' };
const stripWith = async (changed: number, picture: Buffer) =>
  makeStrip(await Promise.all(cells.map(async (_, index) => (index === changed ? picture : screen(button)))));

describe('the contact sheet', () => {
  it('photographs only deployments that are new or have a changed bundle', () => {
    const accepted = { brazil: 'a1', iceland: 'b1', norway: 'c1' };
    expect(changedBundles({ brazil: 'a2', chile: 'd1', iceland: 'b1' }, accepted)).toEqual(['brazil', 'chile']);
  });

  it('finds no difference between two pictures of the same screens', async () => {
    const [before, after] = await Promise.all([stripWith(-1, Buffer.alloc(0)), stripWith(-1, Buffer.alloc(0))]);
    expect((await compareStrips(before, after)).changed).toEqual([]);
  });

  it('names the cell in which a button changed its colour, and highlights the pixels', async () => {
    const before = await stripWith(-1, Buffer.alloc(0));
    const after = await stripWith(3, await screen({ ...button, colour: '#b3261e' }));
    const { changed, picture } = await compareStrips(before, after);
    expect(changed).toEqual([{ name: 'overview, dark', share: expect.closeTo(0.005, 3) }]);
    expect(picture).not.toEqual(after);
  });
});
