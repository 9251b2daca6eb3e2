/**
 * The separator of CSV files for a BCP 47 locale: a semicolon where the decimal mark is a comma, as the spreadsheets of such
 * countries expect.
 */
export function csvSeparator(locale: string): ';' | ',' {
  return new Intl.NumberFormat(locale).format(1.5).includes(',') ? ';' : ',';
}
