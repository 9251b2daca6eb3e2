import { type FigureKey, figures } from './measures.ts';

/** The difference from the period before; `amount` is never negative. */
export type Comparison = {
  /** In per cent of the earlier value (`share`), percentage points, seconds, or rating points. */
  unit: 'share' | 'points' | 'seconds' | 'rating';
  amount: number;
  direction: 'up' | 'down' | 'same';
  /** Whether the difference is good; neutral if neither more nor less is better. */
  tone: 'good' | 'bad' | 'neutral';
};

const units = { count: 'share', percent: 'points', seconds: 'seconds', hours: 'share', rating: 'rating' } as const;

/** Compares a figure with the period before; null without a value to compare, or if it was 0. */
export function compare(key: FigureKey, now: number | null, before: number | null): Comparison | null {
  const { kind, better } = figures[key];
  const unit = units[kind];
  if (now === null || before === null || (unit === 'share' && before === 0)) return null;
  const change = unit === 'share' ? (now - before) / before : now - before;
  const decimals = { share: 3, points: 1, seconds: 0, rating: 2 }[unit];
  const amount = Number(Math.abs(change).toFixed(decimals));
  const direction = amount === 0 ? 'same' : change > 0 ? 'up' : 'down';
  const isBetter = direction === (better === 'more' ? 'up' : 'down');
  const tone = direction === 'same' || better === undefined ? 'neutral' : isBetter ? 'good' : 'bad';
  return { unit, amount, direction, tone };
}
