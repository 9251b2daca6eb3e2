import { beforeAll, describe, expect, test } from '@jest/globals';
import { type LoadedTenant, loadTenant } from '../manifest.ts';
import { checkVisible } from './visibleLogo.ts';

let iceland: LoadedTenant;
beforeAll(async () => {
  iceland = await loadTenant('iceland');
});

const svg = (inside: string, size = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 48 48">${inside}</svg>`);

const square = (fill: string) => svg(`<path fill="${fill}" d="M4 4h40v40H4z"/>`);

const messages = async (logos: Partial<LoadedTenant['logos']>) =>
  (await checkVisible({ ...iceland, logos: { ...iceland.logos, ...logos } })).map(({ file, message }) => [
    file.split('/').at(-1),
    message,
  ]);

describe('a logo that nobody would see', () => {
  test.each([
    ['without a shape', svg('<title>Name</title>')],
    ['white on white', square('white')],
    ['almost white on white', square('#fbfbfb')],
    ['without a fill', square('none')],
    ['fully transparent', svg('<g opacity="0"><path d="M4 4h40v40H4z"/></g>')],
    ['outside of its viewBox', svg('<path d="M90 90h40v40z"/>')],
  ])('%s is refused', async (_, light) => {
    expect(await messages({ light })).toEqual([
      ['logo.svg', 'Nothing of the logo can be seen on its ground, #ffffff.'],
    ]);
  });

  test('dark on dark is refused, and black on white accepted', async () => {
    const [problem, ...others] = await messages({ light: square('black'), dark: square('#16181f') });
    expect(problem).toEqual([
      'logo-dark.svg',
      expect.stringMatching(/^Nothing of the logo can be seen on its ground, #/),
    ]);
    expect(others).toEqual([]);
  });

  test('as an icon is one that neither light nor dark tabs show', async () => {
    expect(await messages({ icon: square('white') })).toEqual([]);
    expect(await messages({ icon: svg('') })).toEqual([
      ['icon.svg', 'Nothing of the logo can be seen on its ground, #ffffff or #202124.'],
    ]);
  });
});

test('the size that a drawing states does not change the work of drawing it', async () => {
  expect(await messages({ light: svg('<path d="M4 4h40v40H4z"/>', 'width="9999999" height="9999999"') })).toEqual([]);
});
