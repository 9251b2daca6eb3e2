import type { Figures } from '../../../contract/figures.ts';
import type { Flags } from '../../../contract/flags.ts';

/** Every figure, in the order of the files. */
export const figureKeys = [
  'requests',
  'answered',
  'abandoned',
  'waiting',
  'unknown',
  'average_waiting',
  'service_level',
  'average_duration',
  'total_duration',
  'average_feedback',
  'feedback_count',
] as const satisfies readonly (keyof Figures)[];
/** The name of a figure. */
export type FigureKey = (typeof figureKeys)[number];

/** The kind of a figure. */
export type FigureKind = 'count' | 'seconds' | 'hours' | 'percent' | 'rating';

/** The kind of each figure, and whether more or less of it is better. */
export const figures: Record<FigureKey, { kind: FigureKind; better?: 'more' | 'less' }> = {
  requests: { kind: 'count' },
  answered: { kind: 'count', better: 'more' },
  abandoned: { kind: 'count', better: 'less' },
  waiting: { kind: 'count', better: 'less' },
  unknown: { kind: 'count', better: 'less' },
  average_waiting: { kind: 'seconds', better: 'less' },
  service_level: { kind: 'percent', better: 'more' },
  average_duration: { kind: 'seconds' },
  total_duration: { kind: 'hours' },
  average_feedback: { kind: 'rating', better: 'more' },
  feedback_count: { kind: 'count' },
};

/** The measures of the chart: requests by outcome, or one figure. */
export const measures = [
  'requests',
  'average_waiting',
  'service_level',
  'average_duration',
  'total_duration',
  'average_feedback',
] as const satisfies readonly FigureKey[];
/** A measure of the chart. */
export type Measure = (typeof measures)[number];

/** The figures of some totals: requests of unknown outcome only if there are some. */
export const figuresIn = ({ unknown }: Pick<Figures, 'unknown'>, flags: Pick<Flags, 'feedback'>): FigureKey[] =>
  figuresOf(figureKeys, flags).filter((key) => key !== 'unknown' || unknown > 0);

/** The figures that a deployment has. */
export function figuresOf<Key extends FigureKey>(keys: readonly Key[], { feedback }: Pick<Flags, 'feedback'>): Key[] {
  return keys.filter((key) => feedback || !key.includes('feedback'));
}
