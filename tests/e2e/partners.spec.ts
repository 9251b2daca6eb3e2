import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { picture } from '../support/uploads.ts';
import { say } from '../support/words.ts';
import { openForm, chooseAct, openMore } from '../support/screens.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: say('en', 'partners:tabs') }).getByRole('link', { name });

type Chosen = { name: string; mimeType: string; buffer: Buffer };

/** Chooses a file for the field with a label. */
async function choose(page: Page, label: string, file: Chosen) {
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('group', { name: label })
    .getByRole('button', { name: new RegExp(`${say('en', 'files:choose')}|${say('en', 'files:replace')}`) })
    .click();
  await (await chooser).setFiles(file);
}

/** The file that a button downloads. */
async function downloaded(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const download = page.waitForEvent('download');
  await button(page, name).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

/** A short film, like that of a camera. */
async function recordFilm(page: Page): Promise<Buffer> {
  const letters = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    const paint = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.start();
    for (let frame = 0; frame < 12; frame += 1) {
      paint?.fillRect(frame * 20, 0, 10, 100);
      await new Promise((drawn) => setTimeout(drawn, 50));
    }
    await new Promise((stopped) => {
      recorder.onstop = stopped;
      recorder.stop();
    });
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(letters);
}

// R105, R109, R110, R174
test(
  'a manager adds a partner with logo, venue, video and user, and deletes it once nothing prevents it',
  { tag: '@release' },
  async ({ journeyOn }) => {
    const here = await journeyOn('australia', { needs: ['videos'], inEnglish: true });
    const page = await here.enter({ who: 'manager' });
    await here.sql(
      `insert into partners (id, name, slug, created) values ('00000000000000000000faca', 'Old library', 'old-library', now())`,
    );
    await page.goto(`${here.url}dashboard/partners/create`);

    // The slug is checked while typing, the logo uploaded when chosen.
    await field(page, say('en', 'partners:name')).fill('Harbour library');
    await expect(field(page, say('en', 'partners:slug'))).toHaveValue('harbour-library');
    await field(page, say('en', 'partners:slug')).clear();
    await field(page, say('en', 'partners:slug')).pressSequentially('Old-Library');
    await expect(page.getByText('The url old-library was used by another partner')).toBeVisible();
    await choose(page, say('en', 'partners:logo'), {
      name: 'logo.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('x'),
    });
    await expect(page.getByText(say('en', 'errors:file_type_refused'))).toBeVisible();
    await expectAccessible(page, 'a new partner, with what is wrong');
    await field(page, say('en', 'partners:slug')).fill('harbour-library');
    await expect(page.getByText(say('en', 'partners:slugFree', { slug: 'harbour-library' }))).toBeVisible();
    await choose(page, say('en', 'partners:logo'), {
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await picture(),
    });
    await expect(page.getByText(say('en', 'files:sent', { name: 'logo.png' }))).toBeAttached();
    await field(page, say('en', 'partners:website')).fill('https://library.example/');
    await button(page, say('en', 'crud:create')).click();
    await expect(heading(page)).toHaveText('Harbour library');
    await expect(main(page).getByRole('img', { name: 'logo.png', exact: true })).toBeVisible();

    await expect(
      page.getByRole('img', { name: say('en', 'partners:qrImage', { name: 'Harbour library' }) }),
    ).toBeVisible();
    const svg = await downloaded(page, say('en', 'partners:downloadSvg'));
    expect([svg.name, svg.content.toString().slice(0, 4)]).toEqual(['harbour-library-qr.svg', '<svg']);
    const png = await downloaded(page, say('en', 'partners:downloadPng'));
    expect([png.name, png.content.toString('latin1', 1, 4)]).toEqual(['harbour-library-qr.png', 'PNG']);

    // A venue with its QR code.
    await tab(page, say('en', 'partners:venues')).click();
    await expect(tab(page, say('en', 'partners:venues'))).toHaveAttribute('aria-current', 'page');
    await main(page)
      .getByRole('link', { name: say('en', 'venues:add') })
      .first()
      .click();
    await field(page, say('en', 'venues:name')).fill('Reading room');
    await field(page, say('en', 'venues:address')).fill('Quay 1');
    await button(page, say('en', 'crud:create')).click();
    await expect(heading(page)).toHaveText('Reading room');
    await expect(
      page.getByRole('img', { name: say('en', 'partners:qrImage', { name: 'Reading room' }) }),
    ).toBeVisible();
    await expectAccessible(page, 'a venue');
    const crumbs = page.getByRole('navigation', { name: say('en', 'ui:breadcrumbs') });
    await expect(crumbs.getByRole('link')).toHaveText([
      say('en', 'partners:title'),
      'Harbour library',
      say('en', 'venues:title'),
    ]);
    await crumbs.getByRole('link', { name: say('en', 'venues:title') }).click();
    await expect(main(page).getByRole('row', { name: /Reading room Quay 1/ })).toBeVisible();

    // A video in a new category, played from an upload.
    await tab(page, say('en', 'partners:videos')).click();
    await button(page, say('en', 'videos:categories')).click();
    const categories = page.getByRole('dialog', { name: say('en', 'videos:categoriesTitle') });
    await categories.getByRole('textbox', { name: say('en', 'videos:newCategory') }).fill('Evacuation');
    await categories.getByRole('button', { name: say('en', 'videos:addCategory'), exact: true }).click();
    await expect(
      categories.getByRole('button', { name: say('en', 'videos:removeCategory', { name: 'Evacuation' }) }),
    ).toBeVisible();
    await categories.getByRole('button', { name: say('en', 'crud:renameView', { name: 'Evacuation' }) }).click();
    const renamed = categories.getByRole('textbox', { name: say('en', 'videos:category'), exact: true });
    await renamed.fill('Way out');
    await renamed.press('Enter');
    await expect(
      categories.getByRole('button', { name: say('en', 'videos:removeCategory', { name: 'Way out' }) }),
    ).toBeVisible();
    await expectAccessible(page, 'categories of videos');
    await page.keyboard.press('Escape');
    await main(page)
      .getByRole('link', { name: say('en', 'videos:add') })
      .first()
      .click();
    await field(page, say('en', 'videos:name')).fill('The way out');
    await button(page, say('en', 'crud:create')).click();
    await expect(page.getByRole('group', { name: say('en', 'videos:file') })).toContainText(
      say('en', 'errors:required'),
    );
    await choose(page, say('en', 'videos:file'), {
      name: 'way-out.webm',
      mimeType: 'video/webm',
      buffer: await recordFilm(page),
    });
    await expect(page.getByText(say('en', 'files:sent', { name: 'way-out.webm' }))).toBeAttached();
    await page.getByRole('button', { name: new RegExp(`${say('en', 'videos:category')}$`) }).click();
    await page.getByRole('option', { name: 'Way out' }).click();
    await expectAccessible(page, 'a new video');
    const content = page.waitForResponse((answer) => answer.url().includes('/content/') && answer.status() === 206);
    await button(page, say('en', 'crud:create')).click();
    await expect(heading(page)).toHaveText('The way out');
    const player = field(page, 'The way out').and(page.locator('video'));
    await player.evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      return video.play();
    });
    await expect(async () => {
      expect(await player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
    }).toPass();
    expect((await content).headers()['content-range']).toMatch(/^bytes 0-/);
    await expectAccessible(page, 'a video');

    // Another person adds a user of the partner: it cannot be deleted, and says why.
    await page.goBack();
    await tab(page, say('en', 'partners:profile')).click();
    await openForm(page);
    await field(page, say('en', 'partners:address')).fill('Quay 2');
    const colleague = await here.enter();
    await colleague.goto(page.url());
    await field(colleague, say('en', 'partners:address')).fill('Quay 3');
    await button(colleague, say('en', 'crud:save')).click();
    await expect(colleague.getByText(say('en', 'crud:saved'), { exact: true }).first()).toBeVisible();
    await tab(colleague, say('en', 'partners:users')).click();
    await main(colleague)
      .getByRole('link', { name: say('en', 'partnerUsers:add') })
      .first()
      .click();
    await field(colleague, say('en', 'users:first_name')).fill('Nora');
    await field(colleague, say('en', 'users:last_name')).fill('Quill');
    await field(colleague, say('en', 'users:email')).fill('nora.quill@example.org');
    await button(colleague, say('en', 'crud:create')).click();
    const person = main(colleague).getByRole('row', { name: /nora\.quill@example\.org/ });
    await expect(person).toBeVisible();
    await expectAccessible(colleague, 'the users of a partner');

    await button(page, say('en', 'crud:save')).click();
    const question = page.getByRole('alertdialog', { name: say('en', 'crud:conflictTitle') });
    await expect(question.getByRole('row', { name: 'Address Quay 3 Quay 2' })).toBeVisible();
    await question.getByRole('button', { name: say('en', 'crud:conflictMine') }).click();
    await expect(page.getByText(say('en', 'crud:saved'), { exact: true }).first()).toBeVisible();
    await openMore(page);
    await expect(page.getByRole('menuitem', { name: say('en', 'crud:delete'), exact: true })).toContainText(
      say('en', 'errors:partner_has_users'),
    );
    // The reason below an entry of the menu is its description, not its name.
    await expectAccessible(page, 'a partner that cannot be deleted', { but: ['label-content-name-mismatch'] });

    await person.getByRole('link').click();
    await expect(colleague.getByRole('definition').getByRole('link', { name: 'Harbour library' })).toBeVisible();
    await chooseAct(colleague, say('en', 'crud:delete'));
    await colleague
      .getByRole('alertdialog')
      .getByRole('button', { name: say('en', 'crud:delete') })
      .click();
    await expect(heading(colleague)).toHaveText(say('en', 'users:title'));
    await page.reload();
    await chooseAct(page, say('en', 'crud:delete'));
    const asked = page.getByRole('alertdialog', { name: say('en', 'crud:deleteTitle', { name: 'Harbour library' }) });
    await expect(asked).toContainText('Venues (1), Videos (1)');
    await asked.getByRole('button', { name: say('en', 'crud:delete') }).click();
    await expect(heading(page)).toHaveText(say('en', 'partners:title'));
    await page.goto(colleague.url().replace(/users$/, 'partners/00000000000000000000faca/venues'));
    await expect(heading(page)).toHaveText('Old library');
  },
);
