/**
 * Icelandic dates and numbers for browsers that have none, Chromium above all. Danish writes both nearly alike, and is
 * everywhere: these take its parts and put the Icelandic words and signs in. Node's own Icelandic is the measure.
 */
const twin = 'da';

const months = {
  long: 'janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember'.split(' '),
  short: 'jan. feb. mar. apr. maí jún. júl. ágú. sep. okt. nóv. des.'.split(' '),
  narrow: [...'JFMAMJJÁSOND'],
};

/** From Sunday, as `Date` counts. */
const weekdays = {
  long: 'sunnudagur mánudagur þriðjudagur miðvikudagur fimmtudagur föstudagur laugardagur'.split(' '),
  short: 'sun. mán. þri. mið. fim. fös. lau.'.split(' '),
  narrow: [...'SMÞMFFL'],
};
const weekdayOrder = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

type Part = Intl.DateTimeFormatPart;
type When = Parameters<Intl.DateTimeFormat['formatToParts']>[0];
type Amount = number | bigint | Intl.StringNumericLiteral;
type Width = keyof typeof months;

function widthOf(asked: string | undefined, style: string | undefined): Width | null {
  if (asked === 'long' || asked === 'short' || asked === 'narrow') return asked;
  if (asked) return null;
  return style === 'medium' ? 'short' : 'long';
}

/** The zones of deployments in Icelandic, by their Danish names. */
const zones: Partial<Record<string, string>> = {
  GMT: 'Greenwich-staðaltími',
  'Østeuropæisk tid': 'Austur-Evróputími',
};

function isIcelandic(locales: unknown): boolean {
  const first: unknown = Array.isArray(locales) ? locales[0] : locales;
  return (
    (first instanceof Intl.Locale ? first.language : typeof first === 'string' ? first.split('-')[0] : '') === 'is'
  );
}

class IcelandicDateTimeFormat extends Intl.DateTimeFormat {
  readonly #month: Width | null;
  readonly #weekday: Width | null;
  readonly #numbers: Intl.DateTimeFormat;

  constructor(options: Intl.DateTimeFormatOptions = {}) {
    super(twin, options);
    this.#month = widthOf(options.month, options.dateStyle);
    this.#weekday = widthOf(options.weekday, options.dateStyle);
    const { timeZone } = super.resolvedOptions();
    this.#numbers = new Intl.DateTimeFormat('en', { timeZone, month: 'numeric', weekday: 'short' });
  }

  override formatToParts(when?: When): Part[] {
    const numbers = this.#numbers.formatToParts(when);
    const month = Number(numbers.find(({ type }) => type === 'month')?.value) - 1;
    const weekday = weekdayOrder.indexOf(numbers.find(({ type }) => type === 'weekday')?.value ?? '');
    const parts = super
      .formatToParts(when)
      .map((part, index, all) => this.#translate(part, all, index, month, weekday));
    const [only, dot] = parts;
    // A day that stands alone has no full stop.
    return parts.length === 2 && only?.type === 'day' && dot?.value === '.' ? [only] : parts;
  }

  override format(when?: When): string {
    return this.formatToParts(when)
      .map(({ value }) => value)
      .join('');
  }

  override resolvedOptions(): Intl.ResolvedDateTimeFormatOptions {
    return { ...super.resolvedOptions(), locale: 'is' };
  }

  #translate({ type, value }: Part, parts: Part[], index: number, month: number, weekday: number): Part {
    const before = parts[index - 1]?.type;
    if (type === 'weekday' && this.#weekday) return { type, value: weekdays[this.#weekday][weekday] ?? value };
    if (type === 'month' && this.#month && !/\d/.test(value)) {
      return { type, value: months[this.#month][month] ?? value };
    }
    if (type === 'timeZoneName') return { type, value: zones[value] ?? value };
    if (type === 'dayPeriod') return { type, value: value === 'AM' ? 'f.h.' : 'e.h.' };
    if (type === 'literal' && before === 'weekday') return { type, value: ', ' };
    if (type === 'literal' && (before === 'hour' || before === 'minute') && value === '.') return { type, value: ':' };
    return { type, value };
  }
}

class IcelandicNumberFormat extends Intl.NumberFormat {
  constructor(options: Intl.NumberFormatOptions = {}) {
    super(twin, options);
  }

  override formatToParts(number?: Amount): Intl.NumberFormatPart[] {
    const parts = number === undefined ? super.formatToParts() : super.formatToParts(number);
    // 26%, without the space that Danish puts there.
    return parts.filter(({ type }, index) => !(type === 'literal' && parts[index + 1]?.type === 'percentSign'));
  }

  override format(number?: Amount): string {
    return this.formatToParts(number)
      .map(({ value }) => value)
      .join('');
  }

  override resolvedOptions(): Intl.ResolvedNumberFormatOptions {
    return { ...super.resolvedOptions(), locale: 'is' };
  }
}

/** Teaches the runtime Icelandic dates and numbers. Other locales stay the runtime's own. */
export function addFormats(): void {
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
    construct: (native, [locales, options]) =>
      isIcelandic(locales) ? new IcelandicDateTimeFormat(options) : new native(locales, options),
  });
  Intl.NumberFormat = new Proxy(Intl.NumberFormat, {
    construct: (native, [locales, options]) =>
      isIcelandic(locales) ? new IcelandicNumberFormat(options) : new native(locales, options),
  });
}
