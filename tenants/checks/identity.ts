import parse from 'semver/functions/parse.js';
import { shownValue, type JsonPath } from '../document.ts';
import { nearest } from '../nearest.ts';
import type { Problem } from '../problem.ts';
import type { Manifest } from '../schema.ts';
import type { Source } from '../source.ts';
import { reservedIds } from '../tenantIds.ts';

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
  const suggestion = known ?? nearest(zone.slice(0, 60), Intl.supportedValuesOf('timeZone'));
  return [
    source.problem(
      ['timeZone'],
      `${shownValue(zone)} is not an IANA time zone.`,
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

function checkId(source: Source, { id }: Manifest): Problem[] {
  if (id !== source.id)
    return [
      source.problem(
        ['id'],
        `The id is "${id}", the folder is "${source.id}".`,
        `Write "id": "${source.id}", or rename the folder to "${id}".`,
      ),
    ];
  if (!reservedIds.has(id)) return [];
  return [
    source.problem(
      ['id'],
      `The id "${id}" is reserved: a folder of bundles or an address of the local server has this name.`,
      'Rename the folder and the id.',
    ),
  ];
}

/** A semantic version in its canonical spelling, with build metadata, or null. */
function canonicalVersion(version: string): string | null {
  const parsed = parse(version);
  if (!parsed) return null;
  return parsed.build.length > 0 ? `${parsed.version}+${parsed.build.join('.')}` : parsed.version;
}

function checkVersion(source: Source, { version }: Manifest): Problem[] {
  const canonical = canonicalVersion(version);
  if (canonical === version) return [];
  return [
    source.problem(
      ['version'],
      `${shownValue(version)} is not a semantic version.`,
      `Write it as major.minor.patch, like "${canonical ?? '4.2.0'}".`,
    ),
  ];
}

/** Line breaks and control characters, marks that change the direction of text, and invisible characters but those in emoji. */
const unprintable =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u;

/** Checks that the texts of a manifest can be shown in one line, as they are written. */
function checkTexts(source: Source, { brand, customer, support }: Manifest): Problem[] {
  const texts: [JsonPath, string | null | undefined][] = [
    [['brand'], brand],
    [['customer'], customer],
    [['support', 'email'], support.email],
    [['support', 'url'], support.url],
  ];
  return texts.flatMap(([path, text]) => {
    if (typeof text !== 'string') return [];
    const found = text.isWellFormed() ? unprintable.exec(text)?.[0] : '\uFFFD';
    const code = found?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    if (found === '\uFFFD')
      return [source.problem(path, `${path.join('.')} has half of a character.`, 'Write it again.')];
    if (found !== undefined)
      return [
        source.problem(
          path,
          `${path.join('.')} has the invisible character U+${code}.`,
          'Remove it: a line break, a control character or a mark that changes the direction.',
        ),
      ];
    if (/^\s|\s$/u.test(text))
      return [source.problem(path, `${path.join('.')} begins or ends with a space.`, 'Remove the space.')];
    return [];
  });
}

function checkSupportUrl(source: Source, { support: { url } }: Manifest): Problem[] {
  if (url === null) return [];
  const parsed = URL.parse(url);
  if (parsed && parsed.username === '' && parsed.password === '') return [];
  return [
    source.problem(
      ['support', 'url'],
      `${shownValue(url)} is not an address that browsers can open.`,
      'Check its host and port (1 to 65535); write no user name or password.',
    ),
  ];
}

/**
 * Checks that the id is the folder's name and not reserved, that version, time zone, countries and support page are valid, and that
 * no text has invisible characters.
 */
export function checkIdentity(source: Source, manifest: Manifest): Problem[] {
  return [
    ...checkId(source, manifest),
    ...checkTexts(source, manifest),
    ...checkVersion(source, manifest),
    ...checkTimeZone(source, manifest.timeZone),
    ...checkCountry(source, 'country', manifest.country),
    ...checkCountry(source, 'phoneCountry', manifest.phoneCountry),
    ...checkSupportUrl(source, manifest),
  ];
}
