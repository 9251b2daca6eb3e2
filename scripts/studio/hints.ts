import { checkCollisions, minDifference } from '../../tenants/checks/collisions.ts';
import { contrastFailures, type Failure, seedOf, type SeedName, seedsOf } from '../../tenants/checks/contrast.ts';
import { difference } from '../../tenants/colour.ts';
import type { LoadedTenant } from '../../tenants/loadedTenant.ts';
import type { Source } from '../../tenants/source.ts';
import { type Draft, loadedWith, type Subject } from './draft.ts';

/** A problem of a draft in words for people who do not write code. */
export type Hint = {
  /** What it is about: a colour of the draft, `languages`, or `other`. */
  field: SeedName | 'languages' | 'other';
  /** An error prevents saving. */
  level: 'error' | 'warning';
  message: string;
  /** What to do. */
  fix: string;
};

const inMode = { light: 'in light mode', dark: 'in dark mode' } as const;

/** What is hard to see, by the kind of the pair and its foreground. */
function subjectOf({ kind, foreground, background }: Failure): string {
  if (foreground === 'onAccent') return 'The words on buttons are';
  if (foreground === 'onBrandPanel') return 'The words on the sign-in panel are';
  if (foreground === 'brandPanelAccent') return 'The drawing on the sign-in panel is';
  if (kind === 'progress') return 'The loading bar is';
  if (kind === 'focus') return 'The frame around the field in use is';
  if (kind === 'chart') return 'The lines of charts are';
  if (kind === 'control')
    return foreground.startsWith('accent') ? 'Buttons and switches are' : 'The edges of fields are';
  return /soft/i.test(background) ? 'Words in coloured labels are' : 'Words are';
}

/** A ratio, rounded down: 2.996 must not be shown as 3.0. */
const shown = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1);

function contrastHints({ manifest, tokens }: LoadedTenant): Hint[] {
  const seeds = seedsOf(manifest);
  const bySeed = Map.groupBy(contrastFailures(tokens), (failure) => seedOf(failure, seeds));
  return [...bySeed].map(([field, failures]) => {
    const worst = failures.reduce((one, other) => (other.ratio / other.needs < one.ratio / one.needs ? other : one));
    return {
      field,
      level: 'error',
      message: `${subjectOf(worst)} hard to see ${inMode[worst.mode]}: the contrast is ${shown(worst.ratio)}, and at least ${worst.needs} is needed.`,
      fix: 'Choose a darker or a lighter shade.',
    };
  });
}

const fields: Record<string, Hint['field']> = {
  'palette.accent': 'accent',
  'palette.accentDark': 'accentDark',
  progress: 'progress',
};

/** The checks report positions in files; the studio needs the path of the value instead. */
function sourceOf({ id, dir, manifest }: LoadedTenant): Source {
  const problem: Source['problem'] = (path, message, fix) => ({
    file: path.join('.'),
    line: 1,
    column: 1,
    message,
    fix,
  });
  return { id, dir, value: manifest, problem, ownProblem: problem };
}

function collisionHints(own: LoadedTenant, others: readonly LoadedTenant[]): Hint[] {
  const all = [...others, own].map((loaded) => ({ loaded, source: sourceOf(loaded) }));
  return (checkCollisions(all).get(own.id) ?? []).map(({ file, message, fix }) => ({
    field: fields[file] ?? 'other',
    level: 'error',
    message,
    fix,
  }));
}

/** The problems of a draft: contrast (WCAG 2.2), and similarity to other deployments. */
export function hintsOf(subject: Subject, draft: Draft): Hint[] {
  const loaded = loadedWith(subject, draft);
  return [
    ...contrastHints(loaded),
    ...collisionHints(loaded, subject.others),
    ...(draft.languages.length
      ? []
      : [
          {
            field: 'languages' as const,
            level: 'error' as const,
            message: 'No language is chosen.',
            fix: 'Choose at least one.',
          },
        ]),
  ];
}

/** Whether a colour differs enough from that of every other deployment; the fast part of `hintsOf`, for many candidates. */
export function isUnlikeOthers(field: SeedName, hex: string, others: readonly LoadedTenant[]): boolean {
  return others.every(({ tokens, manifest }) => {
    if (field === 'accent') return difference(hex, tokens.light.accent) >= minDifference.accent;
    if (field === 'accentDark')
      return !manifest.palette.accentDark || difference(hex, tokens.dark.accent) >= minDifference.accent;
    return field !== 'progress' || difference(hex, manifest.progress) >= minDifference.progress;
  });
}
