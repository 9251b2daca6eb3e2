import { type FigureKey, figures } from './measures.ts';

/** How a figure stands to that of the period before; `amount` is never negative. */
export type Comparison = {
  /** In percent of what it was (`share`), in points of percent, in seconds, or in parts of a rating. */
  unit: 'share' | 'points' | 'seconds' | 'rating';
  amount: number;
  direction: 'up' | 'down' | 'same';
  /** What that means: nothing where neither more nor less is better. */
  tone: 'good' | 'bad' | 'neutral';
};

const units = { count: 'share', percent: 'points', seconds: 'seconds', rating: 'rating' } as const;

/** Compares a figure with what it was; null where there is nothing to compare, as nought cannot be grown from. */
export function compare(key: FigureKey, now: number | null, before: number | null): Comparison | null {
  const { kind, better } = figures[key];
  const unit = key === 'total_duration' ? 'share' : units[kind];
  if (now === null || before === null || (unit === 'share' && before === 0)) return null;
  const change = unit === 'share' ? (now - before) / before : now - before;
  const decimals = { share: 3, points: 1, seconds: 0, rating: 2 }[unit];
  const amount = Number(Math.abs(change).toFixed(decimals));
  const direction = amount === 0 ? 'same' : change > 0 ? 'up' : 'down';
  const isBetter = direction === (better === 'more' ? 'up' : 'down');
  const tone = direction === 'same' || better === undefined ? 'neutral' : isBetter ? 'good' : 'bad';
  return { unit, amount, direction, tone };
}
