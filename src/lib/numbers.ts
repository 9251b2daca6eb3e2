/** Formats numbers in the reader's locale (BCP 47). Null and NaN become a dash. */
export function createNumbers(locale: string) {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const atMostOneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const unit = (name: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: 0 });
  const [hours, restOfHour] = [unit('hour'), unit('minute')];
  const shown = (format: Intl.NumberFormat, value: number | null) =>
    value === null || !Number.isFinite(value) ? '–' : format.format(value);
  return {
    /** A count: 1,234. */
    count: (value: number | null) => shown(whole, value),
    /** A mean to one decimal: 4.6. */
    average: (value: number | null) => shown(oneDecimal, value),
    /** At most one decimal: 3, 1.5. */
    shortest: (value: number | null) => shown(atMostOneDecimal, value),
    /** A share of 1 as whole per cent: 43%. */
    percent: (share: number) => percent.format(share),
    /** Minutes as hours and minutes: 8 hrs 30 mins. */
    duration: (minutes: number) => {
      const parts = [...(minutes >= 60 ? [hours.format(Math.floor(minutes / 60))] : [])];
      if (minutes % 60 > 0 || minutes < 60) parts.push(restOfHour.format(minutes % 60));
      return parts.join('\u00a0');
    },
    /** The size of a file in bytes: 640 kB, 1.4 MB. A kB is 1024 bytes. */
    fileSize: (bytes: number) => {
      const steps = Math.min(3, Math.max(1, Math.floor(Math.log2(bytes) / 10)));
      return `${atMostOneDecimal.format(bytes / 1024 ** steps)}\u00a0${['kB', 'MB', 'GB'][steps - 1] ?? ''}`;
    },
  };
}

/** Seconds as minutes:seconds, minutes unbounded: 3675 is 61:15; negative or missing is a dash (Q22). */
export function minutesSeconds(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !(seconds >= 0) || !Number.isFinite(seconds)) return '–';
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
