import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Db } from './tables.ts';

/** Every day from last year until ten years ahead, and the seconds around each change of clocks. */
function sampledInstants(zone: string, now: Date): Temporal.Instant[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const end = today.add({ years: 10 });
  const instants: Temporal.Instant[] = [];
  for (
    let day = today.subtract({ years: 1 });
    day.epochMilliseconds < end.epochMilliseconds;
    day = day.add({ days: 1 })
  )
    instants.push(day.toInstant());
  let change = today.subtract({ years: 1 }).getTimeZoneTransition('next');
  for (; change && change.epochMilliseconds < end.epochMilliseconds; change = change.getTimeZoneTransition('next'))
    instants.push(change.toInstant().subtract({ seconds: 1 }), change.toInstant());
  return instants.toSorted((a, b) => Temporal.Instant.compare(a, b));
}

/**
 * The first moment from last year until ten years ahead for which Node and the database show different clocks, because their zone data
 * are of different years; null: none. `zones` is the same zone for both, except in tests.
 */
export async function firstClockDifference(
  db: Db,
  zones: { node: string; database: string },
  now: Date,
): Promise<{ at: string; node: string; database: string } | null> {
  const instants = sampledInstants(zones.node, now);
  const { rows } = await sql<{ clock: string }>`
    select to_char(at at time zone ${zones.database}, 'YYYY-MM-DD"T"HH24:MI:SS') as clock
    from unnest(${instants.map(String)}::timestamptz[]) with ordinality as sampled(at, place)
    order by place`.execute(db);
  for (const [index, instant] of instants.entries()) {
    const node = instant.toZonedDateTimeISO(zones.node).toPlainDateTime().toString({ smallestUnit: 'second' });
    const database = rows[index]?.clock ?? '';
    if (node !== database) return { at: String(instant), node, database };
  }
  return null;
}
