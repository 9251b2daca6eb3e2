import { readFileSync } from 'node:fs';
import cvss from 'ae-cvss-calculator';
import { Unzip, UnzipInflate } from 'fflate';
import semver from 'semver';
import { CommandError } from '../lib/CommandError.ts';
import { compareDebianVersions } from './debianVersion.ts';

/** Severities in rising order. */
export const ratings = ['unrated', 'low', 'medium', 'high', 'critical'] as const;
export type Rating = (typeof ratings)[number];

/** An advisory in the Open Source Vulnerability format (OSV 1), reduced to what is read. */
type Advisory = {
  id: string;
  aliases?: string[];
  summary?: string;
  withdrawn?: string;
  severity?: { type: string; score: string }[];
  database_specific?: { severity?: unknown };
  affected?: {
    package?: { ecosystem?: string; name?: string };
    severity?: { type: string; score: string }[];
    ecosystem_specific?: { urgency?: unknown };
    ranges?: { type: string; events: Record<string, string>[] }[];
    versions?: string[];
  }[];
};

type Affected = NonNullable<Advisory['affected']>[number];

/** A package of an image in an advisory's terms. */
type Installed = { ecosystem: string; name: string; version: string; shown: string };

/** A package of an image that an advisory affects. */
export type Finding = {
  advisory: string;
  /** Other names of the advisory, such as the CVE. */
  aliases: string[];
  rating: Rating;
  package: string;
  version: string;
  /** The lowest version above the installed one that is not affected; null when there is none. */
  fixed: string | null;
  summary: string;
};

/** The npm and Debian packages of a bill of materials (CycloneDX JSON). Advisories name Debian's source packages. */
function installedPackages(bill: Buffer): Installed[] {
  const { components = [] } = JSON.parse(bill.toString('utf8')) as { components?: { purl?: string }[] };
  return components.flatMap(({ purl = '' }): Installed[] => {
    const [, type, path = '', version = '', query = ''] = /^pkg:(npm|deb)\/(.+?)@([^?]+)(?:\?(.*))?$/.exec(purl) ?? [];
    if (type === undefined) return [];
    const [name, installed] = [decodeURIComponent(path), decodeURIComponent(version)];
    if (type === 'npm') return [{ ecosystem: 'npm', name, version: installed, shown: name }];
    const qualifiers = new URLSearchParams(query);
    const binary = name.replace(/^debian\//, '');
    const [source = binary, sourceVersion = installed] = (qualifiers.get('upstream') ?? binary).split('@');
    const release = (qualifiers.get('distro') ?? '').replace('debian-', '');
    return [{ ecosystem: `Debian:${release}`, name: source, version: sourceVersion, shown: binary }];
  });
}

function compareIn(ecosystem: string): (a: string, b: string) => number {
  // Node-semver refuses versions such as "1.0"; these sort as their nearest valid form.
  const valid = (version: string) => semver.parse(version) ?? semver.coerce(version) ?? '0.0.0';
  return ecosystem === 'npm' ? (a, b) => semver.compare(valid(a), valid(b)) : compareDebianVersions;
}

/** Whether a version is in a range of events, and the first fix above it, by the evaluation of the OSV specification. */
function evaluate(events: Record<string, string>[], version: string, compare: (a: string, b: string) => number) {
  const isFrom = (introduced: string): boolean => introduced === '0' || compare(version, introduced) >= 0;
  const known = events
    .flatMap((event) => Object.entries(event))
    .filter(([, at]) => at !== '0')
    .toSorted(([, a], [, b]) => compare(a, b));
  let affected = events.some((event) => event['introduced'] === '0');
  for (const [kind, at] of known) {
    if (kind === 'introduced' && isFrom(at)) affected = true;
    if (kind === 'fixed' && compare(version, at) >= 0) affected = false;
    if (kind === 'last_affected' && compare(version, at) > 0) affected = false;
  }
  const fixed = known.find(([kind, at]) => kind === 'fixed' && compare(at, version) > 0)?.[1] ?? null;
  return { affected, fixed };
}

function isOf({ package: named }: Affected, { ecosystem, name }: Installed): boolean {
  return named?.name === name && named.ecosystem === ecosystem;
}

function ratingOfScore(score: number): Rating {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  return score >= 4 ? 'medium' : 'low';
}

/** The highest rating that an advisory gives, from CVSS vectors or words. */
function ratingOf(advisory: Advisory, affected: Affected): Rating {
  // Packages that attack their users have no score.
  if (advisory.id.startsWith('MAL-')) return 'critical';
  const scores = [...(affected.severity ?? []), ...(advisory.severity ?? [])].flatMap(({ score }): Rating[] => {
    // Null for what is no CVSS vector, such as Ubuntu's words.
    const vector = cvss.fromVector(score) as { calculateScores: () => { overall: number } } | null;
    return vector ? [ratingOfScore(vector.calculateScores().overall)] : [];
  });
  const given = advisory.database_specific?.severity ?? affected.ecosystem_specific?.urgency;
  const word = typeof given === 'string' ? given.toLowerCase() : '';
  const named = ratings.find((rating) => rating === (word === 'moderate' ? 'medium' : word));
  const highest = [...scores, ...(named ? [named] : [])].map((rating) => ratings.indexOf(rating));
  return ratings[Math.max(0, ...highest)] ?? 'unrated';
}

function findingsOf(advisory: Advisory, installed: Installed[]): Finding[] {
  if (advisory.withdrawn !== undefined) return [];
  return (advisory.affected ?? []).flatMap((affected) =>
    installed
      .filter((one) => isOf(affected, one))
      .flatMap((one): Finding[] => {
        const results = (affected.ranges ?? [])
          .filter(({ type }) => type !== 'GIT')
          .map(({ events }) => evaluate(events, one.version, compareIn(one.ecosystem)));
        const hit = results.find((result) => result.affected);
        if (!hit && !affected.versions?.includes(one.version)) return [];
        return [
          {
            ...{ advisory: advisory.id, aliases: advisory.aliases ?? [], rating: ratingOf(advisory, affected) },
            ...{ package: one.shown, version: one.version, fixed: hit?.fixed ?? null },
            summary: (advisory.summary ?? '').replace(/\s+/g, ' '),
          },
        ];
      }),
  );
}

function parseAdvisories(text: string, file: string): Advisory[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CommandError(
      `${file} is not JSON. --osv reads advisories in the OSV format: JSON, or a zip archive of it.`,
    );
  }
  const list = Array.isArray(value) ? value : ((value as { vulns?: unknown } | null)?.vulns ?? [value]);
  const isAdvisory = (one: unknown): one is Advisory =>
    typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string';
  if (!Array.isArray(list) || !list.every(isAdvisory))
    throw new CommandError(`${file} holds no OSV advisories: each needs an "id" (https://ossf.github.io/osv-schema/).`);
  return list;
}

/** Calls `read` with the content of each JSON file in a zip archive, one at a time: osv.dev's archives unpack to gigabytes. */
function eachFile(archive: Buffer, read: (text: string, name: string) => void): void {
  const unzip = new Unzip((entry) => {
    if (!entry.name.endsWith('.json')) return;
    const chunks: Uint8Array[] = [];
    entry.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      chunks.push(chunk);
      if (isLast) read(Buffer.concat(chunks).toString('utf8'), entry.name);
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  const step = 1 << 16;
  for (let at = 0; at < archive.length; at += step)
    unzip.push(archive.subarray(at, at + step), at + step >= archive.length);
}

/**
 * The packages of a bill of materials that advisories affect, the most severe first.
 * @param bill CycloneDX JSON
 * @param files OSV advisories: an object, an array, `{"vulns": […]}`, or a zip archive of such files, as osv.dev exports them
 * @throws CommandError for a file that is missing or holds something else.
 */
export function findAdvisories(bill: Buffer, files: string[]): Finding[] {
  const installed = installedPackages(bill);
  const findings: Finding[] = [];
  for (const file of files) {
    let content: Buffer;
    try {
      content = readFileSync(file);
    } catch (error) {
      throw new CommandError(`The advisories cannot be read: ${(error as Error).message}.`);
    }
    const search = (text: string, name: string): void => {
      for (const advisory of parseAdvisories(text, name)) findings.push(...findingsOf(advisory, installed));
    };
    if (content.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004')
      try {
        eachFile(content, (text, name) => search(text, `${file}: ${name}`));
      } catch (error) {
        if (error instanceof CommandError) throw error;
        throw new CommandError(`${file} is a damaged zip archive: ${(error as Error).message}.`);
      }
    else search(content.toString('utf8'), file);
  }
  const distinct = new Map(findings.map((one) => [`${one.advisory} ${one.package} ${one.version}`, one]));
  return [...distinct.values()].toSorted(
    (a, b) =>
      ratings.indexOf(b.rating) - ratings.indexOf(a.rating) ||
      `${a.package} ${a.advisory}`.localeCompare(`${b.package} ${b.advisory}`, 'en'),
  );
}

/** Findings that stop a release: rated at the limit or above, and not allowed by id or alias. */
export function refusedFindings(findings: Finding[], limit: Rating, allowed: string[]): Finding[] {
  return findings.filter(
    ({ rating, advisory, aliases }) =>
      ratings.indexOf(rating) >= ratings.indexOf(limit) && ![advisory, ...aliases].some((id) => allowed.includes(id)),
  );
}

/** A finding in one line. */
export function findingLine({ advisory, aliases, rating, package: name, version, fixed, summary }: Finding): string {
  const ids = [advisory, ...aliases].join(', ');
  return `${rating}: ${name} ${version}, ${fixed ? `fixed in ${fixed}` : 'no fixed version'} (${ids})${summary ? `: ${summary}` : ''}`;
}
