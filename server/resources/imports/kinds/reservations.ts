import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { maybe, Id } from '../../../../contract/fields.ts';
import { reservationRefusal } from '../../../../contract/reservationRules.ts';
import { NewReservation, type ReservationStatus } from '../../../../contract/reservations.ts';
import type { Deployment } from '../../../deployment.ts';
import type { NotificationEvent } from '../../../notifications/events.ts';
import { ApiProblem } from '../../../problem.ts';
import { instantAt } from '../../../schedule/wallTime.ts';
import { type Changed, newsOfChange } from '../../reservations/changeNews.ts';
import { changesCoverage } from '../../reservations/coverage.ts';
import { plannersOf } from '../../reservations/planners.ts';
import {
  askAgain,
  deleteOffers,
  type ReservationRow,
  unwantedAmong,
  withoutLanguageAmong,
} from '../../reservations/repository.ts';
import { changesAccepted, faultsOf, type Terms, termsOfNew, termsWithChanges } from '../../reservations/terms.ts';
import { inactiveAmong } from '../../schedules/repository.ts';
import { inSlices } from '../slices.ts';
import {
  type CheckedRow,
  type Columns,
  type Existing,
  type ImportRules,
  isGood,
  type RecordChange,
  refuse,
} from './rules.ts';

const Form = Type.Object({ ...NewReservation.properties, venue: maybe(Id) }, { additionalProperties: false });
type Form = Static<typeof Form>;

const compared = [
  'name',
  'starts',
  'ends',
  'location_type',
  'address',
  'link',
  'customer_id',
  'partner_id',
  'service_kind',
  'emergency',
  'interpreters_needed',
  'languages',
  'note',
] as const;

/** Columns of a record as its terms. */
const termsOf = ({ columns }: Existing): Terms => ({
  ...(columns as Terms),
  starts: new Date(String(columns['starts'])),
  ends: new Date(String(columns['ends'])),
});

function termsFor(form: Form, deployment: Deployment, now: Date, existing: Existing | null): Terms {
  const { venue: _venue, interpreters, ...fields } = form;
  const when = { now, zone: deployment.timeZone };
  if (!existing) return termsOfNew({ ...fields, interpreters }, when);
  const before = termsOf(existing);
  const { date, time_from, time_to, ...others } = fields;
  const starts = instantAt(date, time_from, deployment.timeZone);
  const ends = termsOfTime(form, deployment);
  const isSameTime = starts.getTime() === before.starts.getTime() && ends.getTime() === before.ends.getTime();
  // A past reservation that the file repeats unchanged is no error.
  return termsWithChanges(before, isSameTime ? others : { ...others, date, time_from, time_to }, when);
}

/** The end of a time in a form, without regard to the past. */
function termsOfTime(form: Form, { timeZone }: Deployment): Date {
  return termsOfNew({ ...form, interpreters: [] }, { now: new Date(0), zone: timeZone }).ends;
}

const differs = ({ existing, after }: CheckedRow) =>
  existing !== null && compared.some((column) => String(existing.columns[column]) !== String(after[column]));

/** Whom changed reservations ask again and tell, a slice of them at a time. */
async function followChanges(
  { trx, notify, deployment }: Parameters<NonNullable<ImportRules['changed']>>[0],
  changes: readonly RecordChange[],
): Promise<void> {
  const events: NotificationEvent[] = [];
  await inSlices(changes, async (slice) => {
    const people = await trx
      .selectFrom('reservation_interpreters')
      .select(['reservation_id', 'interpreter_id as id', 'response'])
      .where(
        'reservation_id',
        'in',
        slice.map(({ id }) => id),
      )
      .execute();
    const teams = Map.groupBy(people, ({ reservation_id }) => reservation_id);
    const again: string[] = [];
    for (const { id, before, after } of slice) {
      const was = { ...(datesOf(before) as Changed), interpreters: teams.get(id) ?? [] };
      const { askedAgain, news } = newsOfChange(was, datesOf(after) as Terms, deployment.timeZone);
      if (askedAgain.length > 0) again.push(id);
      events.push(...news.map((about) => ({ about: 'reservation' as const, reservation: id, ...about })));
    }
    if (again.length > 0) await askAgain(trx, again);
    const moved = slice.filter(({ before, after }) =>
      changesAccepted(datesOf(before) as Terms, datesOf(after) as Terms),
    );
    const without = await deleteOffers(
      trx,
      moved.map(({ id }) => id),
    );
    for (const { reservation_id: reservation, interpreter_id } of without)
      events.push({ about: 'reservation', reservation, what: 'offer_changed', to: [interpreter_id] });
  });
  await notify(events);
}

const interpretersOf = ({ form, existing }: CheckedRow) => (existing ? [] : ((form['interpreters'] as string[]) ?? []));

/** Reservations are recognised by name and begin. New ones are pending; interpreters are assigned to new ones only. */
export const reservations: ImportRules = {
  table: 'reservations',
  schema: Form,
  compared,
  fields: { location_type: 'type' },
  derived: ['status', 'created'],
  keyOf: ({ name, date, time_from }, { deployment }) =>
    `${instantAt(String(date), String(time_from), deployment.timeZone).toISOString().slice(0, 16)} ${String(name)}`,
  key: sql`to_char(reservations.starts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') || ' ' || reservations.name`,
  complete: async ({ db }, rows) => {
    const named = rows.filter(({ form }) => form['venue'] !== undefined);
    await inSlices(named, async (slice) => {
      const ids = slice.map(({ form }) => String(form['venue']));
      const found = await db
        .selectFrom('venues')
        .select(['id', 'address', 'partner_id'])
        .where('id', 'in', ids)
        .execute();
      const venues = new Map(found.map((venue) => [venue.id, venue]));
      for (const { form } of slice) {
        const venue = venues.get(String(form['venue']));
        if (venue?.address) form['address'] ??= venue.address;
        if (venue) form['partner'] ??= venue.partner_id;
      }
    });
  },
  columnsOf: (form, { deployment, now }, existing) => {
    const terms = termsFor(form as Form, deployment, now, existing);
    const errors = faultsOf(terms, { ...deployment, before: existing && termsOf(existing) });
    if (Object.keys(errors).length > 0) throw new ApiProblem('invalid', { errors });
    return { ...(terms as Columns), ...(existing ? {} : { status: 'pending', created: now }) };
  },
  check: async ({ db, person, now }, rows) => {
    for (const row of rows.filter(differs)) {
      const { columns } = row.existing ?? {};
      const isPast = new Date(String(columns?.['ends'])) <= now;
      const status = columns?.['status'] as ReservationStatus;
      const refusal = reservationRefusal('update', person, {
        status,
        isPast,
        isTooLateToHandBack: true,
        hasBegun: false,
        offer: null,
        interpreters: [],
        interpreters_needed: 1,
      });
      if (refusal) refuse(row, null, refusal);
      else if (status === 'approved' && row.existing) {
        const before = termsOf(row.existing) as ReservationRow;
        // Whether it stays covered is decided on its page.
        if (changesCoverage(before, { ...before, ...(datesOf(row.after) as Terms) })) refuse(row, null, 'field_fixed');
      }
    }
    const wanted = rows.flatMap((row) =>
      interpretersOf(row).map((interpreter) => {
        const { starts: from, ends: to } = datesOf(row.after) as Terms;
        return { row, key: `${row.number} ${interpreter}`, interpreter, from, to, occupiedFrom: from, occupiedTo: to };
      }),
    );
    await inSlices(wanted, async (slice) => {
      const inactive = await inactiveAmong(
        db,
        slice.map(({ row: _row, ...time }) => time),
      );
      for (const { row, key } of slice) if (inactive.has(key)) refuse(row, 'interpreters', 'interpreter_inactive');
      const unwanted = await unwantedAmong(
        db,
        slice.map(({ row, key, interpreter }) => {
          const { customer_id: customer, partner_id: partner } = row.after as Terms;
          return { key, interpreter, customer, partner };
        }),
      );
      for (const { row, key } of slice) if (unwanted.has(key)) refuse(row, 'interpreters', 'interpreter_never_again');
      const without = await withoutLanguageAmong(
        db,
        slice.map(({ row, key, interpreter }) => ({ key, interpreter, languages: row.after['languages'] as string[] })),
      );
      for (const { row, key } of slice) if (without.has(key)) refuse(row, 'interpreters', 'no_requested_language');
    });
  },
  changed: followChanges,
  after: async ({ trx, notify, notifies, deployment, now }, rows) => {
    const assigned = rows.flatMap((row) =>
      interpretersOf(row).map((interpreter_id) => ({
        reservation_id: row.id,
        interpreter_id,
        response: notifies ? ('asked' as const) : ('not_asked' as const),
      })),
    );
    await inSlices(assigned, async (slice) => {
      await trx.insertInto('reservation_interpreters').values(slice).execute();
    });
    if (!notifies) return;
    const asking = rows.filter((row) => interpretersOf(row).length > 0);
    const count = rows.filter(({ existing }) => existing === null).length;
    const planners = await plannersOf(trx, deployment.allowedRoles, now);
    await notify([
      ...asking.map((row) => ({
        about: 'reservation' as const,
        what: 'asked' as const,
        reservation: row.id,
        to: interpretersOf(row),
      })),
      ...(count > 0 ? [{ about: 'imported' as const, count, to: planners }] : []),
    ]);
  },
  peopleToNotify: (rows) => new Set(rows.filter(isGood).flatMap(interpretersOf)).size,
  parts: ['reservation_interpreters'],
  undoObstacles: async ({ db, now }, { removed, restored }) => {
    const ids = [...removed, ...restored];
    if (ids.length === 0) return new Map();
    const found = await db
      .selectFrom('reservations')
      .select(['id', 'status'])
      .where('id', 'in', ids)
      .where((row) => row.or([row('status', '=', 'approved'), row('ends', '<=', now)]))
      .execute();
    return new Map<string, ErrorCode>(
      found.map(({ id, status }) => [id, status === 'approved' ? 'changed_since' : 'reservation_past']),
    );
  },
  beforeRemoval: async ({ trx, notify, notifies }, removed) => {
    if (!notifies) return;
    const people = await trx
      .selectFrom('reservation_interpreters')
      .select(['reservation_id', 'interpreter_id'])
      .where('response', 'not in', ['declined', 'handed_back'])
      .where('reservation_id', 'in', [...removed])
      .execute();
    await notify(
      people.map(({ reservation_id, interpreter_id }) => ({
        about: 'reservation' as const,
        what: 'deleted' as const,
        reservation: reservation_id,
        to: [interpreter_id],
      })),
    );
  },
};

/** Columns with their instants as dates. */
function datesOf(columns: Columns): Columns {
  return { ...columns, starts: new Date(String(columns['starts'])), ends: new Date(String(columns['ends'])) };
}
