import type { ShiftState } from '../../contract/shifts.ts';
import type { NotificationEvent, ShiftNews, ToldShift } from './events.ts';

/** A shift with everything that interpreters are notified about when it changes. */
export type ComparedShift = ToldShift & {
  interpreter_id: string;
  state: ShiftState;
  location_type: string;
  travel_time: number;
  request_type: string;
  communication_type: string;
  allow_reservations: boolean;
  emergency: boolean;
};

const toldFields = [
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

type Told = { what: ShiftNews; interpreter: string; shift: ToldShift };

/** The news about one shift. Deleting a cancelled shift is no news: it has already left the calendar. */
function toldOf(before: ComparedShift | undefined, after: ComparedShift | undefined): Told[] {
  const stood = before && before.state !== 'disabled' ? before : undefined;
  const stands = after && after.state !== 'disabled' ? after : undefined;
  if (!stood && !stands) return [];
  if (stood && stands && stood.interpreter_id === stands.interpreter_id) {
    const isSame = toldFields.every((field) => stood[field] === stands[field]);
    return isSame ? [] : [{ what: 'changed', interpreter: stands.interpreter_id, shift: stands }];
  }
  const told: Told[] = [];
  if (stood && after?.interpreter_id === stood.interpreter_id)
    told.push({ what: 'cancelled', interpreter: stood.interpreter_id, shift: after });
  else if (stood)
    told.push({ what: after ? 'moved_away' : 'deleted', interpreter: stood.interpreter_id, shift: stood });
  if (stands) {
    const wasTheirs = before?.interpreter_id === stands.interpreter_id;
    told.push({ what: wasTheirs ? 'restored' : 'planned', interpreter: stands.interpreter_id, shift: stands });
  }
  return told;
}

/** Notification events for a change of the calendar, from its shifts before and after. */
export function shiftEvents(
  before: readonly ComparedShift[],
  after: readonly ComparedShift[],
): Extract<NotificationEvent, { about: 'shift' }>[] {
  const was = new Map(before.map((shift) => [shift.id, shift]));
  const is = new Map(after.map((shift) => [shift.id, shift]));
  const told = [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => toldOf(was.get(id), is.get(id)));
  const alike = Map.groupBy(told, ({ what, interpreter }) => `${what} ${interpreter}`);
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { what, interpreter } = first;
    return [{ about: 'shift' as const, what, shifts: group.map(({ shift }) => shift), to: [interpreter] }];
  });
}
