import { isoLanguage, type Language, languages } from '../../contract/languages.ts';
import type { Holidays } from '../../contract/holidays.ts';
import type { Day } from './wallTime.ts';

type Place = { holidays: string | null; languages: readonly { value: Language }[] };

/** Maximum number of cached years: calendars show few. */
const maxCached = 20;

/** The holidays of a year, by place, languages and year. */
const years = new Map<string, Promise<Holidays>>();

/** The library takes time and memory, so it is loaded when holidays are needed for the first time. */
async function computeYear(place: string, shown: readonly Language[], year: number): Promise<Holidays> {
  const { default: Library } = await import('date-holidays');
  const [country = '', state = '', region = ''] = place.split('-');
  const library = new Library(country, state, region, { types: ['public'] });
  const found = new Map<Day, Partial<Record<Language, string>>>();
  for (const language of shown)
    for (const { date, name } of library.getHolidays(year, isoLanguage(language))) {
      const day = date.slice(0, 10);
      const names = found.get(day) ?? {};
      found.set(day, { ...names, [language]: names[language] === undefined ? name : `${names[language]}, ${name}` });
    }
  return [...found].map(([date, names]) => ({ date, names }));
}

/** The public holidays of a deployment from one day to another, inclusive; undefined if it shows none. */
export async function holidaysBetween(
  { holidays: place, languages: offered }: Place,
  { from_day, to_day }: { from_day: Day; to_day: Day },
): Promise<Holidays | undefined> {
  if (place === null) return undefined;
  const shown = languages.filter((language) => offered.some(({ value }) => value === language));
  const found: Holidays = [];
  for (let year = Number(from_day.slice(0, 4)); year <= Number(to_day.slice(0, 4)); year += 1) {
    const key = `${place} ${shown.join()} ${year}`;
    const computed = years.get(key) ?? computeYear(place, shown, year);
    if (years.size >= maxCached) years.clear();
    years.set(key, computed);
    found.push(...(await computed));
  }
  return found.filter(({ date }) => date >= from_day && date <= to_day);
}
