/** Numbers as the reader's locale (BCP 47) writes them. Null, and what is no number, is a dash. */
export function createNumbers(locale: string) {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const shown = (format: Intl.NumberFormat, value: number | null) =>
    value === null || !Number.isFinite(value) ? '–' : format.format(value);
  return {
    /** A count: 1,234. */
    count: (value: number | null) => shown(whole, value),
    /** A mean to one decimal: 4.6. */
    average: (value: number | null) => shown(oneDecimal, value),
  };
}

/** Seconds as minutes:seconds, minutes unbounded: 3675 is 61:15; negative or missing is a dash (Q22). */
export function minutesSeconds(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !(seconds >= 0) || !Number.isFinite(seconds)) return '–';
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
