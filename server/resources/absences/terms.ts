import { longestAbsence } from '../../../contract/absenceNames.ts';
import { ApiProblem } from '../../problem.ts';
import { addDays, daysBetween, instantAt } from '../../schedule/wallTime.ts';

/** The days and local times of an absence. */
export type Days = {
  first_day: string;
  last_day: string;
  time_from: string | null;
  time_to: string | null;
};

/** The time of an absence. */
export type Time = Days & { starts: Date; ends: Date };

const midnight = '00:00';

/**
 * The instants of an absence: whole days, or from and until a local time.
 * @throws ApiProblem check_dates if it is empty, over, or too long
 */
export function timeOf(days: Days, { now, zone }: { now: Date; zone: string }): Time {
  const { first_day, last_day, time_from, time_to } = days;
  const starts = instantAt(first_day, time_from ?? midnight, zone);
  const isWhole = time_to === null || time_to === midnight;
  const ends = isWhole ? instantAt(addDays(last_day, 1), midnight, zone) : instantAt(last_day, time_to, zone);
  const faulty = (field: string) => new ApiProblem('check_dates', { errors: { [field]: ['check_dates'] } });
  if (last_day < first_day || daysBetween(first_day, last_day) > longestAbsence) throw faulty('date_to');
  if (ends <= starts) throw faulty('time_to');
  if (ends <= now) throw faulty('date_to');
  return { ...days, starts, ends };
}
