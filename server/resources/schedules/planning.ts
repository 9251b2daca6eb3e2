import type { ErrorCode } from '../../../contract/errors.ts';
import type { DayEffect, ScheduleChanges, ScheduleDraft } from '../../../contract/schedules.ts';
import type { ShiftChanges, ShiftState } from '../../../contract/shifts.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { AppParts } from '../../appParts.ts';
import type { Trx } from '../../collection/write.ts';
import type { Tables } from '../../db/tables.ts';
import { requireMatch, respectMatch } from '../../collection/etag.ts';
import { sessionOf } from '../../http/guard.ts';
import { mayDeleteShifts, reach } from '../../../contract/permissions.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { shiftEvents } from '../../notifications/shiftChanges.ts';
import type { Person } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { daysOf, occurrenceOn, splitBefore, type Occurrence } from '../../schedule/series.ts';
import { planOf, seriesOf, timesOf, type Plan } from './plan.ts';
import {
  approvedOn,
  findSchedule,
  findShift,
  inactiveDays,
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
import { assertDaysOut, assertRange, assertTerms, termsOf, withChanges, type Terms } from './terms.ts';

/** A day of a draft, and what stands in its way: codes, and the shifts that it would overlap. */
type Judged = Occurrence & { reasons: ErrorCode[]; shifts: string[] };

/** A day of a draft or of a change, with what is done to it. */
export type PreviewedDay = Judged & { effect: DayEffect };

/** What a draft or a change would do. */
export type Preview = {
  days: PreviewedDay[];
  /** Days on which the clocks leave the whole time out. */
  clocks: string[];
  reservations: Awaited<ReturnType<typeof approvedOn>>;
};

const stateSteps: Record<ShiftState, readonly ShiftState[]> = {
  enabled: ['disabled', 'completed'],
  disabled: ['enabled'],
  completed: [],
};

/** Days of one series that would overlap each other, as the way back from one may the way to the next. */
function overlapsWithin(occurrences: readonly Occurrence[]): Set<string> {
  const days = new Set<string>();
  occurrences.forEach((one, index) => {
    const next = occurrences[index + 1];
    if (next && next.occupiedFrom < one.occupiedTo) days.add(next.day);
  });
  return days;
}

/**
 * What stands in the way of an interpreter’s occurrences.
 * @param options.lookPast shifts that are not in the way
 * @param options.unchanged days that stay as they are: an interpreter who is suspended keeps them
 */
async function judge(
  db: Kysely<Tables>,
  interpreterId: string,
  occurrences: readonly Occurrence[],
  { now, lookPast = [], unchanged }: { now: Date; lookPast?: readonly string[]; unchanged?: ReadonlySet<string> },
): Promise<Judged[]> {
  const inactive = await inactiveDays(
    db,
    interpreterId,
    occurrences.filter(({ day }) => !unchanged?.has(day)),
  );
  const overlaps = await overlapsOf(db, interpreterId, occurrences, lookPast);
  const within = overlapsWithin(occurrences);
  return occurrences.map((one) => {
    const shifts = overlaps.get(one.day) ?? [];
    const reasons: ErrorCode[] = [];
    if (one.from <= now) reasons.push('event_in_past');
    if (inactive.has(one.day)) reasons.push('interpreter_inactive');
    if (shifts.length > 0 || within.has(one.day)) reasons.push('shift_overlap');
    return { ...one, reasons, shifts };
  });
}

function assertPossible(judged: readonly Judged[]): void {
  for (const code of ['event_in_past', 'interpreter_inactive', 'shift_overlap'] as const) {
    const days = judged.filter(({ reasons }) => reasons.includes(code)).map(({ day }) => day);
    if (days.length > 0) throw new ApiProblem(code, { days });
  }
}

async function assertUnreserved(trx: Trx, shiftIds: readonly string[], after: Date | null = null): Promise<void> {
  const reservations = (await approvedOn(trx, shiftIds, after)).map(({ id }) => id);
  if (reservations.length > 0) throw new ApiProblem('shift_reserved', { reservations });
}

function isEmpty(row: ScheduleRow): boolean {
  return daysOf(seriesOf(row)).every((day) => row.days_out.includes(day));
}

function assertOurs({ source }: Pick<ScheduleRow, 'source'>): void {
  if (source === 'external') throw new ApiProblem('schedule_external');
}

/** The rules of the calendar (specification §5), each kept in the transaction that writes. */
export function createPlanning({ deployment: { flags, timeZone }, database: { db }, clock }: AppParts, notify: Notify) {
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
    const all = daysOf({ ...range, repeat: draft.repeat });
    const days_out = assertDaysOut(draft.days_out, all);
    const found = all.map((day) => ({ day, occurrence: occurrenceOn(day, terms, terms.travel_time) }));
    const isOut = ({ day }: { day: string }) => days_out.includes(day);
    const occurrences = found.flatMap(({ occurrence }) => (occurrence && !isOut(occurrence) ? occurrence : []));
    const out = found.flatMap(({ occurrence }) => (occurrence && isOut(occurrence) ? occurrence : []));
    const clocks = found.flatMap(({ day, occurrence }) => (occurrence ? [] : day));
    if (occurrences.length === 0) throw new ApiProblem('check_dates', { errors: { date: ['check_dates'] } });
    const row: ScheduleRow = {
      id: randomId(),
      ...terms,
      first_day: range.date,
      last_day: draft.repeat === 'once' ? range.date : range.until,
      repeat: draft.repeat,
      source: 'platform',
      days_out,
      created: clock(),
      version: 1,
    };
    return { row, occurrences, out, clocks };
  }

  /** What stands in the way of a plan’s days. */
  function judgePlan(
    on: Kysely<Tables>,
    row: ScheduleRow,
    { planned, changed, gone }: Plan,
    now: Date,
  ): Promise<Judged[]> {
    const lookPast = [...gone, ...planned.flatMap(({ before }) => before ?? [])].map(({ id }) => id);
    const live = planned.filter(({ before }) => before?.state !== 'disabled').map(({ occurrence }) => occurrence);
    const moved = new Set(changed.map(({ occurrence }) => occurrence.day));
    const unchanged = new Set(live.map(({ day }) => day).filter((day) => !moved.has(day)));
    return judge(on, row.interpreter_id, live, { now, lookPast, unchanged });
  }

  /** Makes the days to come of a schedule what it says now. Days gone by and days changed alone stay as they are. */
  async function replan(trx: Trx, person: Person, row: ScheduleRow, existing: readonly ShiftRow[]): Promise<void> {
    const now = clock();
    const plan = planOf(row, existing, now);
    const { changed } = plan;
    const gone = plan.gone.map(({ id }) => id);
    if (isEmpty(row)) throw new ApiProblem('check_dates', { errors: { date: ['check_dates'] } });
    if (gone.length > 0 && !mayDeleteShifts(person)) throw new ApiProblem('forbidden');
    await assertUnreserved(trx, [...gone, ...changed.flatMap(({ before }) => before?.id ?? [])]);
    assertPossible(await judgePlan(trx, row, plan, now));
    await saveSchedule(trx, row);
    await removeShifts(trx, gone);
    const terms = termsOf(row);
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

  /** What `replan` would do, day by day. Nothing is written. */
  async function previewPlan(person: Person, row: ScheduleRow, existing: readonly ShiftRow[]): Promise<Preview> {
    const now = clock();
    const plan = planOf(row, existing, now);
    if (isEmpty(row)) throw new ApiProblem('check_dates', { errors: { date: ['check_dates'] } });
    const touched = [...plan.gone, ...plan.changed.flatMap(({ before }) => before ?? [])].map(({ id }) => id);
    const reservations = await approvedOn(db, touched);
    const booked = new Set(reservations.flatMap(({ shifts }) => shifts));
    const judged = new Map((await judgePlan(db, row, plan, now)).map((one) => [one.day, one]));
    const changed = new Set(plan.changed);
    const free = { reasons: [], shifts: [] };
    const asOccurrence = (shift: ShiftRow) => ({
      day: shift.day,
      from: shift.starts,
      to: shift.ends,
      occupiedFrom: shift.occupied_from,
      occupiedTo: shift.occupied_to,
    });
    const days: PreviewedDay[] = [
      ...plan.planned.map((one): PreviewedDay => {
        const { before, occurrence } = one;
        const { reasons, shifts } = judged.get(occurrence.day) ?? free;
        const isBooked = before !== undefined && booked.has(before.id);
        return {
          ...occurrence,
          effect: !changed.has(one) ? 'kept' : before ? 'changed' : 'added',
          reasons: isBooked ? [...reasons, 'shift_reserved'] : reasons,
          shifts,
        };
      }),
      ...plan.gone.map((shift): PreviewedDay => {
        const reasons: ErrorCode[] = [
          ...(booked.has(shift.id) ? (['shift_reserved'] as const) : []),
          ...(mayDeleteShifts(person) ? [] : (['forbidden'] as const)),
        ];
        return { ...asOccurrence(shift), effect: 'removed', reasons, shifts: [] };
      }),
      ...plan.alone.map((shift): PreviewedDay => ({ ...asOccurrence(shift), effect: 'kept', ...free })),
      ...plan.out.map((one): PreviewedDay => ({ ...one, effect: 'left_out', ...free })),
    ];
    return {
      days: days.toSorted((one, other) => one.from.getTime() - other.from.getTime()),
      clocks: plan.clocks,
      reservations: flags.reservations ? reservations : [],
    };
  }

  /** A schedule with changes to it; what it says is checked, what it means for its days is not. */
  async function withChangesOf(
    on: Kysely<Tables>,
    person: Person,
    row: ScheduleRow,
    changes: ScheduleChanges,
  ): Promise<ScheduleRow> {
    const terms = withChanges(row, changes);
    assertTerms(terms, flags);
    if (terms.interpreter_id !== row.interpreter_id) await assertAssignable(on, person, terms.interpreter_id);
    const repeat = changes.repeat ?? row.repeat;
    const last_day = repeat === 'once' ? row.first_day : (changes.until ?? row.last_day);
    assertRange({ date: row.first_day, until: last_day });
    const added = assertDaysOut(changes.days_out, daysOf({ date: row.first_day, until: last_day, repeat }));
    const days_out = [...new Set([...row.days_out, ...added])];
    return { ...row, ...terms, repeat, last_day, days_out };
  }

  /** A shift’s day and the following as a series of their own, with changes; null when no day comes before them. */
  async function followingOf(
    on: Kysely<Tables>,
    person: Person,
    { row, day, changes }: { row: ScheduleRow; day: string; changes: ScheduleChanges },
  ): Promise<{ before: ScheduleRow; following: ScheduleRow } | null> {
    const { before } = splitBefore(seriesOf(row), day);
    if (!before) return null;
    const isBefore = (one: string) => one < day;
    const cut = {
      ...row,
      id: randomId(),
      first_day: day,
      days_out: row.days_out.filter((one) => !isBefore(one)),
      created: clock(),
      version: 1,
    };
    return {
      before: { ...row, last_day: before.until, days_out: row.days_out.filter(isBefore) },
      following: await withChangesOf(on, person, cut, changes),
    };
  }

  /** Begun days stay as they are: they cannot be left out any more. */
  function assertToCome(existing: readonly ShiftRow[], { days_out = [] }: ScheduleChanges): void {
    const now = clock();
    const begun = existing.filter(({ series_day, starts }) => starts <= now && days_out.includes(series_day));
    if (begun.length > 0) throw new ApiProblem('event_in_past', { days: begun.map(({ series_day }) => series_day) });
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
  async function cutFrom(trx: Trx, person: Person, row: ScheduleRow, firstDay: string): Promise<void> {
    const now = clock();
    const all = await shiftsOf(trx, row.id);
    const gone = all.filter(({ series_day, starts }) => series_day >= firstDay && starts > now);
    if (gone.length === 0) throw new ApiProblem('event_in_past');
    await assertUnreserved(
      trx,
      gone.map(({ id }) => id),
    );
    await tell(trx, person, gone, []);
    const last = all.findLast((shift) => !gone.includes(shift));
    if (!last) return removeSchedule(trx, row.id);
    await removeShifts(
      trx,
      gone.map(({ id }) => id),
    );
    await saveSchedule(trx, { ...row, last_day: last.series_day });
  }

  /** Tells interpreters what somebody else has changed in their calendar. */
  const tell = (trx: Trx, person: Person, before: readonly ShiftRow[], after: readonly ShiftRow[]) =>
    notify(trx, person.id, shiftEvents(before, after));

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
    async preview(person: Person, draft: ScheduleDraft): Promise<Preview> {
      const { row, occurrences, out, clocks } = await draftOf(db, draft, person);
      const judged = await judge(db, row.interpreter_id, occurrences, { now: clock() });
      const days: PreviewedDay[] = [
        ...judged.map((one): PreviewedDay => ({ ...one, effect: 'added' })),
        ...out.map((one): PreviewedDay => ({ ...one, effect: 'left_out', reasons: [], shifts: [] })),
      ];
      return {
        days: days.toSorted((one, other) => one.from.getTime() - other.from.getTime()),
        clocks,
        reservations: [],
      };
    },

    /** What `changeSchedule` would do, day by day. */
    async previewChange(person: Person, id: string, changes: ScheduleChanges): Promise<Preview> {
      const row = await findSchedule(db, id, ownOf(person));
      assertOurs(row);
      const existing = await shiftsOf(db, id);
      assertToCome(existing, changes);
      return previewPlan(person, await withChangesOf(db, person, row, changes), existing);
    },

    /** What `changeFollowing` would do, day by day. */
    async previewFollowing(person: Person, id: string, changes: ScheduleChanges): Promise<Preview> {
      const own = ownOf(person);
      const shift = await findShift(db, id, own);
      assertOurs(shift);
      if (shift.starts <= clock()) throw new ApiProblem('event_in_past');
      const row = await findSchedule(db, shift.schedule_id, own);
      const day = shift.series_day;
      const existing = (await shiftsOf(db, row.id)).filter(({ series_day }) => series_day >= day);
      assertToCome(existing, changes);
      const cut = await followingOf(db, person, { row, day, changes });
      return previewPlan(person, cut?.following ?? (await withChangesOf(db, person, row, changes)), existing);
    },

    /** Writes a schedule with all its days, or nothing, within the transaction that the call is answered from. */
    async create(trx: Trx, person: Person, draft: ScheduleDraft): Promise<NamedScheduleRow> {
      await lockInterpreters(trx, [draft.interpreter]);
      const { row, occurrences } = await draftOf(trx, draft, person);
      assertPossible(await judge(trx, row.interpreter_id, occurrences, { now: clock() }));
      await replan(trx, person, row, []);
      await tell(trx, person, [], await shiftsOf(trx, row.id));
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
        const existing = await shiftsOf(trx, id);
        assertToCome(existing, changes);
        await replan(trx, person, await withChangesOf(trx, person, row, changes), existing);
        await tell(trx, person, existing, await shiftsOf(trx, id));
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
          const all = await shiftsOf(trx, row.id);
          assertToCome(all, changes);
          const cut = await followingOf(trx, person, { row, day, changes });
          if (!cut) {
            await replan(trx, person, await withChangesOf(trx, person, row, changes), all);
            await tell(trx, person, all, await shiftsOf(trx, row.id));
            return findSchedule(trx, row.id, null);
          }
          const { before, following } = cut;
          const moved = all.filter((shift) => shift.series_day >= day);
          await saveSchedule(trx, before);
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
          await replan(trx, person, following, moved);
          await tell(trx, person, moved, await shiftsOf(trx, following.id));
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
        await assertUnreserved(trx, [id], completes ? now : null);
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
        const after = await findShift(trx, id, null);
        await tell(trx, person, [shift], [after]);
        return after;
      });
    },

    /** Takes the days to come of a schedule out of the calendar. Days gone by stay. */
    async removeSchedule(request: FastifyRequest, id: string): Promise<void> {
      const { person } = sessionOf(request);
      const own = ownOf(person);
      const seen = await findSchedule(db, id, own);
      await withInterpreters(db, { request, now: clock() }, await peopleOf(seen), async (trx) => {
        const row = await reread(trx, seen, own);
        respectMatch(request, row.version);
        assertOurs(row);
        await cutFrom(trx, person, row, row.first_day);
      });
    },

    /** Takes a shift’s day and the following out of the calendar. */
    async removeFollowing(request: FastifyRequest, id: string): Promise<void> {
      const { person } = sessionOf(request);
      const own = ownOf(person);
      const seen = await findShift(db, id, own);
      const schedule = await findSchedule(db, seen.schedule_id, null);
      await withInterpreters(db, { request, now: clock() }, await peopleOf(schedule), async (trx) => {
        const shift = await rereadShift(trx, seen, own);
        respectMatch(request, shift.version);
        assertOurs(shift);
        if (shift.starts <= clock()) throw new ApiProblem('event_in_past');
        await cutFrom(trx, person, await reread(trx, schedule, null), shift.series_day);
      });
    },

    /** Takes one day out of the calendar, for good; the schedule goes with its last day. */
    async removeShift(request: FastifyRequest, id: string): Promise<void> {
      const { person } = sessionOf(request);
      const own = ownOf(person);
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
          await tell(trx, person, [shift], []);
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
