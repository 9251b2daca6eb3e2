import type { ColourToken } from '../tokens.ts';

/** The colours of the series of a chart, in their order. */
export const seriesColours: readonly ColourToken[] = [
  'chart1',
  'chart2',
  'chart3',
  'chart4',
  'chart5',
  'chart6',
  'chart7',
  'chart8',
];
