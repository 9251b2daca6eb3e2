import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { textLocales } from '../../contract/languages.ts';
import type { Deployment } from '../deployment.ts';
import type { Random } from './random.ts';

/** Names of people and places in a country: `countries/<ISO code>.json`. */
export type CountryWords = {
  female: string[];
  male: string[];
  surnames: { male: string; female: string }[];
  surnamesPerPerson: number;
  streets: string[];
  cities: string[];
  /** With the placeholders {street}, {number} and {city}. */
  address: string;
  /** A mobile number with # for digits. */
  phone: string;
  /** Organisations, each with the index of its category in the language's file. */
  partners: { name: string; category: number }[];
};

/** Texts in a language: `demoWords.json` in its folder, or in that of its regional variant. */
export type LanguageWords = {
  categories: string[];
  /** Subjects of reservations. */
  reservations: string[];
  departments: string[];
  notes: string[];
  closureNotes: string[];
  feedback: { good: string[]; mixed: string[]; bad: string[] };
  suspension: string;
  partnerCategories: string[];
  venues: string[];
  videos: { category: string; titles: string[] }[];
};

/** Slider images, contacts, the name of a webhook and closure categories in a language: `demoContent.json`. */
export type ContentWords = {
  webhook: string;
  sliders: string[];
  contacts: string[];
  closure: { title: string; group: string; subcategories: string[] }[];
};

const locales = join(import.meta.dirname, '..', '..', 'src', 'i18n', 'locales');

function readFirst<Content>(paths: string[]): Content {
  const path = paths.find((candidate) => existsSync(candidate));
  if (!path) throw new Error(`No demo data file found: ${paths.join(', ')}. Add the first of them.`);
  return JSON.parse(readFileSync(path, 'utf8')) as Content;
}

/** A telephone number of a country that its numbering plan has: not every digit may follow the prefix. */
export function phoneIn({ phone }: CountryWords, random: Random): string {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const number = random.digits(phone);
    if (isValidPhoneNumber(number)) return number;
  }
  throw new Error(`The pattern ${phone} has no valid number.`);
}

/** An address in a country. */
export function addressIn({ address, streets, cities }: CountryWords, random: Random): string {
  return address
    .replace('{street}', random.pick(streets))
    .replace('{number}', String(random.between(1, 120)))
    .replace('{city}', random.pick(cities));
}

/** The names for a deployment's country. Countries without a file get international ones. */
export function countryWords({ country }: Pick<Deployment, 'country'>): CountryWords {
  const names = [...(country ? [country] : []), 'international'];
  return readFirst(names.map((name) => join(import.meta.dirname, 'countries', `${name}.json`)));
}

function readInLanguage<Content>(
  file: string,
  { languages, country }: Pick<Deployment, 'languages' | 'country'>,
): Content {
  const names = textLocales(languages[0]?.value ?? 'en', country).toReversed();
  return readFirst(names.map((name) => join(locales, name, 'node', file)));
}

/** The texts in a deployment's first language, in the variant of its country. */
export function languageWords(deployment: Pick<Deployment, 'languages' | 'country'>): LanguageWords {
  return readInLanguage('demoWords.json', deployment);
}

/** The content in the same language. */
export function contentWords(deployment: Pick<Deployment, 'languages' | 'country'>): ContentWords {
  return readInLanguage('demoContent.json', deployment);
}
