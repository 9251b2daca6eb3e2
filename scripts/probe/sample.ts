import { seededRandom, type Random } from '../../server/seed/random.ts';
import type { JsonSchema } from './schema.ts';

const day = 24 * 60 * 60_000;

/** Source of values that a schema alone does not determine. */
export type Source = {
  random: Random;
  /** Dates and times are generated around this moment. */
  now: Date;
  /** A known id for a field that refers to a record, a known address for `email`; undefined when none is known. */
  idFor: (field: string) => string | undefined;
  /** Probability (0 to 1) that an optional field is given. */
  optional: number;
};

/** A source that returns the same values for the same key. */
export function sourceOf(key: string, now: Date, idFor: Source['idFor'] = () => undefined): Source {
  return { random: seededRandom(key), now, idFor, optional: 0.5 };
}

const dayText = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

function dateFor(field: string, { now }: Source): string {
  if (/from|start|first/.test(field)) return dayText(now.getTime() - 5 * day);
  if (/to|end|until|last/.test(field)) return dayText(now.getTime() + 35 * day);
  return dayText(now.getTime() + 30 * day);
}

function instantFor(field: string, { now, random }: Source): string {
  const hour = /to|end|until/.test(field) ? 2 : 0;
  return new Date(now.getTime() + 40 * day + (random.between(0, 20) * 24 + hour) * 60 * 60_000).toISOString();
}

/** Candidates for fields with a pattern; the first match is used. */
const patterned = ['12:00', '2024-05-01', '#3366aa', '1234', 'probe', 'en', '1.2.3', '+3545812345'];

function textFor(schema: JsonSchema, field: string, source: Source): string {
  const { random } = source;
  const id = random.id();
  const { format, pattern, minLength = 0, maxLength = 100 } = schema;
  if (format === 'email' || field === 'email') return source.idFor('email') ?? `probe-${id.slice(0, 10)}@probe.example`;
  if (format === 'date') return dateFor(field, source);
  if (format === 'date-time') return instantFor(field, source);
  if (format === 'last4') return random.digits('####');
  if (format === 'uri' || /link|website|url$/i.test(field)) return `https://probe.example/${id.slice(0, 6)}`;
  if (pattern) {
    const matching = new RegExp(pattern, 'u');
    if (field.startsWith('time_to') && matching.test('10:00')) return '10:00';
    if (field.startsWith('time_from') && matching.test('09:00')) return '09:00';
    if (matching.test(id)) return source.idFor(field) ?? id;
    return [...patterned, `probe-${id.slice(0, 6)}`].find((text) => matching.test(text)) ?? id;
  }
  if (/phone/i.test(field)) return `+354581${random.digits('####')}`;
  if (/password/.test(field)) return 'a probe has no password';
  if (/slug/.test(field)) return `probe-${id.slice(0, 8)}`;
  if (/zone/i.test(field)) return 'UTC';
  return `Probe ${id}`.slice(0, maxLength).padEnd(minLength, 'x');
}

/** A value that is valid for a schema; the field's name selects plausible texts and dates. */
export function sample(schema: JsonSchema, field: string, source: Source): unknown {
  const { random } = source;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) {
    const real = schema.anyOf.filter(({ type }) => type !== 'null');
    const chosen = real.length < schema.anyOf.length && random.chance(0.2) ? { type: 'null' } : random.pick(real);
    return sample(chosen, field, source);
  }
  const { minimum = 0, maximum = minimum + 20, minItems = 0, maxItems = minItems + 2 } = schema;
  switch (schema.type) {
    case 'null':
      return null;
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
      return random.between(minimum, Math.min(maximum, minimum + 20));
    case 'number':
      return minimum + random.next() * (maximum - minimum);
    case 'string':
      return textFor(schema, field, source);
    case 'array': {
      const count = random.between(Math.max(1, minItems), Math.max(1, Math.min(maxItems, minItems + 2)));
      const all = Array.from({ length: count }, () => sample(schema.items ?? {}, field, source));
      return [...new Map(all.map((body) => [JSON.stringify(body), body])).values()];
    }
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || random.chance(source.optional))
          .map(([name, within]) => [name, sample(within, name, source)]),
      );
    default:
      return `Probe ${random.id()}`;
  }
}
