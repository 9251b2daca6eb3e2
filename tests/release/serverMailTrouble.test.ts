import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { type Mailer, smtpMailer } from '../../server/mail/mailer.ts';
import { startSink } from '../../server/mail/sink.ts';
import { defaultSettings } from '../../server/settings.ts';
import { testPassword } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { freePort } from '../support/freePort.ts';

/** How long people wait outside of tests. */
const options = { mailWait: defaultSettings.mailWait };
const from = { name: 'Brú & Co', address: 'help@testland.example' };

const post = (app: FastifyInstance, url: string, payload: object) => app.inject({ method: 'POST', url, payload });
const login = (app: FastifyInstance, email: string) => post(app, '/auth/login/', { email, password: testPassword });

/** A mail server that accepts connections and never responds. */
async function startTarpit(port = 0) {
  const held = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    held.add(socket);
    socket.on('close', () => held.delete(socket)).on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    held,
    connections: () => connections,
    hangUp: () => held.forEach((socket) => socket.destroy()),
    stop: async () => {
      held.forEach((socket) => socket.destroy());
      await new Promise((stopped) => server.close(stopped));
    },
  };
}

describe('signing in while the mail server', () => {
  const backend = sharedBackendOf('embedded');
  const undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
    await backend.reset();
  });

  const appWith = async (url: string) => {
    const mailer = smtpMailer(url, from);
    undo.push(() => mailer.close());
    return backend.app({ mailer, options });
  };

  it('refuses connections: reported at once, and works again as soon as it is back', async () => {
    const port = await freePort();
    const app = await appWith(`smtp://127.0.0.1:${port}`);
    const { email } = await backend.addUser();
    for (let turn = 0; turn < 12; turn += 1) {
      const refused = await login(app, email);
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'mail_failed']);
    }
    const back = await startSink({ port });
    undo.push(() => back.stop());
    const { otpToken } = (await login(app, email)).json();
    const code = /^\d{6}$/m.exec((await back.waitFor(({ to }) => to.includes(email))).text)?.[0];
    expect((await post(app, '/auth/otp/', { otpToken, code })).statusCode).toBe(200);
    // A mail that failed is not sent later: its login is gone.
    expect(back.messages).toHaveLength(1);
  });

  it('never responds: nobody is delayed, and everybody reads that the code may take a while', async () => {
    const tarpit = await startTarpit();
    undo.push(() => tarpit.stop());
    const app = await appWith(`smtp://127.0.0.1:${tarpit.port}`);
    const people = await Promise.all(Array.from({ length: 14 }, () => backend.addUser()));
    const answers = await Promise.all(people.map(({ email }) => login(app, email)));
    // The server still holds the first mail when the last person has got a response.
    expect(tarpit.held.size).toBeGreaterThan(0);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200));
    for (const answer of answers) expect(answer.json()).toMatchObject({ mail_delayed: true, resend_after: 30 });
    const late = await login(app, (await backend.addUser()).email);
    expect(late.json()).toMatchObject({ mail_delayed: true });
    expect(tarpit.held.size).toBeGreaterThan(0);
  });

  it('is known to be down: reported without trying, recovers by itself, and late codes arrive', async () => {
    const tarpit = await startTarpit();
    const app = await appWith(`smtp://127.0.0.1:${tarpit.port}`);
    const { email } = await backend.addUser();
    const delayed = (await login(app, email)).json();
    expect(delayed.mail_delayed).toBe(true);
    tarpit.hangUp();
    const failure = () => backend.database.db.selectFrom('mail_outbox').select('failure').executeTakeFirst();
    while (!(await failure())?.failure) await new Promise((soon) => setTimeout(soon, 10));
    const asked = tarpit.connections();
    for (let turn = 0; turn < 5; turn += 1) expect((await login(app, email)).json().code).toBe('mail_failed');
    expect(tarpit.connections()).toBe(asked);
    await tarpit.stop();
    const back = await startSink({ port: tarpit.port });
    undo.push(() => back.stop());
    backend.pass(5_000);
    expect((await login(app, email)).json()).not.toHaveProperty('mail_delayed');
    expect(back.messages).toHaveLength(1);
    // The mail of the first login is retried after half a minute.
    backend.pass(25_000);
    await back.waitFor(() => back.messages.length === 2);
    const code = /^\d{6}$/m.exec(back.messages[1]?.text ?? '')?.[0];
    expect((await post(app, '/auth/otp/', { otpToken: delayed.otpToken, code })).statusCode).toBe(200);
  });

  it('is slow: one mail is sent despite repeated requests, and its code is valid', async () => {
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((open) => (letGo = open));
    const sent: string[] = [];
    const mailer: Mailer = { send: async ({ text }) => (await gate, void sent.push(text)), close: () => undefined };
    const app = await backend.app({ mailer, options });
    const { email } = await backend.addUser();
    const { otpToken } = (await login(app, email)).json();
    backend.pass(30_000);
    expect((await post(app, '/auth/otp/resend/', { otpToken })).json()).toMatchObject({ otpToken, mail_delayed: true });
    letGo();
    while (sent.length === 0) await new Promise((soon) => setTimeout(soon, 10));
    const code = /^\d{6}$/m.exec(sent[0] ?? '')?.[0];
    expect((await post(app, '/auth/otp/', { otpToken, code })).statusCode).toBe(200);
    expect(sent).toHaveLength(1);
  });
});

describe('a mail server that offers no encryption', () => {
  const send = async (address: (port: string) => string) => {
    const sink = await startSink();
    const mailer = smtpMailer(address(new URL(sink.url).port), from);
    try {
      await mailer.send({ to: 'anna@testland.example', subject: 'Code', text: '123456', html: '123456' });
      return 'sent';
    } catch (error) {
      expect(sink.messages).toEqual([]);
      return String(error);
    } finally {
      mailer.close();
      await sink.stop();
    }
  };

  it.each([
    ['gets no mails', (port: string) => `smtp://0.0.0.0:${port}`, /STARTTLS/],
    [
      'gets no mails on the same machine if encryption is required',
      (port: string) => `smtp://127.0.0.1:${port}?tls=required`,
      /STARTTLS/,
    ],
    ['gets mails if its address has tls=optional', (port: string) => `smtp://0.0.0.0:${port}?tls=optional`, /^sent$/],
    ['gets mails on the same machine', (port: string) => `smtp://127.0.0.1:${port}`, /^sent$/],
    ['gets mails on the same machine by name', (port: string) => `smtp://localhost:${port}`, /^sent$/],
  ])('%s', async (_, address, outcome) => {
    expect(await send(address)).toMatch(outcome);
  });
});
