import { distance } from 'fastest-levenshtein';
import { difference } from '../colour.ts';
import type { JsonPath } from '../document.ts';
import type { LoadedTenant } from '../loadedTenant.ts';
import type { Problem } from '../problem.ts';
import type { Source } from '../source.ts';

/** A deployment with the source of its manifest. */
export type Sourced = { loaded: LoadedTenant; source: Source };

/** Minimum colour difference (CIEDE2000) between the accents and the progress bars of two deployments. */
export const minDifference = { accent: 6, progress: 5 } as const;

const normalized = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');

const hostOf = (loaded: LoadedTenant) =>
  loaded.manifest.support.url ? new URL(loaded.manifest.support.url).host : null;

function brandsCollide(one: string, other: string): boolean {
  const [a, b] = [normalized(one), normalized(other)];
  return a.includes(b) || b.includes(a) || distance(a, b) <= 2;
}

/** Compares two deployments; problems are reported for the second. */
function compare(first: Sourced, second: Sourced): Problem[] {
  const problems: Problem[] = [];
  const [one, other] = [first.loaded, second.loaded];
  const add = (path: JsonPath, message: string, fix: string) =>
    problems.push(second.source.ownProblem(path, message, fix));

  if (brandsCollide(one.manifest.brand, other.manifest.brand))
    add(
      ['brand'],
      `"${other.manifest.brand}" can be mistaken for "${one.manifest.brand}" of ${one.id}.`,
      'Choose a name that does not contain the other and differs in more than two letters.',
    );
  for (const [mode, seed] of [
    ['light', 'accent'],
    ['dark', 'accentDark'],
  ] as const) {
    const accentDifference = difference(one.tokens[mode].accent, other.tokens[mode].accent);
    if (mode === 'dark' && !(one.manifest.palette.accentDark && other.manifest.palette.accentDark)) continue;
    if (accentDifference < minDifference.accent)
      add(
        ['palette', seed],
        `The accent ${other.tokens[mode].accent} can be mistaken for ${one.tokens[mode].accent} of ${one.id} (difference ${accentDifference.toFixed(1)}, at least ${minDifference.accent} is needed).`,
        'Choose a hue or a lightness that differs more.',
      );
  }
  const progress = difference(one.manifest.progress, other.manifest.progress);
  if (progress < minDifference.progress)
    add(
      ['progress'],
      `The progress bar ${other.manifest.progress} can be mistaken for ${one.manifest.progress} of ${one.id} (difference ${progress.toFixed(1)}, at least ${minDifference.progress} is needed).`,
      'Choose a hue or a lightness that differs more.',
    );
  const shared: [JsonPath, string | null, string | null][] = [
    [['support', 'email'], one.manifest.support.email, other.manifest.support.email],
    [['support', 'phone'], one.manifest.support.phone, other.manifest.support.phone],
    [['support', 'url'], hostOf(one), hostOf(other)],
  ];
  for (const [path, theirs, ours] of shared)
    if (ours !== null && theirs?.toLowerCase() === ours.toLowerCase())
      add(path, `${ours} is also used by ${one.id}.`, 'Give this deployment its own.');
  return problems;
}

/** Logos that two deployments share, byte for byte. */
function sharedLogos(all: readonly Sourced[]): { id: string; problem: Problem }[] {
  const owners = new Map<string, string>();
  return all.flatMap(({ loaded, source }) =>
    Object.values(loaded.logos).flatMap((bytes) => {
      const content = bytes.toString('base64');
      const owner = owners.get(content);
      owners.set(content, owner ?? loaded.id);
      return owner !== undefined && owner !== loaded.id
        ? [
            {
              id: loaded.id,
              problem: source.ownProblem([], `A logo is identical to one of ${owner}.`, 'Draw another.'),
            },
          ]
        : [];
    }),
  );
}

/** Every colour in a deployment's bundle with its origin: the palette or the logos. */
function coloursIn({ tokens, logos }: LoadedTenant): Map<string, string> {
  const drawn = Object.values(logos).flatMap((bytes) => bytes.toString('latin1').match(/#[0-9a-f]{6}\b/gi) ?? []);
  const generated = [...Object.values(tokens.light), ...Object.values(tokens.dark)];
  return new Map([
    ...drawn.map((colour) => [colour.toLowerCase(), 'uses it in a logo'] as const),
    ...generated.map((colour) => [colour, 'uses it in its palette'] as const),
  ]);
}

/** Isolation markers of one deployment among the colours of another: the isolation check could not tell which deployment they belong to. */
function sharedMarkers(all: readonly Sourced[]): { id: string; problem: Problem }[] {
  const owners = new Map(
    all.flatMap((one) => one.loaded.isolationMarkers.map((marker) => [marker.toLowerCase(), one] as const)),
  );
  return all.flatMap((one) =>
    [...coloursIn(one.loaded)].flatMap(([colour, use]) => {
      const owner = owners.get(colour);
      if (!owner || owner.loaded.id === one.loaded.id) return [];
      const message = `${colour} is an isolation marker of ${owner.loaded.id}, and ${one.loaded.id} ${use}.`;
      const fix = 'Change one of them by one digit: the isolation check searches bundles for this colour.';
      return [owner, one].map(({ loaded, source }) => ({
        id: loaded.id,
        problem: source.ownProblem(['palette'], message, fix),
      }));
    }),
  );
}

/**
 * Checks that no two deployments can be confused: brand, accent, progress bar, support contact, logo. Problems are reported for
 * the later one in `all`.
 */
export function checkCollisions(all: readonly Sourced[]): Map<string, Problem[]> {
  const shared = [...sharedLogos(all), ...sharedMarkers(all)];
  return new Map(
    all.map((second, index) => [
      second.loaded.id,
      [
        ...all.slice(0, index).flatMap((first) => compare(first, second)),
        ...shared.flatMap(({ id, problem }) => (id === second.loaded.id ? [problem] : [])),
      ],
    ]),
  );
}
