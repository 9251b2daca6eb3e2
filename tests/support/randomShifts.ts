import type { ShiftsAffected } from '../../contract/coverage.ts';
import type { Schedule } from '../../contract/schedules.ts';
import type { Shift } from '../../contract/shifts.ts';
import type { Calls } from './calls.ts';
import { type Answer, decide, type Game, type Move } from './randomDecisions.ts';

type Times = { date: string; time_from: string; time_to: string };

/** A full hour; 24 and later are of the next day. */
export const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
const hourOf = (time: string) => Number(time.slice(0, 2));
/** The hours of a night. */
export const nightHours = { time_from: '22:00', time_to: '06:00' };

/** A reservable remote shift. */
export const remoteShift = (interpreter: string, times: object) => ({
  interpreter,
  ...times,
  location_type: 'remote',
  request_type: 'online',
  allowReservations: true,
});

/**
 * Random acts of planners on shifts, each with its share. `fails` gets what must not happen: that limits of working time
 * refuse fewer hours.
 * @param shiftDays five days on which shifts begin and end at full hours; the fourth is a late one, which makes the night before the next short
 * @param today the day of the shifts that run now; they may end from the next full hour, `ends.first`, to `ends.last`
 */
export function shiftMoves(
  game: Game,
  {
    shiftDays,
    today,
    ends,
    fails,
  }: {
    shiftDays: string[];
    today: string;
    ends: { first: number; last: number };
    fails: (failure: string) => void;
  },
): Move[] {
  const { any, planners, interpreters, succeeds } = game;
  const between = (first: number, last: number) =>
    any(Array.from({ length: last - first + 1 }, (_, index) => first + index));
  /** A whole day of work, a night, or any time on a day. */
  const anyTimes = (date = any(shiftDays)): Times => {
    if (any([true, false, false])) return { date, ...nightHours };
    const [first, last] =
      date === shiftDays[3]
        ? [12, 22]
        : any([
            [7, 19],
            [8, 18],
          ] as const);
    if (last - first === 10 && any([true, true, false])) return { date, time_from: clock(first), time_to: clock(last) };
    const from = between(first, last - 2);
    return { date, time_from: clock(from), time_to: clock(between(from + 2, last)) };
  };
  /** A part of a time without its first or last hours. */
  const within = ({ time_from, time_to }: Pick<Times, 'time_from' | 'time_to'>) => {
    const first = hourOf(time_from);
    const last = hourOf(time_to) + (time_to > time_from ? 0 : 24);
    const from = Math.min(first + any([0, 0, 1, 2]), last - 1);
    return { time_from: clock(from), time_to: clock(Math.max(last - any([0, 1, 2]), from + 1)) };
  };
  const anyShift = async (calls: Calls, state: string, days = [shiftDays[0], shiftDays.at(-1)]) => {
    const answer = await calls.get(`/shifts/?from_day=${days[0]}&to_day=${days.at(-1)}&state[]=${state}`);
    const { results } = answer.json<{ results: Shift[] }>();
    return results.length > 0 ? any(results) : undefined;
  };
  const affected = async (calls: Calls, url: string, body: object) =>
    (await calls.post(`${url}affected/`, body)).json<Partial<ShiftsAffected>>().bookings ?? [];
  const change = async (
    act: string,
    calls: Calls,
    { url, etag, isFewer = false }: { url: string; etag: string; isFewer?: boolean },
    changes: object,
  ) =>
    decide(game, act, await affected(calls, url, { changes }), async (decisions) => {
      const answer = await calls.patch(url, etag, { ...changes, decisions });
      if (isFewer && answer.json<{ code?: string }>().code === 'working_time_exceeded')
        fails(`${act}: fewer hours were refused`);
      return answer;
    });
  const onShift =
    (
      act: string,
      changesOf: (shift: Shift) => object,
      {
        state = 'enabled',
        isFewer = false,
        days = shiftDays,
      }: { state?: string; isFewer?: boolean; days?: string[] } = {},
    ) =>
    async () => {
      const calls = any(planners);
      const shift = await anyShift(calls, state, days);
      if (shift) await change(act, calls, { url: `/shifts/${shift.id}/`, etag: shift.etag, isFewer }, changesOf(shift));
    };
  const remove = (act: string, path: '' | 'following/') => async () => {
    const calls = any(planners);
    const shift = await anyShift(calls, 'enabled');
    if (!shift) return;
    const url = `/shifts/${shift.id}/${path}`;
    await decide(game, act, await affected(calls, url, {}), (decisions): Promise<Answer> =>
      calls.post(`${url}remove/`, { decisions }, { 'if-match': shift.etag }),
    );
  };
  const plan = async () => {
    const times = { repeat: 'once', ...anyTimes() };
    succeeds('plan_shift', await any(planners).post('/schedules/', remoteShift(any(interpreters).id, times)));
  };
  const changeSeries = async () => {
    const calls = any(planners);
    const { results } = (await calls.get(`/schedules/?repeat[]=daily&from_day=${shiftDays[0]}&page_size=100`)).json<{
      results: Schedule[];
    }>();
    if (results.length === 0) return;
    const { id, etag, time_from, time_to } = any(results);
    const isFewer = any([true, false]);
    const { date: _, ...longest } = anyTimes(shiftDays[0]);
    const changes = isFewer ? within({ time_from, time_to }) : longest;
    await change('change_series', calls, { url: `/schedules/${id}/`, etag, isFewer }, changes);
  };
  return [
    [7, plan],
    [2, onShift('call_off', () => ({ state: 'disabled' }), { isFewer: true })],
    [4, onShift('put_back', () => ({ state: 'enabled' }), { state: 'disabled' })],
    [2, onShift('shorten_shift', within, { isFewer: true })],
    [3, onShift('move_shift', () => anyTimes())],
    [2, onShift('give_shift', () => ({ interpreter: any(interpreters).id }))],
    [1, onShift('end_shift', () => ({ time_to: clock(between(ends.first, ends.last)) }), { days: [today] })],
    [1, remove('delete_shift', '')],
    [1, remove('delete_following', 'following/')],
    [1, changeSeries],
  ];
}
