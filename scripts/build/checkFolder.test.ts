import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkFolder } from './checkFolder.ts';
import { compile } from './compile.ts';

test.each(['C# projects', 'what?', 'wow!', 'a|b'])(
  'a compile below a folder %j is refused before it starts',
  async (name) => {
    const root = join('/home/anna', name, 'signboard');
    await expect(compile({ root, cache: '/nowhere' }).done).rejects.toThrow(
      `of the folder "${name}" as part of an address. Rename that folder, or move the checkout.`,
    );
  },
);

test('spaces, brackets, per cent signs and letters of every alphabet are no obstacle', () => {
  expect(() => checkFolder("/home/Ünï/a & {b} [c] (d) 100% $'^~+,;=@ проект/signboard")).not.toThrow();
});
