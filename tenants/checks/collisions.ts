import { hash } from 'node:crypto';
import { distance } from 'fastest-levenshtein';
import { areNear } from '../colour.ts';
import type { JsonPath } from '../document.ts';
import type { LoadedTenant } from '../loadedTenant.ts';
import type { Problem } from '../problem.ts';
import type { Source } from '../source.ts';

/** A deployment with the source of its manifest. */
export type Sourced = { loaded: LoadedTenant; source: Source };

/** Palettes are similar if all three colours are nearer than this (CIEDE2000). */
export const minDifference = { accent: 6, highlight: 6, progress: 5 } as const;

/** Problems of a deployment that looks like another one. */
export type Likeness = { errors: Problem[]; warnings: Problem[] };

/** What two deployments have in common. */
type Resemblance = { path: JsonPath; message: (older: LoadedTenant, newer: LoadedTenant) => string; fix: string };

type Compared = Sourced & { name: string; colours: [accent: string, highlight: string, progress: string] };

/** The letters and digits of a name without accents, or the name itself if it has none. */
function normalized(text: string): string {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
  return letters || text;
}

/** Shorter names are parts of others by chance. */
const shortestPart = 4;

function namesAreSimilar(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= shortestPart && long.includes(short)) return true;
  return long.length - short.length <= 2 && short.length > shortestPart && distance(short, long) <= 2;
}

const names: Resemblance = {
  path: ['brand'],
  message: (older, newer) => `"${newer.manifest.brand}" can be mistaken for "${older.manifest.brand}" of ${older.id}.`,
  fix: 'Choose a name that does not contain the other and differs in more than two letters.',
};

const palettes: Resemblance = {
  path: ['palette'],
  message: (older, newer) =>
    `The colours ${newer.tokens.light.accent} and ${newer.manifest.progress} can be mistaken for ${older.tokens.light.accent} and ${older.manifest.progress} of ${older.id}.`,
  fix: 'Choose an accent, a highlight or a progress bar that differs more.',
};

const logos: Resemblance = {
  path: [],
  message: (older) => `A logo is identical to one of ${older.id}.`,
  fix: 'Draw another.',
};

function palettesAreSimilar({ colours: a }: Compared, { colours: b }: Compared): boolean {
  return (
    areNear(a[0], b[0], minDifference.accent) &&
    areNear(a[2], b[2], minDifference.progress) &&
    areNear(a[1], b[1], minDifference.highlight)
  );
}

/** Pairs of deployments that share a logo, byte for byte. */
function pairsWithSharedLogos(all: readonly Compared[]): [Compared, Compared][] {
  const owners = new Map<string, Compared>();
  return all.flatMap((compared) => {
    const shared = new Set<Compared>();
    for (const bytes of Object.values(compared.loaded.logos)) {
      const content = hash('sha256', bytes);
      const owner = owners.get(content) ?? compared;
      owners.set(content, owner);
      if (owner !== compared) shared.add(owner);
    }
    return [...shared].map((owner): [Compared, Compared] => [owner, compared]);
  });
}

/**
 * Finds deployments that users could confuse: by brand name, palette or logo. It is an error between deployments of different
 * customers, and a warning otherwise; each kind is reported once for a deployment. Of two, the newer one is reported, or the later one
 * in the alphabet if they are equally new.
 * @param newness tells how new a deployment is; called only if there is something to report
 */
export function checkCollisions(all: readonly Sourced[], newness: (id: string) => number): Map<string, Likeness> {
  const compared = all.map((sourced): Compared => {
    const { manifest, tokens } = sourced.loaded;
    return {
      ...sourced,
      name: normalized(manifest.brand),
      colours: [tokens.light.accent, manifest.palette.highlight, manifest.progress],
    };
  });
  const found: { pair: [Compared, Compared]; kind: Resemblance }[] = pairsWithSharedLogos(compared).map((pair) => ({
    pair,
    kind: logos,
  }));
  for (const [index, second] of compared.entries())
    for (const first of compared.slice(0, index)) {
      if (namesAreSimilar(first.name, second.name)) found.push({ pair: [first, second], kind: names });
      if (palettesAreSimilar(first, second)) found.push({ pair: [first, second], kind: palettes });
    }

  const likenesses = new Map<string, Likeness>();
  const reported = new Set<string>();
  const known = new Map<string, number>();
  const newnessOf = ({ loaded: { id } }: Compared): number => {
    const newnessOfTenant = known.get(id) ?? newness(id);
    known.set(id, newnessOfTenant);
    return newnessOfTenant;
  };
  for (const { pair, kind } of found) {
    const [older, newer] = newnessOf(pair[0]) > newnessOf(pair[1]) ? [pair[1], pair[0]] : pair;
    const [first, second] = [older.loaded.manifest.customer, newer.loaded.manifest.customer];
    const severity = first !== undefined && second !== undefined && first !== second ? 'errors' : 'warnings';
    const { id } = newer.loaded;
    const key = `${id} ${severity} ${kind.fix}`;
    if (reported.has(key)) continue;
    reported.add(key);
    const likeness = likenesses.get(id) ?? { errors: [], warnings: [] };
    likenesses.set(id, likeness);
    likeness[severity].push(newer.source.ownProblem(kind.path, kind.message(older.loaded, newer.loaded), kind.fix));
  }
  return likenesses;
}
