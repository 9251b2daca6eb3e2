import { write } from '../../collection/write.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { afterHours, beginOfWork } from '../../schedule/officeHours.ts';
import { addDays, dayAt, instantAt } from '../../schedule/wallTime.ts';
import { plannersOf } from './planners.ts';
import { needingPeople, reminderKeys, unremindedPending } from './repository.ts';

const hour = 60 * 60_000;
/** How long after its time a reminder is still given, for a backend that was down, in milliseconds. */
const lateness = { unanswered: 24 * hour, tomorrow: 3 * hour } as const;

/**
 * Reminds planners of reservations that nobody has answered for `answerHours`, once, and, when the work of a day begins, of
 * those of tomorrow that are short of people or not covered. Call it every few minutes; several processes may do so.
 */
export async function remindPlanners(
  { database: { db }, deployment, clock }: Pick<Dependencies, 'database' | 'deployment' | 'clock'>,
  notify: Notify,
): Promise<void> {
  const { timeZone: zone, officeHours, answerHours, allowedRoles } = deployment;
  const now = clock();
  const isDue = (at: Date, late: number) => at <= now && now.getTime() - at.getTime() < late;

  const pending = await unremindedPending(db, now);
  const unanswered = pending.filter(({ created }) =>
    isDue(afterHours(created, answerHours, { zone, officeHours }), lateness.unanswered),
  );
  const today = dayAt(now, zone);
  const begin = beginOfWork(today, { zone, officeHours });
  const [from, to] = [addDays(today, 1), addDays(today, 2)].map((day) => instantAt(day, '00:00', zone));
  const needing =
    from && to && isDue(begin, lateness.tomorrow)
      ? await needingPeople(db, { from, to, before: begin, today, now })
      : [];
  if (unanswered.length + needing.length === 0) return;

  await write(db, { request: { id: 'reminders', session: null }, now }, async (trx) => {
    const planners = await plannersOf(trx, allowedRoles, now);
    await notify(trx, null, [
      ...unanswered.map(({ id }) => ({
        about: 'reservation' as const,
        what: 'unanswered' as const,
        reservation: id,
        key: `${reminderKeys.unanswered}${id}`,
        to: planners,
      })),
      ...needing.map((id) => ({
        about: 'reservation' as const,
        what: 'tomorrow' as const,
        reservation: id,
        key: `${reminderKeys.tomorrow}${id} ${today}`,
        to: planners,
      })),
    ]);
  });
}
