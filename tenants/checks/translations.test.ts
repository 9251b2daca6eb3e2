import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { translationsIn } from './translations.ts';

let locales: string;

beforeEach(() => {
  locales = mkdtempSync(join(tmpdir(), 'locales-'));
});

afterEach(() => rmSync(locales, { recursive: true, force: true }));

function words(language: string, namespace: string, messages: object): void {
  mkdirSync(join(locales, language), { recursive: true });
  writeFileSync(join(locales, language, `${namespace}.json`), JSON.stringify(messages, null, 2));
}

const problemsOf = (language: 'en' | 'lt' | 'sk' | 'is' | 'ee' | 'pt') =>
  translationsIn(locales)
    .problems(language)
    .map(({ line, message }) => `${line}: ${message}`);

test('a language with every key, plural form and placeholder is complete', () => {
  words('en', 'common', {
    a: { b: 'Hello <b>{{name}}</b>' },
    item_one: '{{count}} item',
    item_other: '{{count}} items',
  });
  words('lt', 'common', {
    a: { b: 'Labas, <b>{{name}}</b>' },
    item_one: '{{count}} įrašas',
    item_few: '{{count}} įrašai',
    item_many: '{{count}} įrašo',
    item_other: '{{count}} įrašų',
  });
  expect(problemsOf('lt')).toEqual([]);
  expect(problemsOf('en')).toEqual([]);
});

test('a missing key is reported at its parent, an unknown one at its position', () => {
  words('en', 'common', { a: { b: 'One', c: 'Two' } });
  words('sk', 'common', { a: { b: 'Jeden', d: 'Tri' } });
  expect(problemsOf('sk')).toEqual(['2: "a.c" is missing.', '4: "a.d" is not in en.']);
});

test('a language needs the plural forms of its own grammar, no more and no fewer', () => {
  words('en', 'common', { item_one: 'item', item_other: 'items' });
  words('sk', 'common', { item_one: 'položka', item_other: 'položiek' });
  words('is', 'common', { item_one: 'hlutur', item_few: 'hlutir', item_other: 'hlutir' });
  // Estonian is `ee` here and `et` in the plural rules, where `ee` is Ewe (Q11).
  words('ee', 'common', { item_one: 'kirje', item_other: 'kirjet' });
  words('pt', 'common', { item_one: 'item', item_other: 'itens' });
  expect(problemsOf('sk')).toEqual(['2: "item" has no form for "few".', '2: "item" has no form for "many".']);
  expect(problemsOf('is')).toEqual(['3: "item_few" is never used.']);
  expect(problemsOf('ee')).toEqual([]);
  expect(problemsOf('pt')).toEqual(['2: "item" has no form for "many".']);
});

test('empty texts and other placeholders are reported', () => {
  words('en', 'common', { a: 'For {{name}}', b: 'Go', c: 'See <0>this</0>' });
  words('is', 'common', { a: 'Fyrir {{nafn}}', b: ' ', c: 'Sjá þetta' });
  expect(problemsOf('is')).toEqual([
    '2: "a" has the placeholders {{nafn}}, in en {{name}}.',
    '3: "b" is empty.',
    '4: "c" has the placeholders (none), in en </0> <0>.',
  ]);
});

test('one plural form may omit the number ("an item")', () => {
  words('en', 'common', { item_one: 'An item', item_other: '{{count}} items' });
  words('is', 'common', { item_one: 'Einn hlutur', item_other: '{{count}} hlutir' });
  expect(problemsOf('is')).toEqual([]);
});

test('a missing or unreadable namespace is reported', () => {
  words('en', 'common', { a: 'One' });
  words('en', 'login', { a: 'One' });
  words('is', 'common', { a: 'Einn' });
  expect(problemsOf('is')).toEqual(['1: The translation of "login" is missing.']);
  writeFileSync(join(locales, 'is', 'login.json'), '{ "a": }');
  expect(problemsOf('is')).toEqual(['1: Not JSON: a value is expected.']);
});

test('only the given namespaces are checked', () => {
  words('en', 'common', { a: 'One' });
  words('en', 'login', { a: 'One' });
  words('is', 'common', { a: 'Einn' });
  const translations = translationsIn(locales);
  expect(translations.namespaces()).toEqual(['common', 'login']);
  expect(translations.problems('is', ['common'])).toEqual([]);
});

test('regional overrides need a key of the language, the same placeholders and another text', () => {
  words('en', 'common', { a: 'Save', b: 'Delete {{name}}?', c: 'Close' });
  words('pt', 'common', { a: 'Gravar', b: 'Eliminar {{name}}?', c: 'Fechar' });
  const regionalProblems = () =>
    translationsIn(locales)
      .problemsOf('pt-BR', 'pt')
      .map(({ line, message }) => `${line}: ${message}`);
  expect(regionalProblems()).toEqual(['1: The file is missing.']);
  words('pt-BR', 'common', { a: 'Salvar', b: 'Excluir {{name}}?' });
  expect(regionalProblems()).toEqual([]);
  words('pt-BR', 'common', { b: 'Excluir?', c: 'Fechar', d: 'Abrir' });
  expect(regionalProblems()).toEqual([
    '2: "b" has other placeholders in pt.',
    '3: "c" is the same in pt.',
    '4: "d" is not in pt.',
  ]);
});
