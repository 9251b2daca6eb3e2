import valid from 'semver/functions/valid.js';
import { nearest } from '../nearest.ts';
import type { Problem } from '../problem.ts';
import type { Manifest } from '../schema.ts';
import type { Source } from '../source.ts';

/** Made at the first question: the runtime takes its time over it. */
let regions: Intl.DisplayNames | null = null;
const regionNames = () => (regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));

/** The zone as the runtime's time-zone data spells it, or null when there is none of that name. */
function knownZone(zone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

function checkTimeZone(source: Source, zone: string): Problem[] {
  const known = knownZone(zone);
  const named = zone === 'UTC' || /^[A-Z][\w+-]*(\/[A-Z][\w+-]*)+$/.test(zone);
  const respelt = known !== null && known !== zone && known.toLowerCase() === zone.toLowerCase();
  if (known !== null && named && !respelt) return [];
  const suggestion = known ?? nearest(zone, Intl.supportedValuesOf('timeZone'));
  return [
    source.problem(
      ['timeZone'],
      `"${zone}" is no IANA time zone.`,
      suggestion ? `Did you mean "${suggestion}"?` : 'Name one as "Area/City", or "UTC".',
    ),
  ];
}

function checkCountry(source: Source, property: 'country' | 'phoneCountry', country: string | null): Problem[] {
  if (country === null || regionNames().of(country)) return [];
  return [
    source.problem(
      [property],
      `"${country}" is no country of ISO 3166.`,
      'Give its two capital letters, or null for none.',
    ),
  ];
}

/** Whether a deployment is who it says: its folder's name, a semantic version, a real time zone and country. */
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
        `"${manifest.version}" is no semantic version.`,
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
