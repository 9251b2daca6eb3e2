import { sql } from 'kysely';
import type { Trx } from '../collection/write.ts';
import type { Deployment } from '../deployment.ts';
import { timeOf } from '../resources/absences/terms.ts';
import { addDays, dayAt, instantAt, weekday } from '../schedule/wallTime.ts';
import { seededRandom } from './random.ts';

type Time = ReturnType<typeof timeOf>;

/** The interpreters who are not absent in a time, with their reservations and shifts in it; those with the most shifts first. */
async function workIn(trx: Trx, interpreters: readonly string[], { starts, ends }: Time) {
  const { rows } = await sql<{ id: string; bookings: number }>`
    select users.id,
      (select count(*)::int from reservation_interpreters team join reservations on reservations.id = team.reservation_id
       where team.interpreter_id = users.id and team.takes_part and status in ('pending', 'approved')
         and reservations.starts < ${ends} and reservations.ends > ${starts}) as bookings
    from users
    where users.id = any(${interpreters}::text[]) and users.suspended_at is null
      and not exists (select from absences_in_force(users.id, ${starts}, ${ends}))
    order by
      (select count(*) from shifts where shifts.interpreter_id = users.id and state = 'enabled'
         and shifts.starts < ${ends} and shifts.ends > ${starts}) desc,
      users.id`.execute(trx);
  return rows;
}

/**
 * Adds absences that do not exist yet: an illness that begins today, a training next week, a leave in two weeks, and a leave in
 * three weeks that waits for a planner.
 * @param options.interpreters those who may be missed
 * @param options.asks who asks for leave
 */
export async function addAbsences(
  trx: Trx,
  { timeZone: zone, leaveNeedsApproval }: Pick<Deployment, 'timeZone' | 'leaveNeedsApproval'>,
  { key, now, interpreters, asks }: { key: string; now: Date; interpreters: readonly string[]; asks: string },
): Promise<void> {
  const today = dayAt(now, zone);
  const monday = addDays(today, 1 - weekday(today));
  const morning = instantAt(today, '06:40', zone);
  const wholeDays = (first_day: string, last_day: string) =>
    timeOf({ first_day, last_day, time_from: null, time_to: null }, { now, zone });
  const weekAfter = (weeks: number) => wholeDays(addDays(monday, 7 * weeks), addDays(monday, 7 * weeks + 4));
  const add = async (
    interpreter_id: string | undefined,
    {
      time,
      kind,
      state,
      created,
    }: {
      time: Time;
      kind: 'illness' | 'leave' | 'training';
      state: 'reported' | 'requested' | 'approved';
      created: Date;
    },
  ) => {
    if (interpreter_id === undefined) return;
    const id = seededRandom(`${key}/absence/${state}/${kind}/${time.first_day}`).id();
    await trx
      .insertInto('absences')
      .values({ id, interpreter_id, ...time, absence_kind: kind, absence_note: null, state, created })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };

  // At the weekend until the next working day, so that there are reservations in it.
  const illness = wholeDays(today, weekday(today) > 5 ? addDays(monday, 7) : today);
  const busiest = (await workIn(trx, interpreters, illness)).toSorted((a, b) => b.bookings - a.bookings);
  const created = morning < now ? morning : new Date(now.getTime() - 600_000);
  const ill = busiest[0]?.id;
  await add(ill, { time: illness, kind: 'illness', state: 'reported', created });

  const earlier = new Date(instantAt(monday, '09:00', zone).getTime() - 3 * 86_400_000);
  const lesson = addDays(monday, 9);
  const training = timeOf({ first_day: lesson, last_day: lesson, time_from: '13:00', time_to: '17:00' }, { now, zone });
  const leave = weekAfter(2);
  const away = new Set([ill]);
  for (const { time, kind } of [
    { time: training, kind: 'training' as const },
    { time: leave, kind: 'leave' as const },
  ]) {
    const quietest = (await workIn(trx, interpreters, time)).toSorted((a, b) => a.bookings - b.bookings);
    const person = quietest.find(({ id }) => !away.has(id))?.id;
    away.add(person);
    await add(person, { time, kind, state: 'approved', created: earlier });
  }
  if (leaveNeedsApproval) await add(asks, { time: weekAfter(3), kind: 'leave', state: 'requested', created: earlier });
}
