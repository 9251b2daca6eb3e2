import { sql } from 'kysely';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { shiftVerdicts } from '../../../../contract/recordRules.ts';
import { ScheduleDraft } from '../../../../contract/schedules.ts';
import Type, { type Static } from 'typebox';
import type { ShiftState } from '../../../../contract/schedules.ts';
import type { Deployment } from '../../../deployment.ts';
import { type ComparedShift, shiftEvents } from '../../../notifications/shiftChanges.ts';
import { randomId } from '../../../randomId.ts';
import { occurrenceOn } from '../../../schedule/series.ts';
import { readDraft } from '../../schedules/planning/draft.ts';
import { isShortened } from '../../schedules/planning/obstacles.ts';
import {
  approvedOn,
  inactiveAmong,
  lockInterpreters,
  overlapsAmong,
  termColumns,
  type WantedTime,
} from '../../schedules/repository.ts';
import { assertTerms, type Terms, withChanges } from '../../schedules/terms.ts';
import { excessOf, isRefused } from '../../schedules/workingTime.ts';
import { insertRows, versionsOf } from '../records.ts';
import { inSlices } from '../slices.ts';
import {
  type CheckContext,
  type CheckedRow,
  type Columns,
  type Existing,
  type ImportRules,
  isGood,
  refuse,
  type WriteContext,
} from './rules.ts';

const Form = Type.Omit(ScheduleDraft, ['repeat', 'until', 'days_out'], { additionalProperties: false });
type Form = Static<typeof Form>;

const settings = ({ flags, timeZone }: Deployment, now: Date) => ({ flags, timeZone, clock: () => now });

const schedulesOf = 'schedule_id';

function newShift(form: Form, deployment: Deployment, now: Date): Columns {
  const { row, occurrences } = readDraft(settings(deployment, now), { ...form, repeat: 'once' });
  const [occurrence] = occurrences;
  if (!occurrence) return {};
  return { ...pick(row), ...timesOf(occurrence), [schedulesOf]: randomId(), state: 'enabled', changed_alone: false };
}

const pick = (row: Terms): Columns => Object.fromEntries(termColumns.map((column) => [column, row[column]]));

const timesOf = ({
  day,
  from,
  to,
  occupiedFrom,
  occupiedTo,
}: NonNullable<ReturnType<typeof occurrenceOn>>): Columns => ({
  day,
  series_day: day,
  starts: from.toISOString(),
  ends: to.toISOString(),
  occupied: `[${occupiedFrom.toISOString()},${occupiedTo.toISOString()})`,
});

function changedShift({ columns }: Existing, { date, ...form }: Form, { flags }: Deployment): Columns {
  const terms = withChanges(columns as Terms, form);
  assertTerms(terms, flags);
  const occurrence = occurrenceOn(date, terms, terms.travel_time);
  if (!occurrence) return {};
  const { series_day: _series, ...times } = timesOf(occurrence);
  return { ...pick(terms), ...times };
}

const differs = ({ existing, after }: CheckedRow) =>
  existing !== null && [...termColumns, 'day'].some((column) => existing.columns[column] !== after[column]);

/** The rows that write a time of an interpreter. */
const written = (rows: readonly CheckedRow[]) =>
  rows.filter((row) => row.after['occupied'] !== undefined && (!row.existing || differs(row)));

const wantedOf = ({ number, after }: CheckedRow): WantedTime => {
  const [from = '', to = ''] = String(after['occupied']).slice(1, -1).split(',');
  return {
    key: String(number),
    interpreter: String(after['interpreter_id']),
    from: new Date(String(after['starts'])),
    to: new Date(String(after['ends'])),
    occupiedFrom: new Date(from),
    occupiedTo: new Date(to),
  };
};

/** The shift that a row changes, before the import. */
const shiftBefore = ({ existing }: CheckedRow) => existing && shiftOf(existing.id, existing.columns);

/**
 * Warns of rows that exceed limits of working time, together with the other rows of the file; refuses them where the deployment
 * does. Shifts that are called off exceed none.
 */
async function checkExcess({ db, deployment }: CheckContext, rows: readonly CheckedRow[]): Promise<void> {
  const { workingTime } = deployment;
  const planned = rows.filter((row) => isGood(row) && shiftBefore(row)?.state !== 'disabled');
  const worked = planned.map((row) => {
    const { key, interpreter, from: starts, to: ends } = wantedOf(row);
    return { key, interpreter, day: String(row.after['day']), starts, ends };
  });
  const replaced = rows.flatMap(({ existing }) => existing?.id ?? []);
  const exceeded = await excessOf(db, workingTime, worked, replaced);
  for (const row of planned) {
    const wanted = wantedOf(row);
    const excess = exceeded.get(wanted.key) ?? [];
    if (isRefused(workingTime, excess) && !isShortened(shiftBefore(row), wanted.interpreter, wanted))
      refuse(row, null, 'working_time_exceeded');
    else if (excess.length > 0) row.issues.push({ field: null, code: 'working_time_exceeded', value: null, excess });
  }
}

/** Refuses rows that overlap an earlier row of the file. */
function refuseOverlaps(rows: readonly CheckedRow[]): void {
  const times = rows.filter(isGood).map((row) => ({ row, ...wantedOf(row) }));
  for (const shiftsOfPerson of Map.groupBy(times, ({ interpreter }) => interpreter).values()) {
    let last: (typeof shiftsOfPerson)[number] | undefined;
    for (const time of shiftsOfPerson.toSorted((a, b) => a.occupiedFrom.getTime() - b.occupiedFrom.getTime())) {
      if (last && time.occupiedFrom < last.occupiedTo) refuse(time.row, null, 'shift_overlap', String(last.row.number));
      else last = time;
    }
  }
}

const shiftOf = (id: string, columns: Columns): ComparedShift & { id: string } =>
  ({
    ...columns,
    id,
    starts: new Date(String(columns['starts'])),
    ends: new Date(String(columns['ends'])),
  }) as ComparedShift & { id: string };

/** Shifts as they were written: calendars keep an entry by its version. */
async function writtenShifts(
  trx: WriteContext['trx'],
  rows: readonly { id: string; after: Columns }[],
): Promise<(ComparedShift & { id: string })[]> {
  const ids = rows.map(({ id }) => id);
  const versions = await versionsOf(trx, 'shifts', ids);
  return rows.map(({ id, after }) => shiftOf(id, { ...after, version: versions.get(id) }));
}

/** Shifts of one day each. They are recognised by interpreter, day and begin. */
export const shifts: ImportRules = {
  table: 'shifts',
  schema: Form,
  compared: [...termColumns, 'day'],
  fields: { allow_reservations: 'allowReservations', day: 'date' },
  derived: ['schedule_id', 'series_day', 'starts', 'ends', 'occupied', 'state', 'changed_alone'],
  keyOf: ({ interpreter, date, time_from }) => `${String(interpreter)} ${String(date)} ${String(time_from)}`,
  key: sql`shifts.interpreter_id || ' ' || shifts.day || ' ' || shifts.time_from`,
  columnsOf: (form, { deployment, now }, existing) =>
    existing
      ? { ...changedShift(existing, form as Form, deployment), changed_alone: true }
      : newShift(form as Form, deployment, now),
  lock: async (trx, rows) => {
    const ids = rows.flatMap(({ after, existing }) => [after['interpreter_id'], existing?.columns['interpreter_id']]);
    const known = [...new Set(ids.filter((id) => typeof id === 'string'))];
    if (known.length > 0) await lockInterpreters(trx, known);
  },
  check: async (context, rows) => {
    const { db, person, now } = context;
    const changing = rows.filter(differs);
    const sources = new Map<string, { source: 'external' | 'platform'; state: ShiftState; starts: Date; ends: Date }>();
    await inSlices(changing, async (slice) => {
      const ids = slice.map(({ id }) => id);
      const found = await db
        .selectFrom('shifts')
        .innerJoin('schedules', 'schedules.id', 'shifts.schedule_id')
        .select(['shifts.id', 'schedules.source', 'shifts.state', 'shifts.starts', 'shifts.ends'])
        .where('shifts.id', 'in', ids)
        .execute();
      for (const { id, ...facts } of found) sources.set(id, facts);
      const booked = new Set((await approvedOn(db, ids)).flatMap(({ shifts: these }) => these));
      for (const row of slice) if (booked.has(row.id)) refuse(row, null, 'shift_reserved');
    });
    for (const row of changing) {
      const facts = sources.get(row.id);
      if (facts?.source === 'external') refuse(row, null, 'schedule_external');
      else if (!facts || !shiftVerdicts(person, facts, now).update) refuse(row, 'date', 'event_in_past');
    }
    const wanted = written(rows);
    const ignored = wanted.flatMap(({ existing }) => existing?.id ?? []);
    await inSlices(wanted, async (slice) => {
      const times = slice.map(wantedOf);
      const [inactive, overlaps] = [await inactiveAmong(db, times), await overlapsAmong(db, times, ignored)];
      for (const row of slice) {
        const key = String(row.number);
        if (new Date(String(row.after['starts'])) <= now) refuse(row, 'date', 'event_in_past');
        if (inactive.has(key)) refuse(row, 'interpreter', 'interpreter_inactive');
        if (overlaps.has(key)) refuse(row, null, 'shift_overlap');
      }
    });
    refuseOverlaps(wanted);
    await checkExcess(context, wanted);
  },
  before: async ({ trx, now }, rows) => {
    const added = rows.filter(({ existing }) => !existing);
    await sql`set constraints shifts_one_place, shifts_one_per_day deferred`.execute(trx);
    await insertRows(
      trx,
      'schedules',
      added.map(({ after }) => ({
        ...Object.fromEntries(termColumns.map((column) => [column, after[column]])),
        id: after[schedulesOf],
        first_day: after['day'],
        last_day: after['day'],
        repeat: 'once',
        source: 'platform',
        days_out: [],
        created: now,
      })),
    );
  },
  changed: async ({ trx, notify }, changes) => {
    const before = changes.map((change) => shiftOf(change.id, change.before));
    await notify(shiftEvents(before, await writtenShifts(trx, changes)));
  },
  after: async ({ trx, notify, notifies }, rows) => {
    if (!notifies) return;
    const added = rows.filter(({ existing }) => !existing);
    await notify(shiftEvents([], await writtenShifts(trx, added)));
  },
  peopleToNotify: (rows) =>
    new Set(rows.filter((row) => isGood(row) && !row.existing).map(({ after }) => after['interpreter_id'])).size,
  undoObstacles: async ({ db, now }, { removed, restored }) => {
    const ids = [...removed, ...restored];
    if (ids.length === 0) return new Map();
    const booked = (await approvedOn(db, ids)).flatMap(({ shifts: these }) => these);
    const found = await db
      .selectFrom('shifts')
      .innerJoin('schedules', 'schedules.id', 'shifts.schedule_id')
      .select(['shifts.id', 'shifts.starts', 'schedules.version'])
      .where('shifts.id', 'in', ids)
      .execute();
    const begun = found.filter(({ starts }) => starts <= now);
    // Removing the shift removes its schedule, which may have become a series.
    const extended = found.filter(({ id, version }) => version > 1 && removed.includes(id));
    return new Map<string, ErrorCode>([
      ...extended.map(({ id }) => [id, 'changed_since'] as const),
      ...begun.map(({ id }) => [id, 'event_in_past'] as const),
      ...booked.map((id) => [id, 'shift_reserved'] as const),
    ]);
  },
  beforeRemoval: async ({ trx, notify, notifies }, removed) => {
    if (!notifies) return;
    const gone = await trx
      .selectFrom('shifts')
      .selectAll()
      .where('id', 'in', [...removed])
      .execute();
    await notify(shiftEvents(gone, []));
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('schedules')
      .where('id', 'in', (shiftsOf) =>
        shiftsOf
          .selectFrom('shifts')
          .select('schedule_id')
          .where('id', 'in', [...ids]),
      )
      .execute();
  },
};
