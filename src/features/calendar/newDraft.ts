import type { Flags } from '../../../contract/flags.ts';
import { addDays, parseDay, typedDay } from '#lib/dates.ts';
import { parseTime } from '#lib/times.ts';
import { encodeChoice } from '#ui/form/encodedChoice.ts';
import type { Choice } from '#ui/Select.tsx';
import type { ShiftValues } from './shiftForm.ts';

/** The initial values of a new schedule: from the address if the calendar filled it, otherwise tomorrow, at usual hours, open for reservations, and on site if live. */
export function newDraft(
  address: URLSearchParams,
  {
    today,
    flags,
    interpreter,
  }: { today: string; flags: Pick<Flags, 'online' | 'reservations'>; interpreter: Choice | null },
): ShiftValues {
  const day = (name: string) => {
    const iso = address.get(name);
    return iso && parseDay(iso) === iso ? iso : null;
  };
  const date = day('date') ?? addDays(today, 1);
  const until = day('until');
  return {
    interpreter: encodeChoice(interpreter),
    date: typedDay(date),
    time_from: parseTime(address.get('time_from') ?? '') ?? '08:00',
    time_to: parseTime(address.get('time_to') ?? '', { isEnd: true }) ?? '16:00',
    repeat: until ? 'daily' : 'once',
    until: until ? typedDay(until) : '',
    request_type: flags.online ? 'online' : 'live',
    communication_type: 'interpretation',
    location_type: 'site',
    address: '',
    travel_time: '0',
    allowReservations: flags.reservations,
    emergency: false,
    skip: false,
    back: [],
  };
}
