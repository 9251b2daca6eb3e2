import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { BuildRoot } from '../support/buildRoot.ts';
import { say } from '../support/words.ts';

const repository = resolve(import.meta.dirname, '../..');
test.describe.configure({ mode: 'serial' });

let copy: BuildRoot;
let studio: ChildProcess;
let url = '';

const manifest = () => readFileSync(copy.path('tenants/iceland/manifest.json'), 'utf8');

test.beforeAll(async () => {
  copy = new BuildRoot(['brazil', 'iceland', 'portugal'], 'app');
  const args = ['scripts/studio.ts', 'iceland', '--root', copy.folder, '--port', '0'];
  studio = spawn(process.execPath, args, { cwd: repository, env: { ...process.env, NODE_OPTIONS: '' } });
  let text = '';
  url = await new Promise((found, fail) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const [address] = /http:\/\/localhost:\d+\//.exec(text) ?? [];
      if (address) found(address);
    };
    studio.stdout?.on('data', read);
    studio.stderr?.on('data', read);
    studio.once('close', () => fail(new Error(text)));
  });
});
test.afterAll(() => {
  studio.kill();
  copy.remove();
});

test.beforeEach(async ({ page, faults }) => {
  const { port } = new URL(url);
  for (const view of ['light', 'dark', 'phone'])
    for (const out of ['', '-out']) faults.allowOrigin(`http://${view}${out}.iceland.localhost:${port}`);
  // The app starts without its configuration when the machine is too busy to answer in three seconds.
  faults.expect(/The runtime configuration could not be loaded/);
  await page.goto(url);
  await expect(page.getByText('All checks pass')).toBeVisible();
});

const colour = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const light = (page: Page) => page.frameLocator('[data-frame="light"]');
const submit = (page: Page) => light(page).getByRole('button', { name: say('is', 'auth:submit'), includeHidden: true });
const undoAll = async (page: Page) => {
  while (await page.getByRole('button', { name: 'Undo' }).isEnabled())
    await page.getByRole('button', { name: 'Undo' }).click();
  // The server has the last change too: the next test starts with its draft.
  await expect(page.locator('#summary')).toHaveAttribute('aria-busy', 'false');
};

test('a changed colour is shown in the running app at once, without loading it again', async ({ page }) => {
  await expect(submit(page)).toHaveCSS('background-color', 'rgb(7, 125, 102)');
  await light(page)
    .locator('html')
    .evaluate(() => Object.assign(window, { isSame: true }));
  await colour(page, 'Main colour').fill('#8a3fb0');
  await expect(submit(page)).toHaveCSS('background-color', 'rgb(138, 63, 176)');
  expect(
    await light(page)
      .locator('html')
      .evaluate(() => 'isSame' in window),
  ).toBe(true);
  await expect(page.frameLocator('[data-frame="mail"]').getByText('Táknljós', { exact: true })).toHaveCSS(
    'background-color',
    'rgb(138, 63, 176)',
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(submit(page)).toHaveCSS('background-color', 'rgb(7, 125, 102)');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(submit(page)).toHaveCSS('background-color', 'rgb(138, 63, 176)');
  await undoAll(page);
  await expect(page.getByText('Nothing changed')).toBeVisible();
});

test('too little contrast and too much likeness are named, and the nearest colour that passes solves them', async ({
  page,
}) => {
  await colour(page, 'Main colour').fill('#ffe08a');
  await expect(page.getByText(/hard to see in light mode: the contrast is \d/).first()).toBeVisible();
  await expect(page.getByText(/problems? to solve before saving/)).toBeVisible();
  await page
    .getByRole('button', { name: /^Use the nearest colour that passes: #/ })
    .first()
    .click();
  await expect(page.getByText('All checks pass')).toBeVisible();
  // The colours of Brazil.
  await colour(page, 'Main colour').fill('#0a7d3e');
  await colour(page, 'Second colour').fill('#f7c81e');
  await colour(page, 'Loading bar').fill('#12994f');
  await expect(page.getByText(/can be mistaken for .* of brazil/)).toBeVisible();
  await page
    .getByRole('button', { name: /^Use the nearest colour that passes: #/ })
    .first()
    .click();
  await expect(page.getByText('All checks pass')).toBeVisible();
  await undoAll(page);
});

test('an unsafe logo is refused in words, and a good one is shown; colours are proposed from it', async ({ page }) => {
  const file = (body: string) => ({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 48">${body}</svg>`),
  });
  const shown = light(page).getByRole('banner').getByRole('img', { name: 'Táknljós', includeHidden: true });
  const before = await shown.getAttribute('src');
  const logo = page.getByLabel('Logo on light grounds');
  await logo.setInputFiles(file('<script>alert(1)</script>'));
  await expect(page.getByText('“logo.svg” was not taken.')).toBeVisible();
  await expect(page.getByText('Scripts are not allowed in a logo.')).toBeVisible();
  await expect(page.getByText('Nothing changed')).toBeVisible();
  await logo.setInputFiles(
    file('<path fill="#5b2a86" d="M0 0h100v48H0z"/><path fill="#e0a458" d="M100 0h50v48h-50z"/>'),
  );
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await expect.poll(() => shown.getAttribute('src')).not.toBe(before);
  await page.getByRole('button', { name: 'Propose colours from the logo' }).click();
  await expect(page.getByText('Proposed from the logo’s colours: #5b2a86, #e0a458')).toBeVisible();
  await expect(colour(page, 'Main colour')).toHaveValue('#5b2a86');
  await expect(page.getByText('All checks pass')).toBeVisible();
  await undoAll(page);
});

test('a feature that is switched off leaves the app, and another drawing is on its sign-in page', async ({ page }) => {
  const drawn = light(page).locator('svg[viewBox="0 0 800 1000"] path').first();
  const before = await drawn.getAttribute('d');
  await page.getByRole('radio', { name: 'Drawing 3' }).check({ force: true });
  await expect.poll(() => drawn.getAttribute('d')).not.toBe(before);
  await page.getByRole('combobox', { name: 'Page' }).selectOption('Overview');
  const entry = light(page)
    .getByRole('link', { name: say('is', 'reservations:title'), includeHidden: true })
    .first();
  await expect(entry).toBeAttached();
  await page.getByText('Features', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Reservations' }).uncheck();
  await expect(
    light(page).getByRole('main', { includeHidden: true }).getByRole('heading', { level: 1, includeHidden: true }),
  ).toBeAttached();
  await expect(entry).toHaveCount(0);
  await undoAll(page);
});

test('a patch applies with git, and nothing is written before', async ({ page }) => {
  const before = manifest();
  await colour(page, 'Loading bar').fill('#b0487a');
  await expect(page.getByText('All checks pass')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as patch' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('iceland.patch');
  expect(manifest()).toBe(before);
  const patch = copy.path('iceland.patch');
  writeFileSync(patch, readFileSync(await download.path()));
  execFileSync('git', ['apply', patch], { cwd: copy.folder });
  expect(manifest()).toBe(before.replace('#0c9f86', '#b0487a'));
  execFileSync('git', ['apply', '--reverse', patch], { cwd: copy.folder });
  await undoAll(page);
});

test('saving changes only the edited values of the manifest, which passes every check', async ({ page }) => {
  const before = manifest();
  await colour(page, 'Main colour').fill('#ffe08a');
  await page.getByRole('button', { name: 'Save to manifest' }).click();
  await expect(page.getByText(/Nothing was saved/)).toBeVisible();
  expect(manifest()).toBe(before);
  await expect(colour(page, 'Main colour')).toHaveValue('#ffe08a');
  await colour(page, 'Main colour').fill('#8a3fb0');
  await page.getByText('Languages', { exact: true }).click();
  await page.getByLabel('Language at the first visit').selectOption('en');
  await page.getByRole('button', { name: 'Save to manifest' }).click();
  await expect(page.getByText('Saved: tenants/iceland/manifest.json')).toBeVisible();
  expect(manifest()).toBe(before.replace('#077d66', '#8a3fb0').replace('["is", "en"]', '["en", "is"]'));
  const check = [join(repository, 'scripts/tenants.ts'), 'check', 'iceland', '--root', copy.path('tenants')];
  execFileSync(process.execPath, check, { cwd: repository, stdio: 'pipe' });
  await expect(page.getByText('Nothing changed')).toBeVisible();
});

test('requests of other sites, and other names of this machine, are refused', async () => {
  const draft = await (await fetch(`${url}draft`)).json();
  const send = (headers: Record<string, string>) =>
    new Promise<number | undefined>((done, fail) => {
      const call = request(`${url}save`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      });
      call.once('response', (response) => done(response.resume().statusCode));
      call.once('error', fail);
      call.end(JSON.stringify({ draft: draft.draft }));
    });
  expect(await send({ origin: 'http://example.org' })).toBe(403);
  expect(await send({ origin: url.replace('localhost', 'light.iceland.localhost').slice(0, -1) })).toBe(403);
  expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await send({ host: 'studio.example.org' })).toBe(403);
  expect(await send({ 'content-type': 'text/plain' })).toBe(415);
  expect(await send({})).toBe(200);
});

test('the studio is accessible, in light and dark, on a desktop and a phone', async ({ page }) => {
  for (const name of ['Languages', 'Features']) await page.getByText(name, { exact: true }).click();
  await colour(page, 'Main colour').fill('#ffe08a');
  await expect(page.getByRole('button', { name: /^Use the nearest colour/ }).first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(colorScheme === 'light' ? { width: 1280, height: 900 } : { width: 390, height: 844 });
    await expectAccessible(page, `the studio, ${colorScheme}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  await undoAll(page);
});
