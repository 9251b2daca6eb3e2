import type { reservationActs } from '../../../contract/acts.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Updateable } from 'kysely';
import type { ErrorCode } from '../../../contract/errors.ts';
import type {
  InterpreterResponse,
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
import { reach, writes } from '../../../contract/permissions.ts';
import { reservationRefusal } from '../../../contract/reservationRules.ts';
import type { ReservationNews } from '../../notifications/events.ts';
import type { Notify } from '../../notifications/notifications.ts';
import type { Person } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { isInOrder, occurrenceOn } from '../../schedule/series.ts';
import { addDays, dayAt, instantAt } from '../../schedule/wallTime.ts';
import { filesOfRecords } from '../files/repository.ts';
import { isInterpreter, withInterpreters } from '../schedules/repository.ts';
import {
  type CoverageTerms,
  obstaclesOf,
  askAgain,
  deleteReservation,
  findReservation,
  insertReservation,
  isCustomer,
  listReservations,
  lockReservation,
  makerOf,
  type ReservationRow,
  setInterpreters,
  setResponse,
  updateReservation,
} from './repository.ts';
import { assertCovered, changesCoverage } from './coverage.ts';
import { isAccepted, isUncovered, reservationOnWire, subjectOf, timeAt } from './wire.ts';

type Act = (typeof reservationActs)[number];
type Answer = Extract<ReservationStatus, 'approved' | 'rejected' | 'cancelled'>;

/** What of a reservation is decided when it is written. */
type Terms = Pick<
  ReservationRow,
  'name' | 'starts' | 'ends' | 'location_type' | 'address' | 'link' | 'customer_id' | 'partner_id'
> &
  Pick<ReservationRow, 'service_kind' | 'emergency' | 'interpreters_needed' | 'languages' | 'note'>;

/** Those of its interpreters who have not declined. */
const askedOf = ({ interpreters }: Pick<ReservationRow, 'interpreters'>) =>
  interpreters.filter(({ response }) => response !== 'declined').map(({ id }) => id);

/** The terms that mails say: whom it concerns is told when one of them is another. */
const toldTerms = [
  'name',
  'starts',
  'ends',
  'location_type',
  'address',
  'link',
] as const satisfies readonly (keyof Terms)[];
/** The terms that interpreters have accepted: with others they are asked again. */
const acceptedTerms = [
  'starts',
  'ends',
  'location_type',
  'address',
  'service_kind',
] as const satisfies readonly (keyof Terms)[];

const actOf: Record<Answer, Act> = { approved: 'approve', rejected: 'reject', cancelled: 'cancel' };

function faulty(field: string, code: ErrorCode): ApiProblem {
  return new ApiProblem(code === 'check_dates' ? code : 'invalid', { errors: { [field]: [code] } });
}

const idsOf = ({ interpreters }: Pick<ReservationRow, 'interpreters'>) => interpreters.map(({ id }) => id);

/** Reservations and their rules (specification §3 and §5): what is done to them, each in one transaction. */
export function createReservations(
  { deployment, database: { db }, clock }: AppParts,
  { notify, files }: { notify: Notify; files: Files },
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
    const present = await files.presenter(person, on);
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

  /** Only interpreters who may work then are asked. @throws ApiProblem invalid, interpreter_inactive */
  const assertInterpreters = async (
    on: Kysely<Tables>,
    ids: readonly string[],
    reservation: CoverageTerms,
  ): Promise<void> => {
    for (const id of ids) if (!(await isInterpreter(on, id))) throw faulty('interpreters', 'invalid');
    const inactive = (await obstaclesOf(on, ids, reservation)).filter(({ obstacle }) => obstacle === 'inactive');
    if (inactive.length > 0)
      throw new ApiProblem('interpreter_inactive', {
        values: { interpreters: inactive.map(({ name }) => name).join(', ') },
      });
  };

  const reread = async (trx: Trx, id: string): Promise<ReservationRow> => found(await findReservation(trx, id));

  /** Notifies people about a reservation as it is now. */
  const tell = (
    trx: Trx,
    person: Person,
    id: string,
    told: readonly { what: ReservationNews; to: readonly string[]; by?: string; message?: string | null }[],
  ) =>
    notify(
      trx,
      person.id,
      told.map((one) => ({ about: 'reservation', reservation: id, ...one })),
    );

  const customerOf = ({ customer_id }: Pick<ReservationRow, 'customer_id'>) => (customer_id ? [customer_id] : []);
  const concerned = (row: ReservationRow) => [...customerOf(row), ...idsOf(row)];

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

  /** Approves or rejects it on behalf of all of its interpreters, or calls it off. */
  const give = (request: FastifyRequest, id: string, status: Answer, answer: string | null): Promise<Reservation> =>
    answered(
      change(request, id, { act: actOf[status] }, async (trx, row, person) => {
        if (status === 'approved') await assertCovered(trx, idsOf(row), row);
        await updateReservation(trx, id, { status, answer, answered: clock(), answered_by: person.id });
        await tell(trx, person, id, [{ what: status, to: concerned(row) }]);
      }),
    );

  /**
   * Stores an interpreter's own response. The reservation is approved once all have accepted, are enough and cover it. An
   * interpreter who is alone in it rejects it. The person who added it is notified.
   */
  const respond = (
    request: FastifyRequest,
    id: string,
    response: Exclude<InterpreterResponse, 'pending'>,
    message: string | null,
  ): Promise<Reservation> =>
    answered(
      change(request, id, { act: response === 'accepted' ? 'approve' : 'reject' }, async (trx, row, person) => {
        const isAlone = row.interpreters.length === 1 && row.interpreters_needed === 1;
        if (response === 'accepted') await assertCovered(trx, [person.id], row, { mayBeTooFew: true });
        const now = clock();
        await setResponse(trx, id, { interpreter: person.id, response, responded: now });
        const isApproved = response === 'accepted' && isAccepted(await reread(trx, id));
        const isRejected = response === 'declined' && isAlone;
        const status = isApproved ? 'approved' : isRejected ? 'rejected' : null;
        const decision: Updateable<Tables['reservations']> = status
          ? { status, answer: message, answered: now, answered_by: person.id }
          : {};
        await updateReservation(trx, id, decision);
        const maker = await makerOf(trx, id);
        await tell(trx, person, id, [
          {
            what: status ?? response,
            to: maker ? [maker] : [],
            by: `${person.first_name} ${person.last_name}`,
            message,
          },
          { what: status ?? response, to: status ? concerned(row) : [] },
        ]);
      }),
    );

  /** Staff answer for all interpreters; interpreters answer for themselves. */
  const answer = (request: FastifyRequest, id: string, status: 'approved' | 'rejected', message: string | null) =>
    writes('reservations', sessionOf(request).person)
      ? give(request, id, status, message)
      : respond(request, id, status === 'approved' ? 'accepted' : 'declined', message);

  return {
    /** Reservations as the wire has them, for one person. */
    present: allToWire,

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
        interpreters_needed: form.interpreters_needed ?? Math.max(1, form.interpreters?.length ?? 0),
        languages: form.languages ?? [],
        note: form.note ?? null,
      };
      const interpreters = form.interpreters ?? [];
      await assertTerms(trx, terms, null);
      const id = randomId();
      await assertInterpreters(trx, interpreters, { id, ...terms });
      await insertReservation(trx, { id, ...terms, created: clock() });
      await setInterpreters(trx, id, interpreters);
      const row = await reread(trx, id);
      await tell(trx, person, id, [{ what: 'asked', to: interpreters }]);
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
            interpreters_needed: form.interpreters_needed ?? row.interpreters_needed,
            languages: form.languages ?? row.languages,
            note: form.note === undefined ? row.note : form.note,
          };
          await assertTerms(trx, terms, row);
          if (row.status === 'approved' && changesCoverage(row, terms))
            await assertCovered(trx, idsOf(row), { id, ...terms });
          await updateReservation(trx, id, terms);
          const after = await reread(trx, id);
          const differs = (names: readonly (keyof Terms)[]) =>
            names.some((name) => String(row[name]) !== String(after[name]));
          const isApproved = row.status === 'approved';
          if (!isApproved && differs(acceptedTerms)) await askAgain(trx, id);
          const isAnotherCustomer = differs(['customer_id']);
          const isChanged = differs(toldTerms);
          await tell(trx, person, id, [
            {
              what: isApproved ? 'changed' : 'changed_asked',
              to: isChanged || isAnotherCustomer ? askedOf(after) : [],
            },
            { what: 'changed', to: isChanged && !isAnotherCustomer ? customerOf(after) : [] },
            { what: 'taken_off', to: isAnotherCustomer ? customerOf(row) : [] },
            { what: 'approved', to: isAnotherCustomer && isApproved ? customerOf(after) : [] },
          ]);
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
          await assertInterpreters(trx, coming, row);
          if (row.status === 'approved') await assertCovered(trx, interpreters, row, { mayBeTooFew: isUncovered(row) });
          await setInterpreters(trx, id, interpreters);
          const isApproved = row.status === 'approved';
          // Those who stay keep their responses: without whoever was taken off, it may be accepted by all.
          const isApprovedNow = !isApproved && interpreters.length > 0 && isAccepted(await reread(trx, id));
          const approval = { status: 'approved', answer: null, answered: clock(), answered_by: person.id } as const;
          await updateReservation(trx, id, isApprovedNow ? approval : {});
          const staying = before.filter((one) => interpreters.includes(one));
          await tell(trx, person, id, [
            { what: isApproved ? 'assigned' : 'asked', to: coming },
            { what: 'taken_off', to: going },
            { what: 'reassigned', to: isApproved ? [...customerOf(row), ...staying] : [] },
            { what: 'approved', to: isApprovedNow ? [...customerOf(row), ...staying] : [] },
          ]);
        }),
      ),

    approve: (request: FastifyRequest, id: string, message: string | null) => answer(request, id, 'approved', message),
    reject: (request: FastifyRequest, id: string, message: string | null) => answer(request, id, 'rejected', message),
    cancel: (request: FastifyRequest, id: string, message: string | null) => give(request, id, 'cancelled', message),

    remove: async (request: FastifyRequest, id: string): Promise<void> => {
      await change(request, id, { act: 'delete', isNamed: false }, async (trx, row, person) => {
        // Of one that was rejected or called off they have heard already.
        if (row.status === 'pending') await tell(trx, person, id, [{ what: 'deleted', to: concerned(row) }]);
        await deleteReservation(trx, id);
      });
    },
  };
}

/** Reservations and their rules, over one database. */
export type Reservations = ReturnType<typeof createReservations>;
