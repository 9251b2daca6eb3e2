import valid from 'semver/functions/valid.js';
import { nearest } from '../nearest.ts';
import type { Problem } from '../problem.ts';
import type { Manifest } from '../schema.ts';
import type { Source } from '../source.ts';

/** Created on first use, because it is slow. */
let regions: Intl.DisplayNames | null = null;
const regionNames = () => (regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));

/** The zone in the spelling of the runtime's time-zone data, or null when it is unknown. */
function knownZone(zone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

function checkTimeZone(source: Source, zone: string): Problem[] {
  const known = knownZone(zone);
  const isAreaAndCity = zone === 'UTC' || /^[A-Z][\w+-]*(\/[A-Z][\w+-]*)+$/.test(zone);
  const isMisspelt = known !== null && known !== zone && known.toLowerCase() === zone.toLowerCase();
  if (known !== null && isAreaAndCity && !isMisspelt) return [];
  const suggestion = known ?? nearest(zone, Intl.supportedValuesOf('timeZone'));
  return [
    source.problem(
      ['timeZone'],
      `"${zone}" is not an IANA time zone.`,
      suggestion ? `Did you mean "${suggestion}"?` : 'Give one as "Area/City", or "UTC".',
    ),
  ];
}

function checkCountry(source: Source, property: 'country' | 'phoneCountry', country: string | null): Problem[] {
  if (country === null || regionNames().of(country)) return [];
  return [
    source.problem(
      [property],
      `"${country}" is not an ISO 3166 country.`,
      'Give its two capital letters, or null for none.',
    ),
  ];
}

/** Checks that the id is the folder's name, and that version, time zone and countries are valid. */
export function checkIdentity(source: Source, manifest: Manifest): Problem[] {
  const problems: Problem[] = [];
  if (manifest.id !== source.id)
    problems.push(
      source.problem(
        ['id'],
        `The id is "${manifest.id}", the folder is "${source.id}".`,
        `Write "id": "${source.id}", or rename the folder to "${manifest.id}".`,
      ),
    );
  if (valid(manifest.version) !== manifest.version)
    problems.push(
      source.problem(
        ['version'],
        `"${manifest.version}" is not a semantic version.`,
        `Write it as major.minor.patch, like "${valid(manifest.version) ?? '4.2.0'}".`,
      ),
    );
  return [
    ...problems,
    ...checkTimeZone(source, manifest.timeZone),
    ...checkCountry(source, 'country', manifest.country),
    ...checkCountry(source, 'phoneCountry', manifest.phoneCountry),
  ];
}
