import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { commandEnvironment, copyRepository, type RepositoryCopy } from '../support/repositoryCopy.ts';

test.describe.configure({ mode: 'serial' });

let copy: RepositoryCopy;
let review: ChildProcess | null = null;

const picture = (name: string) => readFileSync(join(copy.folder, 'docs', 'sheet', 'iceland', `${name}.webp`));

/** Runs `npm run sheet -- iceland <option>` in the copy until it ends or prints the address of its review. */
async function sheet(...options: string[]): Promise<{ process: ChildProcess; url: string; output: () => string }> {
  const child = spawn(process.execPath, ['scripts/sheet.ts', 'iceland', ...options], {
    cwd: copy.folder,
    env: { ...commandEnvironment(), PATH: `${join(copy.folder, 'node_modules/.bin')}:${process.env.PATH}` },
  });
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const [found] = /http:\/\/localhost:\d+\//.exec(text) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('close', () => resolve(''));
  });
  return { process: child, url, output: () => text };
}

const changeOf = (page: Page, name: string) => page.locator(`[data-change="iceland/${name}"]`);

test.beforeAll(async () => {
  copy = await copyRepository('sheet-review');
  const accepted = await sheet('--accept');
  expect(accepted.process.exitCode, accepted.output()).toBe(0);
  copy.edit('tenants/iceland/manifest.json', (text) => text.replace('#077d66', '#8a3fb0'));
});
test.afterAll(() => {
  review?.kill();
  copy.remove();
});

test('a changed palette is reviewed in the browser: accepted pictures are written, rejected ones are not', async ({
  page,
}) => {
  const signIn = picture('sign-in-desk-light');
  const overview = picture('overview-phone-light');
  const opened = await sheet('--review', '--port', '0');
  review = opened.process;
  expect(opened.url, opened.output()).not.toBe('');
  await page.goto(opened.url);

  await test.step('it shows before, after and difference of each changed picture', async () => {
    const change = changeOf(page, 'sign-in-desk-light');
    for (const kind of ['Before', 'After', 'Difference']) {
      const image = change.getByRole('img', { name: `${kind}: iceland, Sign-in, desktop, light` });
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((shown: HTMLImageElement) => shown.complete && shown.naturalWidth))
        .toBe(400);
    }
    // The accent of dark mode has not changed.
    await expect(changeOf(page, 'sign-in-desk-dark')).toHaveCount(0);
  });

  await test.step('it is accessible in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `the review, ${colorScheme}`);
    }
  });

  await test.step('accepting writes the picture; taking it back restores it', async () => {
    const change = changeOf(page, 'sign-in-desk-light');
    await change.getByRole('button', { name: 'Accept' }).click();
    await expect(change.getByText('Accepted')).toBeVisible();
    expect(picture('sign-in-desk-light')).not.toEqual(signIn);
    await change.getByRole('button', { name: 'Accept' }).click();
    await expect(change.getByText('Accepted')).toBeHidden();
    expect(picture('sign-in-desk-light')).toEqual(signIn);
    await change.getByRole('button', { name: 'Accept' }).click();
    await expect(change.getByText('Accepted')).toBeVisible();
  });

  await test.step('rejecting leaves the accepted picture', async () => {
    const change = changeOf(page, 'overview-phone-light');
    await change.getByRole('button', { name: 'Reject' }).click();
    await expect(change.getByText('Rejected')).toBeVisible();
    expect(picture('overview-phone-light')).toEqual(overview);
  });

  await test.step('requests of other sites are refused', async () => {
    const body = JSON.stringify({ keys: ['iceland/overview-phone-light'], verdict: 'accepted' });
    const headers = { 'content-type': 'application/json', origin: 'http://example.org' };
    const answer = await fetch(`${opened.url}decide`, { method: 'POST', headers, body });
    expect(answer.status).toBe(403);
    expect(picture('overview-phone-light')).toEqual(overview);
  });

  await test.step('finishing names what is not accepted, and asks for it again next time', async () => {
    await page.getByRole('button', { name: 'Finish the review' }).click();
    await expect(page.getByText('Finished.')).toBeVisible();
    if (opened.process.exitCode === null) await once(opened.process, 'close');
    expect(opened.process.exitCode).toBe(1);
    expect(opened.output()).toContain('1 accepted, 1 rejected');
    expect(opened.output()).toContain('rejected: iceland: overview-phone-light');
    expect(picture('sign-in-desk-light')).not.toEqual(signIn);
    expect(picture('overview-phone-light')).toEqual(overview);
  });
});

test('all changes of a deployment are accepted at once', async ({ page }) => {
  const opened = await sheet('--review', '--port', '0');
  review = opened.process;
  await page.goto(opened.url);
  await expect(changeOf(page, 'sign-in-desk-light')).toHaveCount(0);
  await page.getByRole('button', { name: /^Accept all \d+ pictures of iceland$/ }).click();
  await expect(page.getByText(/^(\d+) of \1 pictures decided$/)).toBeVisible();
  await page.getByRole('button', { name: 'Finish the review' }).click();
  if (opened.process.exitCode === null) await once(opened.process, 'close');
  expect(opened.process.exitCode, opened.output()).toBe(0);
  expect(existsSync(join(copy.folder, 'docs', 'sheet', 'sheet.webp'))).toBe(true);
  const again = await sheet();
  if (again.process.exitCode === null) await once(again.process, 'close');
  expect(again.process.exitCode, again.output()).toBe(0);
  expect(again.output()).toContain('No bundle has changed');
});
