import { spawn } from 'node:child_process';
import { codeField, codeFromMail, expect, expectOverview, giveCredentials, test } from '../support/browser.ts';
import { freePort } from '../support/freePort.ts';
import { commandEnvironment, copyRepository, type RepositoryCopy } from '../support/repositoryCopy.ts';

const environment = { ...commandEnvironment(), NO_COLOR: '1', FORCE_COLOR: '0' };

/** Runs `npm run dev` in a copy of the repository until it has compiled. Returns how to stop it. */
async function runDev(copy: RepositoryCopy, options: string[]): Promise<() => Promise<void>> {
  const program = spawn(process.execPath, ['scripts/dev.ts', ...options], { cwd: copy.folder, env: environment });
  let output = '';
  await new Promise<void>((done, fail) => {
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk);
        if (output.includes('compiled successfully')) done();
      });
    program.once('exit', () => fail(new Error(output)));
  });
  return async () => {
    const ended = new Promise((done) => program.once('exit', done));
    program.kill();
    await ended;
  };
}

let copy: RepositoryCopy;
let stop: (() => Promise<void>) | undefined;
test.beforeAll(async () => {
  copy = await copyRepository('signboard-dev');
});
test.afterEach(() => stop?.());
test.afterAll(() => copy.remove());

test('npm run dev shows the app: a person signs in, and edits of component, manifest and logo appear', async ({
  page,
  context,
  product,
  journeyOn,
}) => {
  const here = await journeyOn('iceland', { needs: ['twoFactor'] });
  const port = await freePort();
  const backend = new URL('api/', here.url).href;
  stop = await runDev(copy, ['iceland', '--port', String(port), '--backend', backend]);
  const email = here.emailOf('owner');
  await page.goto(`http://iceland.localhost:${port}/`);
  await giveCredentials(page, here.language, email);
  await codeField(page, here.language).fill(await codeFromMail(context, product, here.id, email));
  await expectOverview(page, here.language);

  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  copy.edit('src/features/overview/OverviewPage.tsx', (text) =>
    text.replace('<LandscapePaper />', '<LandscapePaper /><p>Edited component</p>'),
  );
  await expect(page.getByText('Edited component')).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

  copy.edit('tenants/iceland/manifest.json', (text) => text.replace('"brand": "Táknljós"', '"brand": "Fingramál"'));
  await expect(page).toHaveTitle(/Fingramál$/);

  const expectWidthPerHeight = (ratio: number) =>
    expect(async () => {
      const logo = page.getByRole('banner').locator('img').first();
      expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight)).toBeCloseTo(
        ratio,
        0,
      );
    }).toPass();
  await expectWidthPerHeight(165 / 48);
  for (const file of ['logo.svg', 'logo-dark.svg'])
    copy.edit(`tenants/iceland/${file}`, (text) => text.replace('viewBox="0 0 165 48"', 'viewBox="0 0 330 48"'));
  await expectWidthPerHeight(330 / 48);
  // The page would report that the server which ends now is gone.
  await page.goto('about:blank');
});
