import { distance } from 'fastest-levenshtein';
import { difference } from '../colour.ts';
import type { JsonPath } from '../document.ts';
import type { LoadedTenant } from '../loadedTenant.ts';
import type { Problem } from '../problem.ts';
import type { Source } from '../source.ts';

/** A deployment with the file that it was read from. */
export type Sourced = { loaded: LoadedTenant; source: Source };

/** Accents and progress bars nearer than this (CIEDE2000) would be taken for one another. */
export const minDifference = { accent: 6, progress: 5 } as const;

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');

const hostOf = (loaded: LoadedTenant) =>
  loaded.manifest.support.url ? new URL(loaded.manifest.support.url).host : null;

function brandsCollide(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)];
  return a.includes(b) || b.includes(a) || distance(a, b) <= 2;
}

/** The first of two deployments keeps what it has; the problem stands in the second one's manifest. */
function collide(first: Sourced, second: Sourced): Problem[] {
  const problems: Problem[] = [];
  const [one, other] = [first.loaded, second.loaded];
  const add = (path: JsonPath, message: string, fix: string) =>
    problems.push(second.source.ownProblem(path, message, fix));

  if (brandsCollide(one.manifest.brand, other.manifest.brand))
    add(
      ['brand'],
      `"${other.manifest.brand}" can be mistaken for "${one.manifest.brand}" of ${one.id}.`,
      'Take a name that neither contains the other nor differs in a letter or two.',
    );
  for (const [mode, seed] of [
    ['light', 'accent'],
    ['dark', 'accentDark'],
  ] as const) {
    const apart = difference(one.tokens[mode].accent, other.tokens[mode].accent);
    if (mode === 'dark' && !(one.manifest.palette.accentDark && other.manifest.palette.accentDark)) continue;
    if (apart < minDifference.accent)
      add(
        ['palette', seed],
        `The accent ${other.tokens[mode].accent} can be mistaken for ${one.tokens[mode].accent} of ${one.id} (difference ${apart.toFixed(1)}, at least ${minDifference.accent} is needed).`,
        'Move its hue or its lightness further away.',
      );
  }
  const progress = difference(one.manifest.progress, other.manifest.progress);
  if (progress < minDifference.progress)
    add(
      ['progress'],
      `The progress bar ${other.manifest.progress} can be mistaken for ${one.manifest.progress} of ${one.id} (difference ${progress.toFixed(1)}, at least ${minDifference.progress} is needed).`,
      'Move its hue or its lightness further away.',
    );
  const shared: [JsonPath, string | null, string | null][] = [
    [['support', 'email'], one.manifest.support.email, other.manifest.support.email],
    [['support', 'phone'], one.manifest.support.phone, other.manifest.support.phone],
    [['support', 'url'], hostOf(one), hostOf(other)],
  ];
  for (const [path, theirs, ours] of shared)
    if (ours !== null && theirs?.toLowerCase() === ours.toLowerCase())
      add(path, `${ours} belongs to ${one.id} as well.`, 'Give this deployment its own.');
  return problems;
}

/** A picture that two deployments share, byte for byte. */
function sharedLogos(all: readonly Sourced[]): { id: string; problem: Problem }[] {
  const owners = new Map<string, string>();
  return all.flatMap(({ loaded, source }) =>
    Object.values(loaded.logos).flatMap((bytes) => {
      const picture = bytes.toString('base64');
      const owner = owners.get(picture);
      owners.set(picture, owner ?? loaded.id);
      return owner !== undefined && owner !== loaded.id
        ? [
            {
              id: loaded.id,
              problem: source.ownProblem([], `A logo is the same as one of ${owner}, byte for byte.`, 'Draw another.'),
            },
          ]
        : [];
    }),
  );
}

/** Every colour that stands in a deployment's bundle: generated from its seeds, or drawn in its logos. */
function coloursIn({ tokens, logos }: LoadedTenant): Map<string, string> {
  const drawn = Object.values(logos).flatMap((bytes) => bytes.toString('latin1').match(/#[0-9a-f]{6}\b/gi) ?? []);
  const generated = [...Object.values(tokens.light), ...Object.values(tokens.dark)];
  return new Map([
    ...drawn.map((colour) => [colour.toLowerCase(), 'draws it in a logo'] as const),
    ...generated.map((colour) => [colour, 'generates it in its palette'] as const),
  ]);
}

/** What belongs to one deployment and yet stands among another's colours: it could not be told whose it is. */
function strayMarks(all: readonly Sourced[]): { id: string; problem: Problem }[] {
  const owners = new Map(all.flatMap((one) => one.loaded.marks.map((mark) => [mark.toLowerCase(), one] as const)));
  return all.flatMap((one) =>
    [...coloursIn(one.loaded)].flatMap(([colour, how]) => {
      const owner = owners.get(colour);
      if (!owner || owner.loaded.id === one.loaded.id) return [];
      const message = `${colour} marks ${owner.loaded.id}, and ${one.loaded.id} ${how}.`;
      const fix = 'Change either by a digit: the two bundles could not be told apart by it.';
      return [owner, one].map(({ loaded, source }) => ({
        id: loaded.id,
        problem: source.ownProblem(['palette'], message, fix),
      }));
    }),
  );
}

/**
 * Whether any two deployments can be mistaken for one another: brand, accent, progress bar, support, logo. Of two that
 * collide, the later in `all` is told.
 */
export function checkCollisions(all: readonly Sourced[]): Map<string, Problem[]> {
  const rest = [...sharedLogos(all), ...strayMarks(all)];
  return new Map(
    all.map((second, index) => [
      second.loaded.id,
      [
        ...all.slice(0, index).flatMap((first) => collide(first, second)),
        ...rest.flatMap(({ id, problem }) => (id === second.loaded.id ? [problem] : [])),
      ],
    ]),
  );
}
