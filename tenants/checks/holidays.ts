import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { nearest } from '../nearest.ts';
import type { Problem } from '../problem.ts';
import type { Manifest } from '../schema.ts';
import type { Source } from '../source.ts';

/** A country or region with the regions in it. */
type Place = { states?: Record<string, Place>; regions?: Record<string, Place> };

// The data alone: the library takes a second and 26 MB to load.
const dataFile = join(
  dirname(createRequire(import.meta.url).resolve('date-holidays/package.json')),
  'data/holidays.json',
);

const partsOf = ({ states, regions }: Place): Record<string, Place> => ({ ...states, ...regions });

/** The country and region of public holidays are known to the library that computes them. */
export function checkHolidays(source: Source, { holidays }: Manifest): Problem[] {
  if (holidays === null) return [];
  const data = JSON.parse(readFileSync(dataFile, 'utf8')) as { holidays: Record<string, Place> };
  let [known, name] = [data.holidays, ''];
  for (const part of holidays.split('-')) {
    const place = known[part];
    if (!place) {
      const names = Object.keys(known);
      const near = nearest(part, names);
      const choices = near
        ? `Did you mean "${name}${near}"?`
        : `Choose one of: ${names.map((region) => name + region).join(', ')}.`;
      const fix = names.length > 0 ? choices : `Write "${name.slice(0, -1)}": the library knows no regions of it.`;
      return [source.problem(['holidays'], `There are no public holidays of "${holidays}".`, `${fix} Or null: none.`)];
    }
    known = partsOf(place);
    name += `${part}-`;
  }
  return [];
}
