import type { FastifyRequest } from 'fastify';
import { CreateHeaders, RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import {
  Assignment,
  NewReservation,
  NewReservationOffer,
  Reservation,
  ReservationAnswer,
  ReservationApproval,
  ReservationChanges,
  ReservationFile,
  ReservationFilePath,
  ReservationsPage,
  ReservationsQuery,
  ReservationWork,
} from '../../../contract/reservations.ts';
import {
  PlanApplication,
  PlanResults,
  PlanUndo,
  PlanUndoResults,
  ReservationPlan,
  ReservationPlanRequest,
} from '../../../contract/reservationPlans.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createOnce } from '../../collection/create.ts';
import { sendRecord } from '../../collection/etag.ts';
import type { SearchSources } from '../../collection/search.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, mayWrite } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import type { Reservations } from './reservations.ts';
import { reservationSource } from './search.ts';

const flag = 'reservations';
const reads = routeOptions('reservations', { flag, policy: mayRead('reservations') });
const changes = routeOptions('reservations', { flag, policy: mayWrite('reservations') });

/** The decisions of planners besides the approval. */
const endings = [
  {
    act: 'reject',
    summary: 'Reject a reservation',
    description: 'It may still be approved later. Its customer and the interpreters who take part are notified.',
  },
  {
    act: 'cancel',
    summary: 'Cancel a reservation',
    description: 'Final; frees its interpreters. Its customer and the interpreters who take part are notified.',
  },
] as const;

/** The answers of interpreters, each for themselves. */
const answers = [
  {
    act: 'accept',
    summary: 'Accept a reservation, as one of its interpreters',
    description:
      'Decides nothing about the reservation, unless an offer that approves is accepted and completes its team. 409 `offer_taken` or `offer_over` if it was offered to the caller and no longer is; `no_interpreters_in_shift`, `reservation_overlap`, `travel_too_short` or `no_requested_language` if the caller cannot take it.',
  },
  {
    act: 'decline',
    summary: 'Decline a reservation, as one of its interpreters',
    description:
      'The caller does not take part, and is free again if they were booked. The status stays; planners are notified, the customer is not.',
  },
  {
    act: 'hand_back',
    summary: 'Hand back an accepted reservation, as one of its interpreters',
    description:
      'As `decline`, after an acceptance. 409 `hand_back_too_late` if it is approved and begins within `handBackHours` of the deployment.',
  },
] as const;

function serveList(app: TypedApp, { database: { db }, clock }: Dependencies, reservations: Reservations): void {
  app.get(
    '/reservations/',
    reads({
      summary: 'The reservations',
      description:
        'Interpreters read only their own, and those that are offered to them. `open=true` lists the reservations that wait for an answer.',
      querystring: ReservationsQuery,
      response: { 200: ReservationsPage },
    }),
    (request) => reservations.list(request, request.query),
  );

  app.post(
    '/reservations/',
    changes({
      summary: 'Add a reservation',
      description: 'It is pending. Its interpreters, if any, are asked by e-mail.',
      headers: CreateHeaders,
      body: NewReservation,
      response: { 201: Reservation },
    }),
    (request, reply) =>
      createOnce(db, request, reply, {
        now: clock(),
        insert: (trx) => reservations.add(trx, request, request.body),
      }),
  );

  app.get(
    '/reservations/work/',
    reads({
      summary: 'How many reservations wait for the caller',
      description: 'Planners: for a decision or for people. Interpreters: for their own answer.',
      response: { 200: ReservationWork },
    }),
    (request) => reservations.work(request),
  );
}

function serveRecord(app: TypedApp, reservations: Reservations): void {
  app.get(
    '/reservations/:id/',
    reads({ summary: 'A reservation', params: RecordPath, response: { 200: Reservation } }),
    async (request, reply) => sendRecord(reply, await reservations.read(request, request.params.id)),
  );

  app.patch(
    '/reservations/:id/',
    changes({
      summary: 'Change a reservation',
      description:
        'An approved reservation must stay covered: 409 `no_interpreters_in_shift`, `reservation_overlap`. Past ones cannot be changed: 409 `reservation_past`.',
      params: RecordPath,
      headers: UpdateHeaders,
      body: ReservationChanges,
      response: { 200: Reservation },
    }),
    async (request, reply) => sendRecord(reply, await reservations.update(request, request.params.id, request.body)),
  );

  app.delete(
    '/reservations/:id/',
    changes({
      summary: 'Delete a reservation',
      description: 'Cancel an approved one first, so that the people concerned are notified.',
      params: RecordPath,
      headers: UpdateHeaders,
      response: { 204: NoContent },
    }),
    (request) => reservations.remove(request, request.params.id),
  );
}

function serveParts(app: TypedApp, reservations: Reservations): void {
  app.post(
    '/reservations/:id/assign/',
    changes({
      summary: 'Set the interpreters of a reservation',
      description:
        'All interpreters who take part; who has declined or handed it back stays listed, and is asked again if named. Those of a pending reservation are asked; those of an approved one are booked at once, all or none. 409 `no_requested_language` if one speaks none of the requested languages, without an exception.',
      params: RecordPath,
      headers: UpdateHeaders,
      body: Assignment,
      response: { 200: Reservation },
    }),
    async (request, reply) => {
      const { interpreters, language_exceptions: exceptions = [] } = request.body;
      return sendRecord(reply, await reservations.assign(request, request.params.id, { interpreters, exceptions }));
    },
  );

  app.post(
    '/reservations/:id/files/',
    changes({
      summary: 'Attach a file to a reservation',
      description: 'A file that the caller has uploaded with `POST files/?purpose=reservation`.',
      params: RecordPath,
      headers: UpdateHeaders,
      body: ReservationFile,
      response: { 200: Reservation },
    }),
    async (request, reply) =>
      sendRecord(reply, await reservations.attach(request, request.params.id, request.body.file)),
  );

  app.delete(
    '/reservations/:id/files/:file/',
    changes({
      summary: 'Delete a file of a reservation',
      params: ReservationFilePath,
      headers: UpdateHeaders,
      response: { 204: NoContent },
    }),
    (request) => reservations.detach(request, request.params.id, request.params.file),
  );
}

function servePlans(app: TypedApp, reservations: Reservations): void {
  app.post(
    '/reservations/plan/',
    changes({
      summary: 'Propose interpreters for reservations that are short of people',
      description:
        'Plans the reservations of some days, or those with these ids, that are short of people and have no open offer. There is one line for each missing person. Nobody is proposed for two reservations at one time. Nothing is written.',
      body: ReservationPlanRequest,
      response: { 200: ReservationPlan },
    }),
    (request) => reservations.plan(request, request.body),
  );

  app.post(
    '/reservations/plan/apply/',
    changes({
      summary: 'Assign or offer the lines of a plan',
      description:
        'Each reservation is checked again and changed in a transaction of its own. A line is refused if its interpreter can no longer take the reservation; the other lines are done. Nobody is told for ten seconds, in which the caller may undo it.',
      body: PlanApplication,
      response: { 200: PlanResults },
    }),
    (request) => reservations.applyPlan(request, request.body),
  );

  app.post(
    '/reservations/plan/undo/',
    changes({
      summary: 'Undo what a plan has done',
      description:
        'As `undo/` of each of these reservations. One that is refused stays as it is; the others are undone.',
      body: PlanUndo,
      response: { 200: PlanUndoResults },
    }),
    (request) => reservations.undoPlan(request, request.body),
  );
}

function serveUndo(app: TypedApp, reservations: Reservations): void {
  app.post(
    '/reservations/:id/undo/',
    changes({
      summary: 'Undo the last decision on a reservation',
      description:
        'Within ten seconds after the caller has approved, rejected or cancelled it, or has set its interpreters, while it has not changed: until `undo_until`. Everything is as before, and nobody is told. 409 `undo_too_late`; 409 `reservation_overlap` if an interpreter was booked elsewhere meanwhile; 403 if somebody else has decided.',
      params: RecordPath,
      response: { 200: Reservation },
    }),
    async (request, reply) => sendRecord(reply, await reservations.undo(request, request.params.id)),
  );
}

function serveOffers(app: TypedApp, reservations: Reservations): void {
  app.post(
    '/reservations/:id/offer/',
    changes({
      summary: 'Offer a reservation to interpreters',
      description:
        'Pending or approved, not begun, short of people. Who accepts first takes a free place; the offer ends when none is left, at its deadline, if it is withdrawn, or if the time, place, kind or status of the reservation changes, and those who have not answered are told. 409 `offer_open` while another one is open; `no_interpreters_in_shift`, `reservation_overlap`, `travel_too_short` or `no_requested_language` if one of them cannot take it.',
      params: RecordPath,
      headers: UpdateHeaders,
      body: NewReservationOffer,
      response: { 200: Reservation },
    }),
    async (request, reply) => sendRecord(reply, await reservations.offer(request, request.params.id, request.body)),
  );

  serveMessage(
    app,
    {
      act: 'withdraw_offer',
      summary: 'Withdraw the open offer of a reservation',
      description: 'Those who have not answered are notified; who has accepted stays.',
      route: changes,
    },
    (request, id, message) => reservations.withdrawOffer(request, id, message),
  );
}

/** Serves an act on a reservation whose body is a message. */
function serveMessage(
  app: TypedApp,
  { act, summary, description, route }: { act: string; summary: string; description: string; route: typeof changes },
  run: (request: FastifyRequest, id: string, message: string | null) => Promise<Reservation>,
): void {
  app.post(
    `/reservations/:id/${act}/`,
    route({
      summary,
      description,
      params: RecordPath,
      headers: UpdateHeaders,
      body: ReservationAnswer,
      response: { 200: Reservation },
    }),
    async (request, reply) => sendRecord(reply, await run(request, request.params.id, request.body.answer ?? null)),
  );
}

function serveDecisions(app: TypedApp, reservations: Reservations): void {
  app.post(
    '/reservations/:id/approve/',
    changes({
      summary: 'Approve a reservation',
      description:
        'Books the interpreters given, or those who take part; their answers stay what they are. Its customer and its interpreters are notified, each once. 409 `no_interpreters_in_shift` if one has no shift for it, `reservation_overlap` with the ids if one is already booked, `no_requested_language` if one speaks none of the requested languages, without an exception, `too_few_interpreters`.',
      params: RecordPath,
      headers: UpdateHeaders,
      body: ReservationApproval,
      response: { 200: Reservation },
    }),
    async (request, reply) => {
      const { answer: message = null, interpreters, language_exceptions: exceptions = [] } = request.body;
      const decision = { message, interpreters, exceptions };
      return sendRecord(reply, await reservations.approve(request, request.params.id, decision));
    },
  );

  for (const ending of endings)
    serveMessage(app, { ...ending, route: changes }, (request, id, message) =>
      reservations.endWith(request, id, { act: ending.act, message }),
    );
}

function serveAnswers(app: TypedApp, reservations: Reservations): void {
  for (const answer of answers)
    serveMessage(app, { ...answer, route: reads }, (request, id, message) =>
      reservations.answer(request, id, { act: answer.act, message }),
    );
}

/** The sources of the global search. */
export const searchSources: SearchSources = {
  reservations: reservationSource,
};

/** `reservations/` (R148, Q24). Interpreters read and answer only their own. */
export function routes(app: TypedApp, services: Services): void {
  serveList(app, services, services.reservations);
  serveRecord(app, services.reservations);
  servePlans(app, services.reservations);
  serveParts(app, services.reservations);
  serveDecisions(app, services.reservations);
  serveUndo(app, services.reservations);
  serveOffers(app, services.reservations);
  serveAnswers(app, services.reservations);
}
