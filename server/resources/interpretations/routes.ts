import Type from 'typebox';
import { RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import {
  type Interpretation,
  InterpretationChanges,
  InterpretationDetail,
  InterpretationsPage,
  InterpretationsQuery,
} from '../../../contract/interpretationRecords.ts';
import { interpretationVerdicts } from '../../../contract/recordRules.ts';
import { sendRecord, sendUnlessUnchanged, etagOf, requireMatch } from '../../collection/etag.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import type { SearchSources } from '../../collection/search.ts';
import { write } from '../../collection/write.ts';
import { spanOfDays } from '../../days.ts';
import type { Deployment } from '../../deployment.ts';
import { sessionOf } from '../../http/guard.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, type Person } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { feedbackOf } from '../feedback/repository.ts';
import { filesOfRecords } from '../files/repository.ts';
import { recordingsOf } from '../recordings/repository.ts';
import { recordingOnWire } from '../recordings/wire.ts';
import { assertOffered } from './offered.ts';
import {
  findInterpretation,
  type InterpretationRow,
  listInterpretations,
  lockInterpretation,
  updateInterpretation,
} from './repository.ts';
import { scopeOf } from './scope.ts';
import { interpretationsOf } from './search.ts';

function toInterpretation(row: InterpretationRow, person: Person, { flags }: Deployment): Interpretation {
  const { partner_id, customer_id, interpreter_id, closure_category_id, created, started, ended, recording } = row;
  // The serialiser drops columns that are not in the response schema.
  return {
    ...row,
    etag: etagOf(row.version),
    partner: partner_id,
    customer: customer_id,
    interpreter: interpreter_id,
    closure_category: closure_category_id,
    created: created.toISOString(),
    started: started?.toISOString() ?? null,
    ended: ended?.toISOString() ?? null,
    recording: flags.recordings ? recording : null,
    can: interpretationVerdicts(person, flags),
  };
}

/** An interpretation with its recordings and its feedback. */
async function detailOf(
  db: Services['database']['db'],
  row: InterpretationRow,
  person: Person,
  { deployment, now }: { deployment: Deployment; now: Date },
) {
  const { flags } = deployment;
  const rows = flags.recordings ? await recordingsOf(db, row.id, now) : [];
  const kept = await filesOfRecords(
    db,
    'recordings',
    rows.map(({ id }) => id),
  );
  const feedback = flags.feedback ? await feedbackOf(db, scopeOf(person, flags, now).interpreterId, row.id) : null;
  return {
    ...toInterpretation(row, person, deployment),
    feedback: feedback ?? null,
    recordings: rows.map((recording) => recordingOnWire(recording, kept.get(recording.id), { person, deployment })),
  };
}

/** @throws ApiProblem forbidden if the person may only write the note */
function assertMayChange({ note: _note, ...closing }: InterpretationChanges, person: Person, { flags }: Deployment) {
  const refused = interpretationVerdicts(person, flags).close ? [] : Object.keys(closing);
  if (refused.length === 0) return;
  throw new ApiProblem('forbidden', { errors: Object.fromEntries(refused.map((field) => [field, ['forbidden']])) });
}

/** The sources of the global search. */
export const searchSources: SearchSources = {
  online: interpretationsOf('online'),
  live: interpretationsOf('live'),
};

/** `interpretations/`: online and live (R87). Interpreters read only their own. */
export function routes(app: TypedApp, { deployment, database: { db }, clock }: Services): void {
  const { flags, timeZone } = deployment;
  // One of the two channels is enough; without both, the routes do not exist.
  const reads = routeOptions('interpretations', {
    policy: mayRead('interpretations'),
    flag: flags.online ? 'online' : 'live',
  });

  app.get(
    '/interpretations/',
    reads({
      summary: 'The interpretations, online and live',
      description:
        'Interpreters read only their own. With the `ETag` of a response as `If-None-Match`: 304 while nothing has changed.',
      querystring: InterpretationsQuery,
      response: { 200: InterpretationsPage, 304: Type.Null() },
    }),
    async (request, reply) => {
      assertOffered(request.query, flags);
      const { person } = sessionOf(request);
      const { from_day, to_day, ...query } = request.query;
      const { now, ...scope } = scopeOf(person, flags, clock());
      const asked = { ...scope, query, ...spanOfDays({ from_day, to_day }, timeZone) };
      const { count, rows } = await listInterpretations(db, asked, now);
      const results = rows.map((row) => toInterpretation(row, person, deployment));
      return sendUnlessUnchanged(request, reply, { count, results });
    },
  );

  app.get(
    '/interpretations/:id/',
    reads({ summary: 'An interpretation', params: RecordPath, response: { 200: InterpretationDetail } }),
    async (request, reply) => {
      const { person } = sessionOf(request);
      const now = clock();
      const row = orNotFound(await findInterpretation(db, scopeOf(person, flags, now), request.params.id));
      return sendRecord(reply, await detailOf(db, row, person, { deployment, now }));
    },
  );

  app.patch(
    '/interpretations/:id/',
    reads({
      summary: 'Write the note of an interpretation, or how it was closed',
      params: RecordPath,
      headers: UpdateHeaders,
      body: InterpretationChanges,
      response: { 200: InterpretationDetail },
    }),
    async (request, reply) => {
      const { person } = sessionOf(request);
      const { id } = request.params;
      const now = clock();
      const scope = scopeOf(person, flags, now);
      const changed = await write(db, { request, now }, async (trx) => {
        const row = orNotFound(await lockInterpretation(trx, scope, id));
        assertMayChange(request.body, person, deployment);
        requireMatch(request, row.version);
        // An empty note is stored as null.
        const changes = Object.entries(request.body).map(([field, value]) => [
          field === 'closure_category' ? 'closure_category_id' : field,
          value || null,
        ]);
        await updateInterpretation(trx, id, Object.fromEntries(changes));
        return detailOf(trx, orNotFound(await findInterpretation(trx, scope, id)), person, { deployment, now });
      });
      return sendRecord(reply, changed);
    },
  );
}
