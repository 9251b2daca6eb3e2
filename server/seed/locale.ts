import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from '../deployment.ts';
import type { Random } from './random.ts';

/** What people and places are called in a country: `countries/<ISO code>.json`. */
export type CountryWords = {
  female: string[];
  male: string[];
  surnames: { male: string; female: string }[];
  surnamesPerPerson: number;
  streets: string[];
  cities: string[];
  /** With {street}, {number} and {city}. */
  address: string;
  /** A mobile number with # for digits. */
  phone: string;
  /** Organisations, and which of the language's categories each belongs to. */
  partners: { name: string; category: number }[];
};

/** What people write, in their language: `words/<language>.json`, or `<language>-<country>.json` where it differs. */
export type LanguageWords = {
  categories: string[];
  /** What reservations are for. */
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

/** What is shown in the app, whom one can call, and what requests are closed under: `content/<language>.json`, or `<language>-<country>.json`. */
export type ContentWords = {
  sliders: string[];
  contacts: string[];
  closure: { title: string; group: string; subcategories: string[] }[];
};

function readFirst<Content>(folder: string, names: string[]): Content {
  const paths = names.map((name) => join(import.meta.dirname, folder, `${name}.json`));
  const path = paths.find((candidate) => existsSync(candidate));
  if (!path) throw new Error(`There is no file for demo data: ${paths.join(', ')}. Write the first of them.`);
  return JSON.parse(readFileSync(path, 'utf8')) as Content;
}

/** An address in a country. */
export function addressIn({ address, streets, cities }: CountryWords, random: Random): string {
  return address
    .replace('{street}', random.pick(streets))
    .replace('{number}', String(random.between(1, 120)))
    .replace('{city}', random.pick(cities));
}

/** The words of a deployment's country. A country without a file of its own has people from everywhere. */
export function countryWords({ country }: Pick<Deployment, 'country'>): CountryWords {
  return readFirst('countries', [...(country ? [country] : []), 'international']);
}

function languageNames({ languages, country }: Pick<Deployment, 'languages' | 'country'>): string[] {
  const language = languages[0]?.value ?? 'en';
  return [...(country ? [`${language}-${country}`] : []), language];
}

/** The words of a deployment's first language, as its country writes it. */
export function languageWords(deployment: Pick<Deployment, 'languages' | 'country'>): LanguageWords {
  return readFirst('words', languageNames(deployment));
}

/** The words of its content, in the same language. */
export function contentWords(deployment: Pick<Deployment, 'languages' | 'country'>): ContentWords {
  return readFirst('content', languageNames(deployment));
}
