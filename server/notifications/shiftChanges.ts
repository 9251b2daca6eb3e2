import type { ShiftState } from '../../contract/schedules.ts';
import type { NotificationEvent, ShiftNews, NotifiedShift } from './events.ts';

/** A shift with everything that interpreters are notified about when it changes. */
export type ComparedShift = NotifiedShift & {
  interpreter_id: string;
  state: ShiftState;
  location_type: string;
  travel_time: number;
  request_type: string;
  communication_type: string;
  allow_reservations: boolean;
  emergency: boolean;
};

const notifiedFields = [
  'day',
  'time_from',
  'time_to',
  'address',
  'location_type',
  'travel_time',
  'request_type',
  'communication_type',
  'allow_reservations',
  'emergency',
] as const satisfies readonly (keyof ComparedShift)[];

type ShiftNewsItem = { what: ShiftNews; interpreter: string; shift: NotifiedShift };

/** The news about one shift. Deleting a cancelled shift is no news: it has already left the calendar. */
function newsOf(before: ComparedShift | undefined, after: ComparedShift | undefined): ShiftNewsItem[] {
  const former = before && before.state !== 'disabled' ? before : undefined;
  const current = after && after.state !== 'disabled' ? after : undefined;
  if (!former && !current) return [];
  if (former && current && former.interpreter_id === current.interpreter_id) {
    const isSame = notifiedFields.every((field) => former[field] === current[field]);
    return isSame ? [] : [{ what: 'changed', interpreter: current.interpreter_id, shift: current }];
  }
  const news: ShiftNewsItem[] = [];
  if (former && after?.interpreter_id === former.interpreter_id)
    news.push({ what: 'cancelled', interpreter: former.interpreter_id, shift: after });
  else if (former)
    news.push({ what: after ? 'moved_away' : 'deleted', interpreter: former.interpreter_id, shift: former });
  if (current) {
    const wasTheirs = before?.interpreter_id === current.interpreter_id;
    news.push({ what: wasTheirs ? 'restored' : 'planned', interpreter: current.interpreter_id, shift: current });
  }
  return news;
}

/** Notification events for a change of the calendar, from its shifts before and after. */
export function shiftEvents(
  before: readonly ComparedShift[],
  after: readonly ComparedShift[],
): Extract<NotificationEvent, { about: 'shift' }>[] {
  const was = new Map(before.map((shift) => [shift.id, shift]));
  const is = new Map(after.map((shift) => [shift.id, shift]));
  const allNews = [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => newsOf(was.get(id), is.get(id)));
  const alike = Map.groupBy(allNews, ({ what, interpreter }) => `${what} ${interpreter}`);
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { what, interpreter } = first;
    return [{ about: 'shift' as const, what, shifts: group.map(({ shift }) => shift), to: [interpreter] }];
  });
}
