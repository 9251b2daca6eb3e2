import { useMemo } from 'react';
import { useLanguage } from '#i18n/useLanguage.ts';
import { createNumbers, minutesSeconds } from '#lib/numbers.ts';
import type { FigureKind } from './measures.ts';

/** Formats figures in a locale, with the decimals of the files. */
export function createShown(locale: string) {
  const withDecimals = (digits: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const formats = { count: withDecimals(0), percent: withDecimals(1), rating: withDecimals(2) };
  const plain = (kind: FigureKind, value: number) =>
    kind === 'seconds' || kind === 'hours' ? minutesSeconds(value) : formats[kind].format(value);
  const { duration } = createNumbers(locale);
  return {
    /** In a table whose heading has the unit. */
    cell: (kind: FigureKind, value: number | null) => (value === null ? '–' : plain(kind, value)),
    /** With its unit. */
    figure: (kind: FigureKind, value: number | null) => {
      if (value === null) return '–';
      return kind === 'hours'
        ? duration(Math.floor(value / 60))
        : plain(kind, value) + (kind === 'percent' ? '\u00a0%' : '');
    },
    /** A share of 1, as per cent. */
    share: (share: number) => `${formats.percent.format(share * 100)}\u00a0%`,
  };
}

/** Formats figures in the reader's language. */
export function useShown() {
  const { locale } = useLanguage();
  return useMemo(() => createShown(locale), [locale]);
}
