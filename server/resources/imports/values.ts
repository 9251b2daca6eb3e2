import type { ErrorCode } from '../../../contract/errors.ts';
import type { ImportField } from '../../../contract/importKinds.ts';
import { localeOf } from '../../../contract/languages.ts';
import type { Deployment } from '../../deployment.ts';
import { phoneOf } from '../../phone.ts';
import { ApiProblem } from '../../problem.ts';
import { addDays, dayAt, inZone, instantAt } from '../../schedule/wallTime.ts';
import { createBooleanReader, createValueReader } from './words.ts';

/** Why a cell cannot be read. */
export class CellError extends Error {
  override name = 'CellError';
  readonly code: ErrorCode;
  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

const two = (part: string) => part.padStart(2, '0');

/** @throws CellError date_invalid for a day that the calendar lacks */
function existing(year: string, month: string, day: string): string {
  const text = `${year}-${two(month)}-${two(day)}`;
  const date = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) throw new CellError('date_invalid');
  return text;
}

/** The order of day and month where a deployment writes days with slashes; null: it does not. */
function slashOrder({ country, languages }: Pick<Deployment, 'country' | 'languages'>): 'dm' | 'md' | null {
  const [first] = languages;
  if (!country || !first) return null;
  const parts = new Intl.DateTimeFormat(localeOf(first.value, country), { dateStyle: 'short' }).formatToParts(0);
  const names = parts.map(({ type }) => type).filter((type) => type !== 'literal');
  const hasSlash = parts.some(({ value }) => value === '/');
  if (!hasSlash || names[2] !== 'year') return null;
  return names[0] === 'day' ? 'dm' : 'md';
}

/**
 * A day: ISO, the deployment's DD-MM-YYYY, DD.MM.YYYY, or with slashes as its country writes them. With other slashes it is read only
 * if day and month cannot be confused.
 */
function readDay(text: string, order: 'dm' | 'md' | null): string {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00)?)?$/.exec(text);
  if (iso) return existing(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '');
  const [, first = '', sign, second = '', year = ''] = /^(\d{1,2})([-./])\s?(\d{1,2})\2\s?(\d{4})\.?$/.exec(text) ?? [];
  if (!sign) throw new CellError('date_invalid');
  if (sign !== '/' || order === 'dm') return existing(year, second, first);
  if (order === 'md') return existing(year, first, second);
  if (first === second) return existing(year, first, second);
  if (Number(first) > 12) return existing(year, second, first);
  if (Number(second) > 12) return existing(year, first, second);
  throw new CellError('date_ambiguous');
}

/** A time, `HH:mm`. 24:00, midnight at the end of a day, is 00:00 for a field that ends something. */
function readTime(text: string, ends: boolean): string {
  const [, hour = '', minute = ''] = /^(\d{1,2})[:.](\d{2})(?::00)?$/.exec(text) ?? [];
  if (hour === '' || Number(hour) > 24 || Number(minute) > 59) throw new CellError('time_invalid');
  if (Number(hour) === 24 && (!ends || minute !== '00')) throw new CellError('time_invalid');
  return `${two(String(Number(hour) % 24))}:${minute}`;
}

/** The instant of a day and a time in a zone. @throws CellError date_ambiguous for a time that the change of clocks repeats */
function instantIn(day: string, time: string, zone: string): Date {
  const instant = instantAt(day, time, zone);
  const later = new Date(instant.getTime() + 3_600_000);
  const isRepeated = dayAt(later, zone) === day && inZone(later, zone).slice(11, 16) === time;
  if (isRepeated) throw new CellError('date_ambiguous');
  // The change of clocks skips it.
  if (inZone(instant, zone).slice(11, 16) !== time) throw new CellError('date_invalid');
  return instant;
}

function readInstant(text: string, order: 'dm' | 'md' | null, zone: string): string {
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/i.test(text)) {
    const instant = new Date(text);
    if (Number.isNaN(instant.getTime())) throw new CellError('date_invalid');
    return instant.toISOString();
  }
  const [, day = '', time = '', seconds = '00'] =
    /^(.*\d{4}\.?|\d{4}-\d{1,2}-\d{1,2})[T ,]+(\d{1,2}[:.]\d{2})(?:[:.](\d{2})(?:[.,]0+)?)?$/.exec(text) ?? [];
  if (!time) throw new CellError('date_invalid');
  if (Number(seconds) > 59) throw new CellError('time_invalid');
  const isMidnight = /^24[:.]00$/.test(time) && seconds === '00';
  const written = readDay(day.trim(), order);
  const instant = isMidnight
    ? instantIn(addDays(written, 1), '00:00', zone)
    : instantIn(written, readTime(time, false), zone);
  return new Date(instant.getTime() + Number(seconds) * 1000).toISOString();
}

function readPhone(text: string, deployment: Deployment): string {
  try {
    return phoneOf(text, 'phone', deployment);
  } catch (error) {
    const [code] = error instanceof ApiProblem ? (error.details.errors?.['phone'] ?? []) : [];
    throw code === undefined ? error : new CellError(code as ErrorCode);
  }
}

function readInteger(text: string): number {
  const plain = text.replace(/[\s\u00a0]/g, '').replace(/[.,]0+$/, '');
  if (!/^-?\d{1,9}$/.test(plain)) throw new CellError('number_invalid');
  return Number(plain);
}

/** The parts of a cell with several values. */
export const partsOf = (cell: string): string[] =>
  cell
    .split(/[;\n|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Reads a cell that refers to no record. @throws CellError */
export type ReadCell = (field: ImportField, cell: string) => unknown;

/** Reads cells as a deployment writes them. */
export function createReader(deployment: Deployment): ReadCell {
  const valueOf = createValueReader(deployment);
  const booleanOf = createBooleanReader(deployment);
  const order = slashOrder(deployment);
  const read = ({ name, type }: ImportField, cell: string): unknown => {
    if (type === 'integer') return readInteger(cell);
    if (type === 'phone') return readPhone(cell, deployment);
    if (type === 'day') return readDay(cell, order);
    if (type === 'time') return readTime(cell, name === 'time_to');
    if (type === 'instant') return readInstant(cell, order, deployment.timeZone);
    if (type === 'boolean') {
      const value = booleanOf(cell);
      if (value === null) throw new CellError('value_unknown');
      return value;
    }
    if (typeof type === 'object' && 'values' in type) {
      const value = valueOf(cell, type.values);
      if (value === null) throw new CellError('value_unknown');
      return value;
    }
    return cell;
  };
  return (field, cell) => (field.many ? partsOf(cell).map((part) => read(field, part)) : read(field, cell));
}
