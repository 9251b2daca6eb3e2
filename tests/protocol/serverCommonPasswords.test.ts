import { describe, expect, it } from '@jest/globals';
import { callsOf } from '../support/calls.ts';
import { testPassword, usualDatabase } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';

const dashboardUrl = 'https://dash.example/';
const person = {
  email: 'sigridur.jonsdottir@testland.example',
  first_name: 'Sigríður',
  last_name: 'Jónsdóttir',
};

/** Common first guesses of attackers, each at least ten characters long. The brand is Brú & Co. */
const guessed: [what: string, password: string][] = [
  ['a common one twice', 'passwordpassword'],
  ['a breached one', 'zaq12wsxcde3'],
  ['a common one with letters exchanged', 'P4ssw0rd2024'],
  ['digits in a row', '1234567890'],
  ['a row of keys', 'qwertyuiop'],
  ['a pattern of keys', '1qaz2wsx3edc'],
  ['a letter repeated', 'aaaaaaaaaaaa'],
  ['a thousand characters of one kind', '0'.repeat(1000)],
  ['repeated syllables', 'abcabcabcabc'],
  ['one’s own e-mail', 'sigridur.jonsdottir@testland.example'],
  ['one’s own name', 'Sigríður Jónsdóttir'],
  ['one’s own family name with digits', 'Jónsdóttir2024'],
  ['the same, transliterated', 'Jonsdottir2024'],
  ['the name of the brand', 'Brú & Co 2024'],
];

describe('a new password', () => {
  const backend = backendOf(usualDatabase);

  const twice = (password: string) => ({ password, password_confirmation: password });
  const refusal = { status: 400, code: 'invalid', errors: { password: ['password_common'] } };
  const tokenTo = async (email: string) => {
    const mail = await backend.sink.waitFor(({ to, text }) => to.includes(email) && text.includes('?token='));
    return /token=([\w-]{43})/.exec(mail.text)?.[1] ?? '';
  };

  it.each(guessed)('cannot be %s, when set with a link', async (_, password) => {
    const app = await backend.app({ options: { dashboardUrl } });
    const { email } = await backend.addUser(person);
    await app.inject({ method: 'POST', url: '/auth/forgot_password/', payload: { email } });
    const token = await tokenTo(email);
    const reset = (chosen: string) =>
      app.inject({ method: 'POST', url: '/auth/reset_password/', payload: { token, ...twice(chosen) } });
    expect((await reset(password)).json()).toMatchObject(refusal);
    // The link is still valid.
    expect((await reset('kolm kuldset kala')).statusCode).toBe(204);
  });

  it.each(guessed)('cannot be %s, when changed', async (_, password) => {
    const app = await backend.app();
    const calls = callsOf(app, await backend.signedIn({ ...person, role: 'manager' }));
    const change = (chosen: string) =>
      calls.post('/auth/change_password/', { current_password: testPassword, ...twice(chosen) });
    expect((await change(password)).json()).toMatchObject(refusal);
    expect((await change('kolm kuldset kala')).statusCode).toBe(204);
  });

  it.each(guessed)('cannot be %s, when registering', async (_, password) => {
    const app = await backend.app({ flags: { registration: true }, options: { dashboardUrl } });
    await app.inject({ method: 'POST', url: '/auth/register/', payload: person });
    const token = await tokenTo(person.email);
    const confirm = (chosen: string) =>
      app.inject({ method: 'POST', url: '/auth/register/confirm/', payload: { token, ...twice(chosen) } });
    expect((await confirm(password)).json()).toMatchObject(refusal);
    expect((await confirm('kolm kuldset kala')).statusCode).toBe(204);
  });

  it.each(['kolm kuldset kala', 'Þögn er gull 2024', 'correct horse battery', 'gT7#kq92Lm', 'σκύλος και γάτα'])(
    'may be “%s”',
    async (password) => {
      const app = await backend.app();
      const calls = callsOf(app, await backend.signedIn({ ...person, role: 'manager' }));
      const answer = await calls.post('/auth/change_password/', { current_password: testPassword, ...twice(password) });
      expect(answer.statusCode).toBe(204);
    },
  );

  it('that is easy to guess is refused only after the current one is verified, and is not counted', async () => {
    const app = await backend.app();
    const calls = callsOf(app, await backend.signedIn({ ...person, role: 'manager' }));
    const change = (current_password: string) =>
      calls.post('/auth/change_password/', { current_password, ...twice('passwordpassword') });
    expect((await change('wrong')).json().errors).toEqual({ current_password: ['password_wrong'] });
    for (let turn = 0; turn < 15; turn += 1) expect((await change(testPassword)).json()).toMatchObject(refusal);
  });
});
