import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const repository = resolve(import.meta.dirname, '../..');
const locales = 'src/i18n/locales';

type Texts = string | Texts[] | { [key: string]: Texts };

/** English in Hebrew letters; placeholders and tags stay. */
function inHebrewLetters(text: string): string {
  return text.replace(/\{+\w+\}+|<[^>]+>|([a-z])/gi, (found, letter?: string) =>
    letter ? String.fromCharCode(0x5d0 + ((letter.toLowerCase().charCodeAt(0) - 97) % 27)) : found,
  );
}

/** A text in Hebrew letters, or those of a file, with one for each plural form of Hebrew. */
function translated(texts: Texts): Texts {
  if (typeof texts === 'string') return inHebrewLetters(texts);
  if (Array.isArray(texts)) return texts.map(translated);
  const entries = Object.entries(texts).flatMap(([key, text]): [string, Texts][] => {
    if (typeof text !== 'string') return [[key, translated(text)]];
    const [, base, ordinal = '', form] = /^(.*?)(_ordinal)?_(one|two|few|many|other)$/.exec(key) ?? [];
    if (!form) return [[key, inHebrewLetters(text)]];
    if (form !== 'other') return [];
    const type = ordinal ? 'ordinal' : 'cardinal';
    const forms = new Intl.PluralRules('he', { type }).resolvedOptions().pluralCategories;
    return forms.map((each) => [`${base}${ordinal}_${each}`, inHebrewLetters(text)]);
  });
  return Object.fromEntries(entries);
}

describe('a language that is read from right to left, added to a copy of the sources', () => {
  let folder = '';
  const path = (...parts: string[]) => join(folder, ...parts);
  const read = (file: string) => readFileSync(path(file), 'utf8');
  const edit = (file: string, change: (text: string) => string) => writeFileSync(path(file), change(read(file)));
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    return { status, out: stdout, err: stderr };
  };
  const build = () => run('scripts/build-tenants.ts', 'iceland');

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'signboard-language-'));
    for (const part of [
      'contract',
      'docker',
      'scripts',
      'server',
      'src',
      'tenants',
      'package.json',
      'package-lock.json',
      'rspack.config.ts',
    ])
      cpSync(join(repository, part), path(part), { recursive: true });
    symlinkSync(join(repository, 'node_modules'), path('node_modules'));

    for (const file of globSync(['*.json', 'node/*.json'], { cwd: path(locales, 'en') })) {
      const target = path(locales, 'he', file);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, JSON.stringify(translated(JSON.parse(read(join(locales, 'en', file)))), null, 2));
    }
    const facts = { name: 'עברית', direction: 'rtl', noScript: 'הדף דורש JavaScript' };
    writeFileSync(path(locales, 'he/language.json'), JSON.stringify(facts));
    edit('contract/languages.ts', (text) => text.replace("  is: 'is',\n", "  is: 'is',\n  he: 'he',\n"));

    expect(run('scripts/tenants.ts', 'schema')).toMatchObject({ status: 0 });
    edit('tenants/iceland/manifest.json', (text) => text.replace('["is", "en"]', '["he", "en"]'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('passes the check of translations', () => {
    expect(run('scripts/locales.ts')).toMatchObject({ status: 0, out: expect.stringMatching(/^8 languages/) });
  });

  it('is the language and the direction of a deployment that has it first', () => {
    expect(build()).toMatchObject({ status: 0, err: '' });
    const page = read('dist/iceland/index.html');
    expect(page).toContain('<html lang="he" dir="rtl">');
    expect(page).toContain('<noscript>הדף דורש JavaScript</noscript>');
    expect(page).toContain('{"label":"עברית","value":"he","instance":"ISL","direction":"rtl"}');
    expect(JSON.parse(read('dist/iceland/manifest.webmanifest'))).toMatchObject({ lang: 'he', dir: 'rtl' });
    const { title } = JSON.parse(read(`${locales}/he/auth.json`)) as { title: string };
    expect(title).toMatch(/^[\u05d0-\u05ea ]+$/);
    const scripts = globSync('*.js', { cwd: path('dist/iceland/assets') }).map((name) =>
      read(`dist/iceland/assets/${name}`),
    );
    expect(scripts.some((script) => script.includes(title))).toBe(true);
  });

  it('is the language and the direction of mails', () => {
    const script = `
      const { codeMail } = await import('./server/mail/codeMail.ts');
      const { loadDeployment } = await import('./server/loadDeployment.ts');
      console.log(codeMail(await loadDeployment('iceland'), 'he', { code: '123456', validFor: 60000 }).html);`;
    const { status, out, err } = run('--input-type=module', '-e', script);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toContain('<html lang="he" dir="rtl">');
    const { hello } = JSON.parse(read(`${locales}/he/node/mails.json`)) as { hello: string };
    expect(out).toContain(hello);
  });

  it('is refused while a text is missing, with file and key', () => {
    const problem = /he\/auth\.json:\d+:\d+\s+"title" is missing\./;
    edit(`${locales}/he/auth.json`, (text) => text.replace(/ *"title": .*\n/, ''));
    expect(run('scripts/locales.ts')).toMatchObject({ status: 1, err: expect.stringMatching(problem) });
    expect(build()).toMatchObject({ status: 1, out: expect.stringMatching(problem) });
  });
});
