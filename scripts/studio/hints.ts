import { checkCollisions } from '../../tenants/checks/collisions.ts';
import { contrastFailures, type Failure, seedOf, type SeedName } from '../../tenants/checks/contrast.ts';
import { seedsOf } from '../../tenants/palette.ts';
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
    const worst = failures.reduce((a, b) => (b.ratio / b.needs < a.ratio / a.needs ? b : a));
    return {
      field,
      level: 'error',
      message: `${subjectOf(worst)} hard to see ${inMode[worst.mode]}: the contrast is ${shown(worst.ratio)}, and at least ${worst.needs} is needed.`,
      fix: 'Choose a darker or a lighter shade.',
    };
  });
}

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

/** What can be mistaken for another deployment. A similar palette is reported with the main colour. */
function likenessHints(tenant: LoadedTenant, others: readonly LoadedTenant[]): Hint[] {
  const sourced = (loaded: LoadedTenant) => ({ loaded, source: sourceOf(loaded) });
  const self = sourced(tenant);
  const reported = others.flatMap((other) => {
    const likeness = checkCollisions([sourced(other), self], (id) => (id === tenant.id ? 1 : 0)).get(tenant.id);
    return [
      ...(likeness?.errors ?? []).map((problem) => ({ level: 'error' as const, problem })),
      ...(likeness?.warnings ?? []).map((problem) => ({ level: 'warning' as const, problem })),
    ];
  });
  return reported.map(({ level, problem: { file, message, fix } }) => ({
    field: file === 'palette' ? 'accent' : 'other',
    level,
    message,
    fix,
  }));
}

/** The problems of a draft: contrast (WCAG 2.2), and similarity to other deployments. */
export function hintsOf(subject: Subject, draft: Draft): Hint[] {
  const loaded = loadedWith(subject, draft);
  return [
    ...contrastHints(loaded),
    ...likenessHints(loaded, subject.others),
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
