import { closest, distance } from 'fastest-levenshtein';

/** The known name that a misspelt one most likely means, or null when none is near. */
export function nearest(name: string, known: readonly string[]): string | null {
  if (!known.length) return null;
  const lower = name.toLowerCase();
  const best = closest(
    lower,
    known.map((one) => one.toLowerCase()),
  );
  const found = known.find((one) => one.toLowerCase() === best) ?? null;
  return found && distance(lower, best) <= Math.max(2, Math.floor(found.length / 3)) ? found : null;
}
