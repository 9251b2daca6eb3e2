import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signInEmail } from '../../server/seed/people.ts';
import { codeField, dist, expect, expectOverview, giveCredentials } from '../support/browser.ts';
import { type Deployment, mailedCode, test } from '../support/deployment.ts';
import { type DockerEngine, startDocker } from '../support/docker.ts';
import { freePort } from '../support/freePort.ts';
import { say } from '../support/words.ts';

let engine: DockerEngine;

const imageOf = ({ loaded }: Deployment) => `signboard-${loaded.id}:${loaded.tenant.version}`;

test.beforeAll(async ({ deployment: { loaded } }) => {
  const archive = join(dist, 'images', `signboard-${loaded.id}-${loaded.tenant.version}.tar`);
  expect(existsSync(archive), `${archive}: npm run build -- ${loaded.id} --image=archive`).toBe(true);
  engine = await startDocker();
  await engine.docker('load', '--input', archive);
});

test.afterAll(() => engine.stop());

test('a person signs in through the container: read-only, without root and capabilities', async ({
  page,
  deployment,
  faults,
}) => {
  const { loaded, language, sink } = deployment;
  const port = await freePort();
  const backendUrl = await deployment.openBackend(`http://${loaded.id}.localhost:${port}`);
  faults.allowOrigin(new URL(backendUrl).origin);
  const { url, container, stop } = await engine.runImage({
    image: imageOf(deployment),
    port,
    backendUrl,
    host: `${loaded.id}.localhost`,
  });

  const { HostConfig, Config } = JSON.parse(await engine.docker('inspect', '--format', '{{json .}}', container)) as {
    HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[] };
    Config: { User: string; Labels: Record<string, string> };
  };
  expect(HostConfig).toMatchObject({ ReadonlyRootfs: true, CapDrop: ['ALL'] });
  expect(Config.User).toMatch(/^[1-9]\d*/);
  const { digest } = JSON.parse(readFileSync(join(dist, loaded.id, 'version.json'), 'utf8')) as { digest: string };
  expect(Object.values(Config.Labels)).toEqual(expect.arrayContaining([loaded.tenant.version, digest]));

  const email = signInEmail(loaded.tenant, 'owner');
  await page.goto(url);
  await expect(page).toHaveTitle(`${say(language, 'auth:title')} · ${loaded.tenant.brand}`);
  await giveCredentials(page, language, email);
  await codeField(page, language).waitFor();
  await codeField(page, language).fill(await mailedCode(sink, email));
  await expectOverview(page, language);
  await page.getByRole('link', { name: say(language, 'contacts:title') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'contacts:title'));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'contacts:title'));
  await stop();
});

test('the container refuses an unsafe BACKEND_URL with a one-line reason', async ({ deployment }) => {
  for (const url of [
    '',
    'ftp://api.example.org/',
    'https://me:secret@api.example.org/',
    "https://api.example.org/';",
  ]) {
    const { code, said } = await engine.runToEnd(imageOf(deployment), { BACKEND_URL: url });
    expect(code, url).not.toBe(0);
    expect(said.trim().split('\n'), url).toHaveLength(1);
    expect(said).toContain('BACKEND_URL');
  }
});
