import {
  Absence,
  AbsenceChanges,
  AbsenceDraft,
  AbsenceEnd,
  AbsencePreview,
  AbsencesPage,
  AbsencesQuery,
  NewAbsence,
} from '../../../contract/absences.ts';
import { BookingDecisions } from '../../../contract/bookingDecisions.ts';
import { CreateHeaders, RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import { createOnce } from '../../collection/create.ts';
import { sendRecord } from '../../collection/etag.ts';
import type { Dependencies } from '../../dependencies.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, mayReadAll } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createAbsences } from './absences.ts';

type Absences = ReturnType<typeof createAbsences>;

const flag = 'absences';
const reads = routeOptions('absences', { flag, policy: mayRead('absences') });
const plans = routeOptions('absences', { flag, policy: mayReadAll('absences') });
const affectedText =
  '409 `reservations_affected` lists approved reservations in its time without a decision. All decisions are taken together, or none.';

function serveRecords(app: TypedApp, { database: { db }, clock }: Dependencies, absences: Absences): void {
  app.get(
    '/absences/',
    reads({ summary: 'The absences', querystring: AbsencesQuery, response: { 200: AbsencesPage } }),
    (request) => absences.list(request, request.query),
  );

  app.post(
    '/absences/',
    reads({
      summary: 'Report, request or enter an absence',
      description: `Interpreters report their illness, which is in force at once, and request other absences. Planners enter those of everybody. ${affectedText}`,
      headers: CreateHeaders,
      body: NewAbsence,
      response: { 201: Absence },
    }),
    (request, reply) =>
      createOnce(db, request, reply, {
        now: clock(),
        insert: (trx) => absences.add(trx, request, request.body),
      }),
  );

  app.post(
    '/absences/preview/',
    reads({
      summary: 'What an absence takes away, and who could come instead',
      description: 'Nothing is written.',
      body: AbsenceDraft,
      response: { 200: AbsencePreview },
    }),
    (request) => absences.preview(request, request.body),
  );

  app.get(
    '/absences/:id/',
    reads({ summary: 'An absence', params: RecordPath, response: { 200: Absence } }),
    async (request, reply) => sendRecord(reply, await absences.read(request, request.params.id)),
  );

  app.patch(
    '/absences/:id/',
    reads({
      summary: 'Change an absence',
      description: affectedText,
      params: RecordPath,
      headers: UpdateHeaders,
      body: AbsenceChanges,
      response: { 200: Absence },
    }),
    async (request, reply) => sendRecord(reply, await absences.update(request, request.params.id, request.body)),
  );
}

function serveDecisions(app: TypedApp, absences: Absences): void {
  for (const { act, summary } of [
    { act: 'approve', summary: 'Approve a request for an absence' },
    { act: 'decide', summary: 'Decide on reservations of somebody who is absent' },
  ] as const)
    app.post(
      `/absences/:id/${act}/`,
      plans({
        summary,
        description: act === 'approve' ? affectedText : 'Reservations without a decision stay as they are.',
        params: RecordPath,
        headers: UpdateHeaders,
        body: BookingDecisions,
        response: { 200: Absence },
      }),
      async (request, reply) =>
        sendRecord(reply, await absences[act](request, request.params.id, request.body.decisions)),
    );

  app.post(
    '/absences/:id/refuse/',
    plans({
      summary: 'Refuse a request for an absence',
      params: RecordPath,
      headers: UpdateHeaders,
      response: { 200: Absence },
    }),
    async (request, reply) => sendRecord(reply, await absences.refuse(request, request.params.id)),
  );

  app.post(
    '/absences/:id/take_back/',
    reads({
      summary: 'Take an absence back',
      description:
        'The person covers again what was not given to others. Shifts to put back are checked like new ones: 409 `shift_overlap` names the days.',
      params: RecordPath,
      headers: UpdateHeaders,
      body: AbsenceEnd,
      response: { 200: Absence },
    }),
    async (request, reply) => sendRecord(reply, await absences.takeBack(request, request.params.id, request.body)),
  );
}

/** `absences/`: illness, leave and training of interpreters. */
export function routes(app: TypedApp, services: Services): void {
  const absences = createAbsences(services, services);
  serveRecords(app, services, absences);
  serveDecisions(app, absences);
}
