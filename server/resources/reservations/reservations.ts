import type { reservationActs } from '../../../contract/acts.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ErrorCode } from '../../../contract/errors.ts';
import type {
  NewReservation,
  Reservation,
  ReservationChanges,
  ReservationsQuery,
  ReservationStatus,
} from '../../../contract/reservations.ts';
import type { AppParts } from '../../appParts.ts';
import { requireMatch, respectMatch } from '../../collection/etag.ts';
import { found } from '../../collection/found.ts';
import type { Trx } from '../../collection/write.ts';
import type { Tables } from '../../db/tables.ts';
import { claimFile, dropFile, type Files } from '../../files/files.ts';
import { sessionOf } from '../../http/guard.ts';
import type { Outbox } from '../../mail/outbox.ts';
import { mailLanguage } from '../../mail/mailLanguage.ts';
import { type ReservationNews, reservationMail } from '../../mail/reservationMail.ts';
import { reach } from '../../../contract/permissions.ts';
import type { Person } from '../../policies/policy.ts';
import { reservationRefusal } from '../../../contract/reservationRules.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { isInOrder, occurrenceOn } from '../../schedule/series.ts';
import { addDays, dayAt, instantAt } from '../../schedule/wallTime.ts';
import { filesOfRecords } from '../files/repository.ts';
import { isInterpreter, withInterpreters } from '../schedules/repository.ts';
import {
  addresseesOf,
  bookedMeanwhile,
  deleteReservation,
  findReservation,
  insertReservation,
  isCustomer,
  listReservations,
  lockReservation,
  type ReservationRow,
  setInterpreters,
  updateReservation,
  withoutShift,
} from './repository.ts';
import { reservationOnWire, subjectOf, timeAt, timeOf } from './wire.ts';

type Act = (typeof reservationActs)[number];
type Answer = Extract<ReservationStatus, 'approved' | 'rejected' | 'cancelled'>;

/** What of a reservation is decided when it is written. */
type Terms = Pick<
  ReservationRow,
  'name' | 'starts' | 'ends' | 'location_type' | 'address' | 'link' | 'customer_id' | 'partner_id'
> &
  Pick<ReservationRow, 'service_kind' | 'emergency' | 'languages' | 'note'>;

const actOf: Record<Answer, Act> = { approved: 'approve', rejected: 'reject', cancelled: 'cancel' };

function faulty(field: string, code: ErrorCode): ApiProblem {
  return new ApiProblem(code === 'check_dates' ? code : 'invalid', { errors: { [field]: [code] } });
}

const idsOf = ({ interpreters }: Pick<ReservationRow, 'interpreters'>) => interpreters.map(({ id }) => id);

/** Reservations and their rules (specification §3 and §5): what is done to them, each in one transaction. */
export function createReservations(
  { deployment, database: { db }, clock }: AppParts,
  { outbox, files }: { outbox: Outbox; files: Files },
) {
  const { flags, timeZone: zone } = deployment;

  /** The id that a person’s reading is limited to, or null. */
  const ownOf = ({ id, role }: Person) => (reach('reservations', role) === 'own' ? id : null);

  const allToWire = async (
    on: Kysely<Tables>,
    rows: readonly ReservationRow[],
    person: Person,
  ): Promise<Reservation[]> => {
    const ids = rows.filter(({ has_files }) => has_files).map(({ id }) => id);
    const attached = await filesOfRecords(on, 'reservations', ids);
    const present = await files.presenter(on);
    const now = clock();
    return rows.map((row) =>
      reservationOnWire(row, { person, now, zone, files: (attached.get(row.id) ?? []).map(present) }),
    );
  };

  const toWire = async (on: Kysely<Tables>, row: ReservationRow, person: Person): Promise<Reservation> =>
    found((await allToWire(on, [row], person))[0]);

  /** When it is, of what a form says or what it was. @throws ApiProblem check_dates, event_in_past */
  const timesOf = (form: { date: string; time_from: string; time_to: string }): { starts: Date; ends: Date } => {
    if (!isInOrder(form)) throw faulty('time_to', 'check_dates');
    const occurrence = occurrenceOn(form.date, { ...form, zone }, 0);
    if (!occurrence) throw faulty('time_from', 'check_dates');
    if (occurrence.from <= clock()) throw new ApiProblem('event_in_past', { errors: { date: ['event_in_past'] } });
    return { starts: occurrence.from, ends: occurrence.to };
  };

  const assertTerms = async (on: Kysely<Tables>, terms: Terms, before: ReservationRow | null): Promise<void> => {
    const isSite = terms.location_type === 'site';
    const faults: [field: string, isFault: boolean, code: ErrorCode][] = [
      ['type', isSite && !flags.live, 'feature_off'],
      ['type', !isSite && !flags.online, 'feature_off'],
      ['service_kind', terms.service_kind !== 'interpretation' && !flags.transcription, 'feature_off'],
      ['emergency', terms.emergency && !flags.emergencySchedules, 'feature_off'],
      ['address', isSite && terms.address === null, 'required'],
      ['address', !isSite && terms.address !== null, 'invalid'],
    ];
    const errors: Record<string, ErrorCode[]> = {};
    for (const [field, isFault, code] of faults) if (isFault) (errors[field] ??= []).push(code);
    const { customer_id } = terms;
    if (customer_id !== null && customer_id !== before?.customer_id && !(await isCustomer(on, customer_id)))
      errors['customer'] = ['not_found'];
    if (Object.keys(errors).length > 0) throw new ApiProblem('invalid', { errors });
  };

  const assertInterpreters = async (on: Kysely<Tables>, ids: readonly string[]): Promise<void> => {
    for (const id of ids) if (!(await isInterpreter(on, id))) throw faulty('interpreters', 'invalid');
  };

  /** What an approved reservation needs of its interpreters. Asked with their time locked; the database asks it again. */
  const assertBookable = async (
    trx: Trx,
    ids: readonly string[],
    reservation: Terms & Pick<ReservationRow, 'id'>,
  ): Promise<void> => {
    const missing = await withoutShift(trx, ids, reservation);
    if (ids.length === 0 || missing.length > 0)
      throw new ApiProblem('no_interpreters_in_shift', { values: { interpreters: missing.join(' ') } });
    const reservations = await bookedMeanwhile(trx, ids, reservation);
    if (reservations.length > 0) throw new ApiProblem('reservation_overlap', { reservations });
  };

  const reread = async (trx: Trx, id: string): Promise<ReservationRow> => found(await findReservation(trx, id));

  /** Puts mails to people about a reservation into the outbox; whoever did it knows already. */
  const tell = async (trx: Trx, person: Person, row: ReservationRow, news: ReservationNews, ids: readonly string[]) => {
    const people = await addresseesOf(
      trx,
      ids.filter((id) => id !== person.id),
    );
    const facts = { ...row, day: dayAt(row.starts, zone), time: timeOf(row, zone) };
    for (const { email, language, role } of people) {
      const spoken = mailLanguage(deployment, language);
      await outbox.put(
        trx,
        {
          to: email,
          ...reservationMail(deployment, spoken, news, { ...facts, forInterpreter: role === 'interpreter' }),
        },
        row.ends,
      );
    }
  };

  const concerned = (row: ReservationRow) => [...(row.customer_id ? [row.customer_id] : []), ...idsOf(row)];

  /**
   * One act on a reservation, the time of its interpreters locked, theirs who are to come, and its row.
   * @param options.isNamed whether the trail has a name of its own for the act
   * @param options.isFree whether it may go without `If-Match`
   */
  const change = async (
    request: FastifyRequest,
    id: string,
    {
      act,
      others = [],
      isNamed = true,
      isFree = act !== 'update',
    }: { act: Act; others?: readonly string[]; isNamed?: boolean; isFree?: boolean },
    run: (trx: Trx, row: ReservationRow, person: Person) => Promise<void>,
  ): Promise<Reservation | null> => {
    const { person } = sessionOf(request);
    const people = idsOf(found(await findReservation(db, id)));
    const caller = { request, now: clock(), ...(isNamed ? { act } : {}) };
    return withInterpreters(db, caller, [...people, ...others], async (trx) => {
      const row = found(await lockReservation(trx, id));
      const refusal = reservationRefusal(act, person, subjectOf(row, clock()));
      if (refusal) throw new ApiProblem(refusal);
      (isFree ? respectMatch : requireMatch)(request, row.version);
      // Somebody was assigned between the look and the locks: their time is not locked.
      if (idsOf(row).some((one) => !people.includes(one))) throw new ApiProblem('conflict');
      await run(trx, row, person);
      const after = await findReservation(trx, id);
      return after ? toWire(trx, after, person) : null;
    });
  };

  const answered = async (result: Promise<Reservation | null>): Promise<Reservation> =>
    found((await result) ?? undefined);

  const give = (request: FastifyRequest, id: string, status: Answer, answer: string | null): Promise<Reservation> =>
    answered(
      change(request, id, { act: actOf[status] }, async (trx, row, person) => {
        if (status === 'approved') await assertBookable(trx, idsOf(row), row);
        await updateReservation(trx, id, { status, answer, answered: clock(), answered_by: person.id });
        await tell(trx, person, await reread(trx, id), status, concerned(row));
      }),
    );

  return {
    list: async (request: FastifyRequest, { from_day, to_day, ...query }: ReservationsQuery) => {
      const { person } = sessionOf(request);
      const asked = {
        query,
        own: ownOf(person),
        from: from_day ? instantAt(from_day, '00:00', zone) : null,
        to: to_day ? instantAt(addDays(to_day, 1), '00:00', zone) : null,
      };
      const { count, rows } = await listReservations(db, asked, clock());
      return { count, results: await allToWire(db, rows, person) };
    },

    read: async (request: FastifyRequest, id: string): Promise<Reservation> => {
      const { person } = sessionOf(request);
      const row = found(await findReservation(db, id));
      const own = ownOf(person);
      if (own !== null && !idsOf(row).includes(own)) throw new ApiProblem('not_found');
      return toWire(db, row, person);
    },

    /** Adds a reservation within the transaction of the create. */
    add: async (trx: Trx, request: FastifyRequest, form: NewReservation): Promise<Reservation> => {
      const { person } = sessionOf(request);
      const terms: Terms = {
        name: form.name,
        ...timesOf(form),
        location_type: form.type,
        address: form.address ?? null,
        link: form.link ?? null,
        customer_id: form.customer ?? null,
        partner_id: form.partner ?? null,
        service_kind: form.service_kind ?? 'interpretation',
        emergency: form.emergency ?? false,
        languages: form.languages ?? [],
        note: form.note ?? null,
      };
      const interpreters = form.interpreters ?? [];
      await assertTerms(trx, terms, null);
      await assertInterpreters(trx, interpreters);
      const id = randomId();
      await insertReservation(trx, { id, ...terms, created: clock() });
      await setInterpreters(trx, id, interpreters);
      const row = await reread(trx, id);
      await tell(trx, person, row, 'asked', interpreters);
      return toWire(trx, row, person);
    },

    update: (request: FastifyRequest, id: string, form: ReservationChanges): Promise<Reservation> =>
      answered(
        change(request, id, { act: 'update', isNamed: false }, async (trx, row, person) => {
          const becomesRemote = form.type === 'remote' && row.location_type === 'site';
          const isMoved = form.date !== undefined || form.time_from !== undefined || form.time_to !== undefined;
          const wall = {
            date: dayAt(row.starts, zone),
            time_from: timeAt(row.starts, zone),
            time_to: timeAt(row.ends, zone),
          };
          const times = isMoved
            ? timesOf({
                date: form.date ?? wall.date,
                time_from: form.time_from ?? wall.time_from,
                time_to: form.time_to ?? wall.time_to,
              })
            : { starts: row.starts, ends: row.ends };
          const terms: Terms = {
            name: form.name ?? row.name,
            ...times,
            location_type: form.type ?? row.location_type,
            address: form.address === undefined ? (becomesRemote ? null : row.address) : form.address,
            link: form.link === undefined ? row.link : form.link,
            customer_id: form.customer === undefined ? row.customer_id : form.customer,
            partner_id: form.partner === undefined ? row.partner_id : form.partner,
            service_kind: form.service_kind ?? row.service_kind,
            emergency: form.emergency ?? row.emergency,
            languages: form.languages ?? row.languages,
            note: form.note === undefined ? row.note : form.note,
          };
          await assertTerms(trx, terms, row);
          if (row.status === 'approved') await assertBookable(trx, idsOf(row), { id, ...terms });
          await updateReservation(trx, id, terms);
          const after = await reread(trx, id);
          const isElsewhere = after.address !== row.address || after.link !== row.link;
          const isAnotherTime = +after.starts !== +row.starts || +after.ends !== +row.ends;
          if (row.status === 'approved' && (isAnotherTime || isElsewhere))
            await tell(trx, person, after, 'changed', concerned(after));
        }),
      ),

    /** Attaches a file that the caller has uploaded for it. */
    attach: (request: FastifyRequest, id: string, file: string): Promise<Reservation> =>
      answered(
        change(request, id, { act: 'update', isNamed: false, isFree: true }, async (trx, _row, person) => {
          await claimFile(
            trx,
            { id: file, purpose: 'reservation', person, field: 'file' },
            { collection: 'reservations', id },
          );
          await updateReservation(trx, id, {});
        }),
      ),

    /** Takes a file away again. */
    detach: async (request: FastifyRequest, id: string, file: string): Promise<void> => {
      await change(request, id, { act: 'update', isNamed: false, isFree: true }, async (trx) => {
        await dropFile(trx, file, { collection: 'reservations', id });
        await updateReservation(trx, id, {});
      });
    },

    /** Gives a reservation its interpreters. On one that is approved they are booked at once, or none of them. */
    assign: (request: FastifyRequest, id: string, interpreters: readonly string[]): Promise<Reservation> =>
      answered(
        change(request, id, { act: 'assign', others: interpreters }, async (trx, row, person) => {
          const before = idsOf(row);
          const coming = interpreters.filter((one) => !before.includes(one));
          const going = before.filter((one) => !interpreters.includes(one));
          await assertInterpreters(trx, coming);
          if (row.status === 'approved') await assertBookable(trx, interpreters, row);
          await setInterpreters(trx, id, interpreters);
          await updateReservation(trx, id, {});
          const after = await reread(trx, id);
          await tell(trx, person, after, row.status === 'approved' ? 'approved' : 'asked', coming);
          if (row.status === 'approved') {
            await tell(trx, person, after, 'cancelled', going);
            if (row.customer_id) await tell(trx, person, after, 'changed', [row.customer_id]);
          }
        }),
      ),

    approve: (request: FastifyRequest, id: string, answer: string | null) => give(request, id, 'approved', answer),
    reject: (request: FastifyRequest, id: string, answer: string | null) => give(request, id, 'rejected', answer),
    cancel: (request: FastifyRequest, id: string, answer: string | null) => give(request, id, 'cancelled', answer),

    remove: async (request: FastifyRequest, id: string): Promise<void> => {
      await change(request, id, { act: 'delete', isNamed: false }, (trx) => deleteReservation(trx, id));
    },
  };
}
