import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isoLanguage, languages } from '../../contract/languages.ts';
import { testDeployment, testPassword, usualDatabase } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';

/** The expected subject of the mail in each language. */
const subjects = {
  en: 'Your sign-in code for Brú & Co',
  lt: '„Brú & Co“ prisijungimo kodas',
  es: 'Código de acceso a Brú & Co',
  ee: 'Brú & Co: teie sisselogimiskood',
  pt: 'Código de acesso a Brú & Co',
  sk: 'Váš prihlasovací kód – Brú & Co',
  is: 'Innskráningarkóðinn þinn – Brú & Co',
};

describe('the mail with the code', () => {
  const backend = backendOf(usualDatabase);

  const mailTo = async (language: (typeof languages)[number] | null, country = 'IS') => {
    const app = await backend.app({ deployment: { ...testDeployment, country } });
    const { email } = await backend.addUser({ language });
    await app.inject({ method: 'POST', url: '/auth/login/', payload: { email, password: testPassword } });
    const [mail] = backend.sink.messages;
    if (!mail) throw new Error('No mail has arrived.');
    return { mail, code: backend.codeFor(email), email };
  };

  it.each(languages)('is written in the reader’s language (%s), as text and as HTML', async (language) => {
    const { mail, code, email } = await mailTo(language);
    expect(mail).toMatchObject({ to: [email], from: testDeployment.support.email, subject: subjects[language] });
    expect(mail.html).toContain(`<html lang="${isoLanguage(language)}" dir="ltr">`);
    for (const body of [mail.text, mail.html]) {
      expect(body.split(code)).toHaveLength(2);
      expect(body).toContain(testDeployment.support.email);
      expect(body).toMatch(/\b10\b/);
      expect(body).not.toMatch(/[{}]|undefined/);
    }
    // Every sentence of the text is in the HTML too, apart from different forms.
    for (const line of mail.text.split('\n').filter((text) => text.trim() && text !== '-- '))
      expect(mail.html).toContain(line.replaceAll('&', '&amp;'));
  });

  it('has the same content in every language, translated', async () => {
    const texts = new Set<string>();
    for (const language of languages) {
      texts.add((await mailTo(language)).mail.text.replace(/\d{6}/, ''));
      await backend.reset();
    }
    expect(texts.size).toBe(languages.length);
  });

  it('is written in the Portuguese of the deployment’s country', async () => {
    expect((await mailTo('pt', 'PT')).mail.text).toContain('a sua palavra-passe');
    await backend.reset();
    expect((await mailTo('pt', 'BR')).mail.text).toContain('a sua senha');
  });

  it('is written in the deployment’s first language by default', async () => {
    expect((await mailTo(null)).mail.subject).toBe(subjects.is);
  });

  it('uses the colours of the deployment, and does not contain the code in the subject', async () => {
    const { mail, code } = await mailTo('en');
    expect(mail.html).toContain('background:#123456;color:#ffffff');
    expect(mail.html).toContain('Brú &amp; Co');
    expect(mail.subject).not.toContain(code);
    expect(mail.html).not.toMatch(/<script|<img|https?:/);
  });
});

describe('the texts of mails', () => {
  const folder = 'src/i18n/locales';
  type Texts = { [key: string]: string | Texts };
  const flat = (texts: Texts, path = ''): [key: string, text: string][] =>
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[`${path}${key}`, text]] : flat(text, `${path}${key}.`),
    );
  const read = (locale: string) =>
    new Map(flat(JSON.parse(readFileSync(`${folder}/${locale}/node/mails.json`, 'utf8'))));
  const placeholders = (text = '') => text.match(/\{\w+\}/g)?.toSorted() ?? [];
  const english = read('en');

  it.each(readdirSync(folder))('have the keys and placeholders of the English ones: %s', (locale) => {
    const texts = read(locale);
    const isRegional = locale.includes('-');
    if (!isRegional) expect([...texts.keys()]).toEqual([...english.keys()]);
    for (const [key, text] of texts)
      expect([key, ...placeholders(text)]).toEqual([key, ...placeholders(english.get(key))]);
  });

  it('differ from those of the language in each regional override', () => {
    const general = read('pt');
    for (const [key, text] of read('pt-BR')) {
      expect(general.has(key)).toBe(true);
      expect(text).not.toBe(general.get(key));
    }
  });
});
