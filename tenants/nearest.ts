import { closest, distance } from 'fastest-levenshtein';

/** The known name that is most similar to a misspelt one, or null when none is similar. */
export function nearest(name: string, known: readonly string[]): string | null {
  if (!known.length) return null;
  const lower = name.toLowerCase();
  const best = closest(
    lower,
    known.map((candidate) => candidate.toLowerCase()),
  );
  const match = known.find((candidate) => candidate.toLowerCase() === best) ?? null;
  return match && distance(lower, best) <= Math.max(2, Math.floor(match.length / 3)) ? match : null;
}
