import type { ErrorCode } from '../../../contract/errors.ts';
import type { ScheduleChanges, ScheduleDraft } from '../../../contract/schedules.ts';
import type { ShiftChanges, ShiftState } from '../../../contract/shifts.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { AppParts } from '../../appParts.ts';
import type { Trx } from '../../collection/write.ts';
import type { Tables } from '../../db/tables.ts';
import { requireMatch, respectMatch } from '../../collection/etag.ts';
import { sessionOf } from '../../http/guard.ts';
import { reach } from '../../../contract/permissions.ts';
import type { Person } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { daysOf, occurrenceOn, splitBefore, type Occurrence, type Series } from '../../schedule/series.ts';
import {
  approvedOn,
  findSchedule,
  findShift,
  isInterpreter,
  lockInterpreters,
  overlapsOf,
  removeSchedule,
  removeShifts,
  saveSchedule,
  saveShifts,
  shiftsOf,
  withInterpreters,
  type NamedScheduleRow,
  type ScheduleRow,
  type ShiftRow,
} from './repository.ts';
import { assertRange, assertTerms, withChanges, type Terms } from './terms.ts';

/** A day of a draft, and what stands in its way: codes, and the shifts that it would overlap. */
export type Judged = Occurrence & { reasons: ErrorCode[]; shifts: string[] };

const stateSteps: Record<ShiftState, readonly ShiftState[]> = {
  enabled: ['disabled', 'completed'],
  disabled: ['enabled'],
  completed: [],
};

const seriesOf = (row: ScheduleRow): Series => ({
  date: row.first_day,
  until: row.last_day,
  repeat: row.repeat,
  time_from: row.time_from,
  time_to: row.time_to,
  zone: row.zone,
});

/** What of a shift is written, of an interpretation of terms on a day. */
const timesOf = ({ from, to, occupiedFrom, occupiedTo }: Occurrence) => ({
  starts: from,
  ends: to,
  occupied_from: occupiedFrom,
  occupied_to: occupiedTo,
});

/** Days of one series that would overlap each other, as the way back from one may the way to the next. */
function overlapsWithin(occurrences: readonly Occurrence[]): Set<string> {
  const days = new Set<string>();
  occurrences.forEach((one, index) => {
    const next = occurrences[index + 1];
    if (next && next.occupiedFrom < one.occupiedTo) days.add(next.day);
  });
  return days;
}

/** What stands in the way of an interpreter’s occurrences, some of their shifts looked past. */
async function judge(
  db: Kysely<Tables>,
  interpreterId: string,
  occurrences: readonly Occurrence[],
  { now, lookPast = [] }: { now: Date; lookPast?: readonly string[] },
): Promise<Judged[]> {
  const overlaps = await overlapsOf(db, interpreterId, occurrences, lookPast);
  const within = overlapsWithin(occurrences);
  return occurrences.map((one) => {
    const shifts = overlaps.get(one.day) ?? [];
    const reasons: ErrorCode[] = [];
    if (one.from <= now) reasons.push('event_in_past');
    if (shifts.length > 0 || within.has(one.day)) reasons.push('shift_overlap');
    return { ...one, reasons, shifts };
  });
}

function assertPossible(judged: readonly Judged[]): void {
  for (const code of ['event_in_past', 'shift_overlap'] as const) {
    const days = judged.filter(({ reasons }) => reasons.includes(code)).map(({ day }) => day);
    if (days.length > 0) throw new ApiProblem(code, { days });
  }
}

async function assertUnreserved(trx: Trx, shiftIds: readonly string[]): Promise<void> {
  const reservations = (await approvedOn(trx, shiftIds)).map(({ id }) => id);
  if (reservations.length > 0) throw new ApiProblem('shift_reserved', { reservations });
}

function assertOurs({ source }: Pick<ScheduleRow, 'source'>): void {
  if (source === 'external') throw new ApiProblem('schedule_external');
}

const isSame = (one: ShiftRow, other: ReturnType<typeof timesOf> & Terms): boolean =>
  (Object.keys(other) as (keyof typeof other)[]).every((key) => {
    const [before, after] = [one[key], other[key]];
    return before instanceof Date && after instanceof Date ? before.getTime() === after.getTime() : before === after;
  });

function termsOf(row: Terms): Terms {
  return withChanges(row, {});
}

/** The rules of the calendar (specification §5), each kept in the transaction that writes. */
export function createPlanning({ deployment: { flags, timeZone }, database: { db }, clock }: AppParts) {
  /** The id that a person’s reading is limited to, or null. */
  const ownOf = ({ id, role }: Person) => (reach('calendar', role) === 'own' ? id : null);

  async function assertAssignable(on: Kysely<Tables>, person: Person, interpreterId: string): Promise<void> {
    const own = ownOf(person);
    if (own !== null && own !== interpreterId) throw new ApiProblem('forbidden');
    if (!(await isInterpreter(on, interpreterId)))
      throw new ApiProblem('invalid', { errors: { interpreter: ['invalid'] } });
  }

  /** A draft as a row, and its occurrences; nothing is written. */
  async function draftOf(on: Kysely<Tables>, draft: ScheduleDraft, person: Person) {
    const terms: Terms = {
      interpreter_id: draft.interpreter,
      zone: timeZone,
      time_from: draft.time_from,
      time_to: draft.time_to,
      location_type: draft.location_type,
      address: draft.address ?? null,
      travel_time: draft.travel_time ?? 0,
      request_type: draft.request_type,
      communication_type: draft.communication_type ?? 'interpretation',
      allow_reservations: draft.allowReservations ?? false,
      emergency: draft.emergency ?? false,
    };
    assertTerms(terms, flags);
    const range = { date: draft.date, until: draft.until ?? draft.date };
    assertRange(range);
    await assertAssignable(on, person, draft.interpreter);
    const days = daysOf({ ...range, repeat: draft.repeat });
    const found = days.map((day) => ({ day, occurrence: occurrenceOn(day, terms, terms.travel_time) }));
    const occurrences = found.flatMap(({ occurrence }) => occurrence ?? []);
    const leftOut = found.flatMap(({ day, occurrence }) => (occurrence ? [] : day));
    if (occurrences.length === 0) throw new ApiProblem('check_dates', { errors: { date: ['check_dates'] } });
    const row: ScheduleRow = {
      id: randomId(),
      ...terms,
      first_day: range.date,
      last_day: draft.repeat === 'once' ? range.date : range.until,
      repeat: draft.repeat,
      source: 'platform',
      days_out: [],
      created: clock(),
      version: 1,
    };
    return { row, occurrences, leftOut };
  }

  /** Makes the days to come of a schedule what it says now. Days gone by and days changed alone stay as they are. */
  async function replan(trx: Trx, row: ScheduleRow, existing: readonly ShiftRow[]): Promise<void> {
    const now = clock();
    const isSettled = ({ starts, changed_alone, state }: ShiftRow) =>
      starts <= now || changed_alone || state === 'completed';
    const days = new Set(daysOf(seriesOf(row)).filter((day) => !row.days_out.includes(day)));
    if (days.size === 0) throw new ApiProblem('check_dates', { errors: { date: ['check_dates'] } });
    const settled = new Set(existing.filter(isSettled).map(({ series_day }) => series_day));
    const open = new Map(existing.filter((shift) => !isSettled(shift)).map((shift) => [shift.series_day, shift]));
    const gone = existing.filter(({ series_day, starts }) => starts > now && !days.has(series_day)).map(({ id }) => id);
    const planned: { before: ShiftRow | undefined; occurrence: Occurrence }[] = [];
    for (const day of days) {
      if (settled.has(day)) continue;
      const before = open.get(day);
      const occurrence = occurrenceOn(day, row, row.travel_time);
      if (!occurrence && before) gone.push(before.id);
      // A day without a shift that has gone by is history, not something to make up for.
      if (occurrence && (before || occurrence.from > now)) planned.push({ before, occurrence });
    }
    const terms = termsOf(row);
    const changed = planned.filter(
      ({ before, occurrence }) => !before || !isSame(before, { ...terms, ...timesOf(occurrence) }),
    );
    await assertUnreserved(trx, [...gone, ...changed.flatMap(({ before }) => before?.id ?? [])]);
    const lookPast = [...gone, ...[...open.values()].map(({ id }) => id)];
    const live = planned.filter(({ before }) => before?.state !== 'disabled').map(({ occurrence }) => occurrence);
    assertPossible(await judge(trx, row.interpreter_id, live, { now, lookPast }));
    await saveSchedule(trx, row);
    await removeShifts(trx, gone);
    await saveShifts(
      trx,
      changed.map(({ before, occurrence }) => ({
        id: before?.id ?? randomId(),
        schedule_id: row.id,
        ...terms,
        day: occurrence.day,
        series_day: occurrence.day,
        ...timesOf(occurrence),
        state: before?.state ?? 'enabled',
        changed_alone: false,
      })),
    );
  }

  /** A schedule with changes to it; what it says is checked, what it means for its days is not. */
  async function withChangesOf(
    trx: Trx,
    person: Person,
    row: ScheduleRow,
    changes: ScheduleChanges,
  ): Promise<ScheduleRow> {
    const terms = withChanges(row, changes);
    assertTerms(terms, flags);
    if (terms.interpreter_id !== row.interpreter_id) await assertAssignable(trx, person, terms.interpreter_id);
    const repeat = changes.repeat ?? row.repeat;
    const last_day = repeat === 'once' ? row.first_day : (changes.until ?? row.last_day);
    assertRange({ date: row.first_day, until: last_day });
    return { ...row, ...terms, repeat, last_day };
  }

  /** The schedule once the locks are held. It may have gone to somebody else since it was looked up. */
  async function reread(trx: Trx, seen: ScheduleRow, own: string | null): Promise<ScheduleRow> {
    const row = await findSchedule(trx, seen.id, own);
    if (row.interpreter_id !== seen.interpreter_id) throw new ApiProblem('precondition_failed');
    return row;
  }

  async function rereadShift(trx: Trx, seen: ShiftRow, own: string | null): Promise<ShiftRow> {
    const shift = await findShift(trx, seen.id, own);
    if (shift.interpreter_id !== seen.interpreter_id || shift.schedule_id !== seen.schedule_id)
      throw new ApiProblem('precondition_failed');
    return shift;
  }

  /** Takes the days to come out of a schedule, from a day on; the schedule goes with its last day. */
  async function cutFrom(trx: Trx, row: ScheduleRow, firstDay: string): Promise<void> {
    const now = clock();
    const all = await shiftsOf(trx, row.id);
    const gone = all.filter(({ series_day, starts }) => series_day >= firstDay && starts > now);
    if (gone.length === 0) throw new ApiProblem('event_in_past');
    await assertUnreserved(
      trx,
      gone.map(({ id }) => id),
    );
    const last = all.findLast((shift) => !gone.includes(shift));
    if (!last) return removeSchedule(trx, row.id);
    await removeShifts(
      trx,
      gone.map(({ id }) => id),
    );
    await saveSchedule(trx, { ...row, last_day: last.series_day });
  }

  /** Everybody whose time a change of a schedule touches: days changed alone may be somebody else’s. */
  const peopleOf = async (row: ScheduleRow, other?: string) => [
    row.interpreter_id,
    ...(other ? [other] : []),
    ...(await shiftsOf(db, row.id)).map((shift) => shift.interpreter_id),
  ];

  return {
    ownOf,

    /** Of the interpreters that are asked for, or everybody (undefined), those whom a person may read. */
    readable(person: Person, asked: string[] | undefined): string[] | undefined {
      const own = ownOf(person);
      return own === null ? asked : (asked ?? [own]).filter((id) => id === own);
    },

    /** What `create` would do with a draft, day by day. */
    async preview(person: Person, draft: ScheduleDraft): Promise<{ judged: Judged[]; leftOut: string[] }> {
      const { row, occurrences, leftOut } = await draftOf(db, draft, person);
      return { judged: await judge(db, row.interpreter_id, occurrences, { now: clock() }), leftOut };
    },

    /** Writes a schedule with all its days, or nothing, within the transaction that the call is answered from. */
    async create(trx: Trx, person: Person, draft: ScheduleDraft): Promise<NamedScheduleRow> {
      await lockInterpreters(trx, [draft.interpreter]);
      const { row, occurrences } = await draftOf(trx, draft, person);
      assertPossible(await judge(trx, row.interpreter_id, occurrences, { now: clock() }));
      await replan(trx, row, []);
      return findSchedule(trx, row.id, null);
    },

    /** Changes the days to come of a schedule. */
    async changeSchedule(request: FastifyRequest, id: string, changes: ScheduleChanges): Promise<NamedScheduleRow> {
      const { person } = sessionOf(request);
      const own = ownOf(person);
      const seen = await findSchedule(db, id, own);
      return withInterpreters(db, { request, now: clock() }, await peopleOf(seen, changes.interpreter), async (trx) => {
        const row = await reread(trx, seen, own);
        requireMatch(request, row.version);
        assertOurs(row);
        await replan(trx, await withChangesOf(trx, person, row, changes), await shiftsOf(trx, id));
        return findSchedule(trx, id, null);
      });
    },

    /** Changes a shift’s day and the following: they become a schedule of their own, unless nothing comes before them. */
    async changeFollowing(request: FastifyRequest, id: string, changes: ScheduleChanges): Promise<NamedScheduleRow> {
      const { person } = sessionOf(request);
      const own = ownOf(person);
      const seen = await findShift(db, id, own);
      const schedule = await findSchedule(db, seen.schedule_id, own);
      return withInterpreters(
        db,
        { request, now: clock() },
        await peopleOf(schedule, changes.interpreter),
        async (trx) => {
          const { series_day: day, version, starts } = await rereadShift(trx, seen, own);
          const row = await reread(trx, schedule, own);
          requireMatch(request, version);
          assertOurs(row);
          if (starts <= clock()) throw new ApiProblem('event_in_past');
          const { before } = splitBefore(seriesOf(row), day);
          const all = await shiftsOf(trx, row.id);
          if (!before) {
            await replan(trx, await withChangesOf(trx, person, row, changes), all);
            return findSchedule(trx, row.id, null);
          }
          const following = await withChangesOf(
            trx,
            person,
            { ...row, id: randomId(), first_day: day, created: clock(), version: 1 },
            changes,
          );
          const moved = all.filter((shift) => shift.series_day >= day);
          await saveSchedule(trx, { ...row, last_day: before.until });
          await saveSchedule(trx, following);
          await trx
            .updateTable('shifts')
            .set({ schedule_id: following.id })
            .where(
              'id',
              'in',
              moved.map((shift) => shift.id),
            )
            .execute();
          await replan(trx, following, moved);
          return findSchedule(trx, following.id, null);
        },
      );
    },

    /** Changes one day of a schedule alone, its date or its state. */
    async changeShift(
      request: FastifyRequest,
      id: string,
      { state, date, ...changes }: ShiftChanges,
    ): Promise<ShiftRow> {
      const { person } = sessionOf(request);
      const own = ownOf(person);
      const seen = await findShift(db, id, own);
      const people = [seen.interpreter_id, changes.interpreter ?? seen.interpreter_id];
      return withInterpreters(db, { request, now: clock() }, people, async (trx) => {
        const now = clock();
        const shift = await rereadShift(trx, seen, own);
        requireMatch(request, shift.version);
        assertOurs(shift);
        const next = state ?? shift.state;
        const hasBegun = shift.starts <= now;
        const isAsItWas = date === undefined && Object.keys(changes).length === 0;
        const completes = next === 'completed' && shift.state === 'enabled' && isAsItWas;
        if (shift.state === 'completed' || (next !== shift.state && !stateSteps[shift.state].includes(next)))
          throw new ApiProblem('transition_refused');
        if (next === 'completed' && !hasBegun) throw new ApiProblem('transition_refused');
        if (hasBegun && !completes) throw new ApiProblem('event_in_past');
        if (!completes) await assertUnreserved(trx, [id]);
        const terms = withChanges(shift, changes);
        assertTerms(terms, flags);
        if (terms.interpreter_id !== shift.interpreter_id) await assertAssignable(trx, person, terms.interpreter_id);
        const occurrence = occurrenceOn(date ?? shift.day, terms, terms.travel_time);
        if (!occurrence) throw new ApiProblem('check_dates', { errors: { time_from: ['check_dates'] } });
        if (!completes && next !== 'disabled')
          assertPossible(await judge(trx, terms.interpreter_id, [occurrence], { now, lookPast: [id] }));
        await saveShifts(trx, [
          {
            id,
            schedule_id: shift.schedule_id,
            ...terms,
            day: occurrence.day,
            series_day: shift.series_day,
            ...timesOf(occurrence),
            state: next,
            changed_alone: true,
          },
        ]);
        return findShift(trx, id, null);
      });
    },

    /** Takes the days to come of a schedule out of the calendar. Days gone by stay. */
    async removeSchedule(request: FastifyRequest, id: string): Promise<void> {
      const own = ownOf(sessionOf(request).person);
      const seen = await findSchedule(db, id, own);
      await withInterpreters(db, { request, now: clock() }, await peopleOf(seen), async (trx) => {
        const row = await reread(trx, seen, own);
        respectMatch(request, row.version);
        assertOurs(row);
        await cutFrom(trx, row, row.first_day);
      });
    },

    /** Takes a shift’s day and the following out of the calendar. */
    async removeFollowing(request: FastifyRequest, id: string): Promise<void> {
      const own = ownOf(sessionOf(request).person);
      const seen = await findShift(db, id, own);
      const schedule = await findSchedule(db, seen.schedule_id, null);
      await withInterpreters(db, { request, now: clock() }, await peopleOf(schedule), async (trx) => {
        const shift = await rereadShift(trx, seen, own);
        respectMatch(request, shift.version);
        assertOurs(shift);
        if (shift.starts <= clock()) throw new ApiProblem('event_in_past');
        await cutFrom(trx, await reread(trx, schedule, null), shift.series_day);
      });
    },

    /** Takes one day out of the calendar, for good; the schedule goes with its last day. */
    async removeShift(request: FastifyRequest, id: string): Promise<void> {
      const own = ownOf(sessionOf(request).person);
      const seen = await findShift(db, id, own);
      const schedule = await findSchedule(db, seen.schedule_id, null);
      await withInterpreters(
        db,
        { request, now: clock() },
        [seen.interpreter_id, schedule.interpreter_id],
        async (trx) => {
          const shift = await rereadShift(trx, seen, own);
          respectMatch(request, shift.version);
          assertOurs(shift);
          if (shift.starts <= clock()) throw new ApiProblem('event_in_past');
          await assertUnreserved(trx, [id]);
          await removeShifts(trx, [id]);
          const row = await reread(trx, schedule, null);
          const left = await shiftsOf(trx, row.id);
          if (left.length === 0) await removeSchedule(trx, row.id);
          else await saveSchedule(trx, { ...row, days_out: [...row.days_out, shift.series_day] });
        },
      );
    },
  };
}

/** The rules of the calendar, over one database. */
export type Planning = ReturnType<typeof createPlanning>;
