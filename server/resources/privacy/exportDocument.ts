import { type Language, localeOf } from '../../../contract/languages.ts';
import { personExportFormat } from '../../../contract/privacy.ts';
import { dataKinds } from '../../../contract/privacyNames.ts';
import { clockOf, shownDay } from '../../days.ts';
import type { Deployment } from '../../deployment.ts';
import { printable } from '../../documents/cells.ts';
import type { Document } from '../../documents/document.ts';
import { jsonWithList } from '../../documents/json.ts';
import { fill } from '../../figures/words.ts';
import { keptUntil } from './retention.ts';
import type { PersonalRow, Tally } from './stored.ts';
import type { KnownPerson } from './subject.ts';
import { privacyTexts } from './words.ts';

type Parts = {
  deployment: Deployment;
  person: KnownPerson;
  rows: AsyncGenerator<PersonalRow[]>;
  now: Date;
};

/** The JSON export of a person, in parts (`PersonExport`). */
export function personJson({ deployment, person, rows, now }: Parts): AsyncGenerator<string> {
  const retention = dataKinds.map((kind) => ({ kind, kept_days: keptUntil(kind, deployment) }));
  const head = {
    format: personExportFormat,
    deployment: deployment.id,
    created: now.toISOString(),
    person: person.id,
    retention,
  };
  return jsonWithList(head, 'records', rows);
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const isDay = /^\d{4}-\d\d-\d\d$/;

/** The PDF about a person: one line per value that people can read; the JSON export also has ids and technical values. */
export function personDocument(
  { deployment, person, rows, now }: Parts,
  tallies: readonly Tally[],
  language: Language,
): Document {
  const words = privacyTexts(language, deployment);
  const fields: Record<string, string> = words.fields;
  const clock = clockOf(deployment.timeZone);
  const shownMoment = (moment: Date) => {
    const { day, time } = clock(moment);
    return `${shownDay(day)} ${time}`;
  };
  const shown = (value: unknown): string => {
    if (typeof value === 'string' && instant.test(value)) return shownMoment(new Date(value));
    if (typeof value === 'string') return printable(isDay.test(value) ? shownDay(value) : value);
    return printable(JSON.stringify(value));
  };
  const linesOf = ({ kind, values }: PersonalRow) => {
    const lines = Object.entries(values).filter(
      ([name, value]) => fields[name] !== undefined && value !== null && value !== '',
    );
    return lines.map(([name, value], index) => [
      index === 0 ? words.kinds[kind] : '',
      fields[name] ?? name,
      shown(value),
    ]);
  };
  async function* batches() {
    for await (const some of rows) yield some.flatMap(linesOf);
  }
  const wordsIn = (texts: Record<string, string>) => Object.values(texts).flatMap((text) => text.split(' '));
  return {
    name: 'person',
    title: words.title,
    language,
    locale: localeOf(language, deployment.country),
    facts: [
      { label: words.name, value: printable(`${person.first_name} ${person.last_name}`) },
      { label: words.fields.email, value: printable(person.email) },
      { label: words.created, value: shownMoment(now) },
    ],
    totals: dataKinds.flatMap((kind) => {
      const value = tallies.filter((tally) => tally.kind === kind).reduce((sum, { count }) => sum + count, 0);
      return value > 0 ? [{ key: kind, label: words.kinds[kind], kind: 'count' as const, value }] : [];
    }),
    columns: [
      { key: 'kind', label: words.kind, kind: 'text' },
      { key: 'field', label: words.field, kind: 'text' },
      { key: 'note', label: words.value, kind: 'text' },
    ],
    longest: { kind: wordsIn(words.kinds), field: wordsIn(words.fields) },
    batches: batches(),
    brand: deployment,
    created: now,
    words: { totals: words.totals, page: (page) => fill(words.page, { page }) },
  };
}
