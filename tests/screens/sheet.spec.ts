import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { cells, makeStrip } from '../../scripts/sheet/strips.ts';
import { paths } from '../../src/paths.ts';
import { enter, test } from '../support/browser.ts';
import { applyAppearance } from '../support/visualCheck.ts';
import { navigate, expectLoaded } from '../support/screens.ts';

const folder = process.env.SHEET_FOLDER ?? '';

async function take(page: Page): Promise<Buffer> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

/** The open screen, light and dark. */
async function takeBoth(page: Page): Promise<[name: string, picture: Buffer][]> {
  const taken: [string, Buffer][] = [];
  for (const palette of ['light', 'dark'] as const) {
    await applyAppearance(page, { palette, direction: 'ltr', size: 'desk' });
    await expectLoaded(page);
    taken.push([palette, await take(page)]);
  }
  return taken;
}

test('the strip of the contact sheet', async ({ browser, page, product, faults, tenantId }) => {
  if (product.now) await page.clock.setFixedTime(product.now);
  await page.goto(product.urlOf(tenantId));
  await expectLoaded(page);
  const pictures = new Map((await takeBoth(page)).map(([palette, picture]) => [`sign-in, ${palette}`, picture]));
  const inside = await enter({ browser, product, faults }, tenantId);
  await inside.goto(product.urlOf(tenantId));
  await expectLoaded(inside);
  for (const [screen, path] of [
    ['overview', paths.dashboard.href()],
    ['calendar', paths.calendar.list.href()],
  ] as const) {
    await navigate(inside, path);
    for (const [palette, picture] of await takeBoth(inside)) pictures.set(`${screen}, ${palette}`, picture);
  }
  const strip = await makeStrip(cells.map(({ name }) => pictures.get(name) ?? Buffer.alloc(0)));
  writeFileSync(join(folder, `${tenantId}.webp`), strip);
});
