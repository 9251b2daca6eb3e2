import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { makePicture, type Picture, pictures } from '../../scripts/sheet/pictures.ts';
import { deploymentOf } from '../../server/loadDeployment.ts';
import { codeMail } from '../../server/mail/codeMail.ts';
import { paths } from '../../src/paths.ts';
import { dist, enter, test, tenantOf } from '../support/browser.ts';
import { applyAppearance } from '../support/visualCheck.ts';
import { linksOf, navigate, expectLoaded } from '../support/screens.ts';

const folder = process.env.SHEET_FOLDER ?? '';

type Take = (picture: Picture, page: Page) => Promise<void>;

async function takeMail(page: Page, id: string, take: Take): Promise<void> {
  const loaded = await tenantOf(id);
  const language = loaded.tenant.languages[0]?.value ?? 'en';
  const { html } = codeMail(deploymentOf(loaded), language, { code: '482913', validFor: 600_000 });
  for (const picture of pictures.filter((each) => each.page === 'mail')) {
    await page.setViewportSize(picture.size === 'desk' ? { width: 640, height: 400 } : { width: 390, height: 844 });
    await page.setContent(html ?? '');
    await take(picture, page);
  }
}

/** The first record of the open list. */
async function firstRecord(page: Page): Promise<string> {
  const first = (await linksOf(page)).find((link) => /\/users\/[0-9a-f]{24}$/.test(link));
  if (!first) throw new Error('The list of users links to no user.');
  return first;
}

test('the pictures of the contact sheet', async ({ browser, page, product, faults, tenantId }) => {
  const tenantFolder = join(folder, tenantId);
  rmSync(tenantFolder, { recursive: true, force: true });
  mkdirSync(tenantFolder, { recursive: true });
  const take: Take = async ({ name, size }, shown) => {
    await shown.mouse.move(0, 0);
    await shown.evaluate(() => scrollTo(0, 0));
    const screenshot = await shown.screenshot({ animations: 'disabled', caret: 'hide' });
    writeFileSync(join(tenantFolder, `${name}.webp`), await makePicture(screenshot, size));
  };
  const takeAll = async (name: Picture['page'], shown: Page) => {
    for (const picture of pictures.filter((each) => each.page === name)) {
      await applyAppearance(shown, { palette: picture.palette, direction: 'ltr', size: picture.size });
      await expectLoaded(shown);
      await take(picture, shown);
    }
  };
  if (product.now) await page.clock.setFixedTime(product.now);
  await page.goto(product.urlOf(tenantId));
  await expectLoaded(page);
  await takeAll('sign-in', page);
  const inside = await enter({ browser, product, faults }, tenantId);
  await inside.goto(product.urlOf(tenantId));
  await expectLoaded(inside);
  for (const [name, path] of [
    ['overview', paths.dashboard.href()],
    ['calendar', paths.calendar.list.href()],
    ['reports', paths.reports.href()],
    ['list', paths.users.list.href()],
  ] as const) {
    await navigate(inside, path);
    await takeAll(name, inside);
  }
  await navigate(inside, await firstRecord(inside));
  await takeAll('record', inside);
  const mailer = await browser.newContext();
  await takeMail(await mailer.newPage(), tenantId, take);
  await mailer.close();
  // Written last: the pictures are complete.
  const version: unknown = JSON.parse(readFileSync(join(dist, tenantId, 'version.json'), 'utf8'));
  writeFileSync(join(tenantFolder, 'digest.txt'), (version as { digest: string }).digest);
});
