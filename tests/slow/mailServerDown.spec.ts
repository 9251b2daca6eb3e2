import { generate } from 'otplib';
import { demoPassword } from '../../server/seed/seed.ts';
import { signInEmail } from '../../server/seed/people.ts';
import { codeField, dist, expect, giveCredentials } from '../support/browser.ts';
import { type Deployment, mailedCode, test } from '../support/deployment.ts';
import { freePort } from '../support/freePort.ts';
import { serveTenant } from '../support/nginx.ts';
import { say } from '../support/words.ts';

/** Calls the backend that can send mails. */
async function call<Answer>({ backendUrl, url }: Deployment, path: string, body: object, token = ''): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    origin: url,
    ...(token && { authorization: `Token ${token}` }),
  };
  const response = await fetch(new URL(path, backendUrl), { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return (await response.json()) as Answer;
}

/** Gives somebody an authenticator app. Returns what it shows now; the code of the step before is used up. */
async function addApp(deployment: Deployment, email: string): Promise<() => Promise<string>> {
  const credentials = { email, password: demoPassword };
  const { otpToken } = await call<{ otpToken: string }>(deployment, 'auth/login/', credentials);
  const guess = { otpToken, code: await mailedCode(deployment.sink, email) };
  const { token } = await call<{ token: string }>(deployment, 'auth/otp/', guess);
  const { secret } = await call<{ secret: string }>(deployment, 'auth/totp/', {}, token);
  const shown = (steps: number) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
  await call(deployment, 'auth/totp/confirm/', { code: await shown(-1) }, token);
  return () => shown(0);
}

test('while the mail server is down, an authenticator app signs in, and others read that no code could be sent', async ({
  page,
  deployment,
  faults,
}) => {
  const { loaded, language } = deployment;
  // Other tests sign in as owner and manager with mailed codes.
  const email = signInEmail(loaded.tenant, 'interpreter');
  const shown = await addApp(deployment, email);
  const port = await freePort();
  const origin = `http://${loaded.id}.localhost:${port}`;
  const backendUrl = await deployment.openBackend(origin, `smtp://127.0.0.1:${await freePort()}/?tls=optional`);
  faults.allowOrigin(new URL(backendUrl).origin);
  const web = await serveTenant({ dist, id: loaded.id, port, backendUrl });

  await page.goto(origin);
  await giveCredentials(page, language, signInEmail(loaded.tenant, 'manager'));
  await expect(page.getByText(say(language, 'errors:mail_failed'))).toBeVisible();

  await giveCredentials(page, language, email);
  await expect(page.getByText(say(language, 'enterCode:ofApp'))).toBeVisible();
  await codeField(page, language).fill(await shown());
  await expect(page.getByRole('navigation', { name: say(language, 'shell:navigation') })).toBeVisible();
  await web.stop();
});
