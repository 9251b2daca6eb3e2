/** One row of figures in a chart: as many values as the chart has categories, null where there is none. */
export type ChartSeries = {
  key: string;
  label: string;
  /** `step`: a level that holds over the whole of each category. */
  kind: 'bar' | 'line' | 'area' | 'step';
  values: readonly (number | null)[];
  /** Series of one name stand upon each other. */
  stack?: string;
};

/** What a chart draws. */
export type ChartData = {
  /** What stands along the axis: days, times, names. */
  categories: readonly string[];
  series: readonly ChartSeries[];
  /** A figure as people read it. */
  format: (value: number | null) => string;
  /** Whether figures are whole: then the axis has no halves. */
  isWhole?: boolean;
  /** A line at the beginning of a category: the present. */
  mark?: { category: number; label: string } | undefined;
};
