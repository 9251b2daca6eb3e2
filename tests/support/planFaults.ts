import { type Kysely, sql } from 'kysely';
import type { PlanLine } from '../../contract/reservationPlans.ts';
import type { Tables } from '../../server/db/tables.ts';

const minute = 60_000;
type Stay = { from: number; to: number; place: string | null; way: number };

/** What a plan breaks, written anew over the rows without the rules of the server. Empty: nothing. */
export async function faultsOfPlan(db: Kysely<Tables>, lines: readonly PlanLine[]): Promise<string[]> {
  const faults: string[] = [];
  const bookings = new Map((await db.selectFrom('reservations').selectAll().execute()).map((row) => [row.id, row]));
  const teams = await db.selectFrom('reservation_interpreters').selectAll().execute();
  const users = await db.selectFrom('users').select(['id', 'languages']).execute();
  const wishes = await db.selectFrom('interpreter_preferences').selectAll().execute();
  const absences = await sql<{ interpreter_id: string; starts: Date; ends: Date }>`
    select * from absences where state in ('reported', 'approved')`.execute(db);
  const shifts = (await db.selectFrom('shifts').selectAll().execute()).filter(({ state }) => state !== 'disabled');
  const has = (row: { starts: Date; ends: Date }, instant: number) =>
    row.starts.getTime() <= instant && instant < row.ends.getTime();
  /** The booking as a stay of a person, with the longest way of their shifts on site in it. */
  const stayOf = (id: string, person: string): Stay => {
    const { starts, ends, location_type, address } = bookings.get(id)!;
    const around = shifts.filter(
      (shift) =>
        shift.interpreter_id === person && shift.location_type === 'site' && shift.starts < ends && shift.ends > starts,
    );
    const way = Math.max(0, ...around.map(({ travel_time }) => travel_time)) * minute;
    return { from: starts.getTime(), to: ends.getTime(), place: location_type === 'site' ? address : null, way };
  };
  const stays = new Map<string, { id: string; stay: Stay }[]>();
  const add = (person: string, id: string) =>
    stays.set(person, [...(stays.get(person) ?? []), { id, stay: stayOf(id, person) }]);
  for (const { interpreter_id, reservation_id, takes_part: takesPart } of teams)
    if (takesPart && bookings.get(reservation_id)!.status === 'approved') add(interpreter_id, reservation_id);
  const asked = teams.filter(
    ({ reservation_id, takes_part: takesPart, response }) =>
      response === 'offered' || (takesPart && bookings.get(reservation_id)!.status === 'pending'),
  );
  const size = new Map<string, number>();
  for (const { reservation, interpreter } of lines) {
    if (!interpreter) continue;
    const [{ id }, { interpreter: person }] = [reservation, interpreter];
    const booking = bookings.get(id)!;
    const at = `${booking.name}, ${interpreter.interpreter_name}`;
    const fault = (what: string, isFault: boolean) => void (isFault && faults.push(`${at}: ${what}`));
    fault(
      'is listed already',
      teams.some((member) => member.reservation_id === id && member.interpreter_id === person),
    );
    const { languages = [] } = users.find((user) => user.id === person) ?? {};
    const isMute =
      booking.languages.length > 0 &&
      languages.length > 0 &&
      !languages.some((language) => booking.languages.includes(language));
    fault('without language', isMute);
    const isNever = wishes.some(
      ({ preference, customer_id, interpreter_id }) =>
        preference === 'never' && customer_id === booking.customer_id && interpreter_id === person,
    );
    fault('never again', isNever);
    const theirs = shifts.filter(
      (shift) =>
        shift.interpreter_id === person && shift.allow_reservations && shift.location_type === booking.location_type,
    );
    for (let instant = booking.starts.getTime(); instant < booking.ends.getTime(); instant += 15 * minute) {
      fault(`no shift at ${new Date(instant).toISOString()}`, !theirs.some((shift) => has(shift, instant)));
      fault(
        'absent',
        absences.rows.some((row) => row.interpreter_id === person && has(row, instant)),
      );
    }
    const isAsked = asked.some(({ interpreter_id, reservation_id }) => {
      const other = bookings.get(reservation_id)!;
      return interpreter_id === person && other.starts < booking.ends && booking.starts < other.ends;
    });
    fault('asked elsewhere', isAsked);
    add(person, id);
    size.set(id, (size.get(id) ?? 0) + 1);
  }
  for (const [id, more] of size) {
    const before = teams.filter((member) => member.reservation_id === id && member.takes_part).length;
    if (before + more > bookings.get(id)!.interpreters_needed)
      faults.push(`${bookings.get(id)!.name}: too many people`);
  }
  const proposed = new Set(lines.map(({ reservation }) => reservation.id));
  for (const [person, theirs] of stays) {
    const sorted = theirs.toSorted((a, b) => a.stay.from - b.stay.from);
    sorted.forEach(({ id, stay }, index) => {
      for (const { id: next, stay: later } of sorted.slice(index + 1)) {
        const travels = stay.place !== null && later.place !== null && stay.place !== later.place;
        const earliest = stay.to + (travels ? Math.max(stay.way, later.way) : 0);
        // Those that were booked before may be too far from each other.
        if ((proposed.has(id) || proposed.has(next)) && later.from < earliest)
          faults.push(`${person}: ${bookings.get(id)!.name} and ${bookings.get(next)!.name}`);
      }
    });
  }
  return faults;
}
