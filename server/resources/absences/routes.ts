import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
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
import type { TypedApp } from '../../http/typedApp.ts';
import { mayRead, mayReadAll } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createAbsences } from './absences.ts';

type Absences = ReturnType<typeof createAbsences>;

const tags = ['absences'];
const flag = 'absences';
const reads = { config: { flag, policy: mayRead('absences') } } as const;
const plans = { config: { flag, policy: mayReadAll('absences') } } as const;
const affectedText =
  '409 `reservations_affected` lists approved reservations in its time without a decision. All decisions are taken together, or none.';

function serveRecords(app: TypedApp, { database: { db }, clock }: Dependencies, absences: Absences): void {
  app.get(
    '/absences/',
    {
      ...reads,
      schema: { summary: 'The absences', tags, querystring: AbsencesQuery, response: { 200: AbsencesPage } },
    },
    (request) => absences.list(request, request.query),
  );

  app.post(
    '/absences/',
    {
      ...reads,
      schema: {
        summary: 'Report, request or enter an absence',
        description: `Interpreters report their illness, which is in force at once, and request other absences. Planners enter those of everybody. ${affectedText}`,
        tags,
        headers: CreateHeaders,
        body: NewAbsence,
        response: { 201: Absence },
      },
    },
    (request, reply) =>
      createOnce(db, request, reply, {
        now: clock(),
        insert: (trx) => absences.add(trx, request, request.body),
      }),
  );

  app.post(
    '/absences/preview/',
    {
      ...reads,
      schema: {
        summary: 'What an absence takes away, and who could come instead',
        description: 'Nothing is written.',
        tags,
        body: AbsenceDraft,
        response: { 200: AbsencePreview },
      },
    },
    (request) => absences.preview(request, request.body),
  );

  app.get(
    '/absences/:id/',
    { ...reads, schema: { summary: 'An absence', tags, params: RecordPath, response: { 200: Absence } } },
    async (request, reply) => sendRecord(reply, await absences.read(request, request.params.id)),
  );

  app.patch(
    '/absences/:id/',
    {
      ...reads,
      schema: {
        summary: 'Change an absence',
        description: affectedText,
        tags,
        params: RecordPath,
        headers: UpdateHeaders,
        body: AbsenceChanges,
        response: { 200: Absence },
      },
    },
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
      {
        ...plans,
        schema: {
          summary,
          description: act === 'approve' ? affectedText : 'Reservations without a decision stay as they are.',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          body: BookingDecisions,
          response: { 200: Absence },
        },
      },
      async (request, reply) =>
        sendRecord(reply, await absences[act](request, request.params.id, request.body.decisions)),
    );

  app.post(
    '/absences/:id/refuse/',
    {
      ...plans,
      schema: {
        summary: 'Refuse a request for an absence',
        tags,
        params: RecordPath,
        headers: UpdateHeaders,
        response: { 200: Absence },
      },
    },
    async (request, reply) => sendRecord(reply, await absences.refuse(request, request.params.id)),
  );

  app.post(
    '/absences/:id/take_back/',
    {
      ...reads,
      schema: {
        summary: 'Take an absence back',
        description:
          'The person covers again what was not given to others. Shifts to put back are checked like new ones: 409 `shift_overlap` names the days.',
        tags,
        params: RecordPath,
        headers: UpdateHeaders,
        body: AbsenceEnd,
        response: { 200: Absence },
      },
    },
    async (request, reply) => sendRecord(reply, await absences.takeBack(request, request.params.id, request.body)),
  );
}

/** `absences/`: illness, leave and training of interpreters. */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    const absences = createAbsences(services, services);
    serveRecords(app, services, absences);
    serveDecisions(app, absences);
  };
