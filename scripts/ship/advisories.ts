import cvss from 'ae-cvss-calculator';
import semver from 'semver';
import type { AcceptedAdvisory } from './acceptedAdvisories.ts';
import { compareDebianVersions } from './debianVersion.ts';
import type { InstalledPackage } from './installedPackages.ts';
import { type Advisory, eachAdvisory } from './osvFiles.ts';

/** Severities in rising order. */
export const ratings = ['unrated', 'low', 'medium', 'high', 'critical'] as const;
export type Rating = (typeof ratings)[number];

type Affected = NonNullable<Advisory['affected']>[number];

/** A package that an advisory affects. */
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

function isOf({ package: named }: Affected, { ecosystem, name }: InstalledPackage): boolean {
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

function findingsOf(advisory: Advisory, installed: InstalledPackage[]): Finding[] {
  if (advisory.withdrawn !== undefined) return [];
  return (advisory.affected ?? []).flatMap((affected) =>
    installed
      .filter((component) => isOf(affected, component))
      .flatMap((component): Finding[] => {
        const results = (affected.ranges ?? [])
          .filter(({ type }) => type !== 'GIT')
          .map(({ events }) => evaluate(events, component.version, compareIn(component.ecosystem)));
        const hit = results.find((result) => result.affected);
        if (!hit && !affected.versions?.includes(component.version)) return [];
        return [
          {
            advisory: advisory.id,
            aliases: advisory.aliases ?? [],
            rating: ratingOf(advisory, affected),
            package: component.shown,
            version: component.version,
            fixed: hit?.fixed ?? null,
            summary: (advisory.summary ?? '').replace(/\s+/g, ' '),
          },
        ];
      }),
  );
}

/** What a search of advisories gave. */
export type Search = {
  /** The most severe first. */
  findings: Finding[];
  /** How many advisories concern the kinds of packages that are installed. */
  searched: number;
  /** The time of the latest change of an advisory, ISO 8601; null if none says it. */
  newest: string | null;
};

/**
 * The packages that advisories affect.
 * @param paths OSV files, zip archives and folders, as `eachAdvisory` reads them
 * @throws CommandError for a file that is missing or holds something else.
 */
export function findAdvisories(installed: InstalledPackage[], paths: string[]): Search {
  const ecosystems = new Set(installed.map(({ ecosystem }) => ecosystem));
  const distinct = new Map<string, Finding>();
  let [searched, newest]: [number, string | null] = [0, null];
  eachAdvisory(paths, (advisory) => {
    const isRelevant = advisory.affected?.some(({ package: named }) => ecosystems.has(named?.ecosystem ?? ''));
    if (!isRelevant) return;
    searched += 1;
    if (advisory.modified !== undefined && (newest === null || advisory.modified > newest)) newest = advisory.modified;
    for (const finding of findingsOf(advisory, installed))
      distinct.set(`${finding.advisory} ${finding.package} ${finding.version}`, finding);
  });
  const findings = [...distinct.values()].toSorted(
    (a, b) =>
      ratings.indexOf(b.rating) - ratings.indexOf(a.rating) ||
      `${a.package} ${a.advisory}`.localeCompare(`${b.package} ${b.advisory}`, 'en'),
  );
  return { findings, searched, newest };
}

/** Findings that are refused: rated at the limit or above, and not accepted, by id or alias, for the package. */
export function refusedFindings(findings: Finding[], limit: Rating, accepted: AcceptedAdvisory[]): Finding[] {
  return findings.filter(
    (finding) =>
      ratings.indexOf(finding.rating) >= ratings.indexOf(limit) &&
      !accepted.some((advisory) => isAccepted(finding, advisory)),
  );
}

const isAccepted = (finding: Finding, { id, package: name }: AcceptedAdvisory): boolean =>
  name === finding.package && [finding.advisory, ...finding.aliases].includes(id);

/** A finding in one line. */
export function findingLine({ advisory, aliases, rating, package: name, version, fixed, summary }: Finding): string {
  const ids = [advisory, ...aliases].join(', ');
  return `${rating}: ${name} ${version}, ${fixed ? `fixed in ${fixed}` : 'no fixed version'} (${ids})${summary ? `: ${summary}` : ''}`;
}
