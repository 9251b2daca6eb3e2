import { RetentionConfirmation, RetentionList, RetentionPath, RetentionPeriod } from '../../../contract/retention.ts';
import { type RetentionKind, retentionKinds, shortestRetention } from '../../../contract/retentionKinds.ts';
import { writes } from '../../../contract/permissions.ts';
import { addAuditEntry, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, mayWrite, type Person } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { kindsOfRows } from './kinds.ts';
import { type PeriodRow, readPeriods, setPeriod } from './repository.ts';
import { timeBefore } from './retention.ts';

const reads = routeOptions('retention', { policy: mayRead('retention') });
const confirms = routeOptions('retention', { policy: mayWrite('retention') });

/** `retention/`: how long each kind of data is kept, what the next run would delete, and the confirmation of a shorter period. */
export function routes(app: TypedApp, { deployment, database: { db }, clock }: Services): void {
  const periodOf = async (
    kind: RetentionKind,
    row: PeriodRow | undefined,
    { person, now }: { person: Person; now: Date },
  ): Promise<RetentionPeriod> => {
    const days = deployment.retention[kind];
    const { count, due } = kindsOfRows[kind];
    const none = { due: 0, held: 0, oldest: null };
    const [all, concerned] = await Promise.all([count(db), days === null ? none : due(db, timeBefore(days, now), now)]);
    const pending = days !== null && (row === undefined || row.days > days);
    return {
      ...concerned,
      kind,
      days,
      in_force: row?.days ?? null,
      pending,
      shortest: shortestRetention[kind],
      count: all,
      oldest: concerned.oldest?.toISOString() ?? null,
      last_run: row?.last_run?.toISOString() ?? null,
      can: { confirm: pending && writes('retention', person) },
    };
  };

  app.get(
    '/retention/',
    reads({
      summary: 'How long each kind of data is kept, and what the next run would delete',
      response: { 200: RetentionList },
    }),
    async (request) => {
      const now = clock();
      const rows = await readPeriods(db);
      const { person } = sessionOf(request);
      const results = await Promise.all(retentionKinds.map((kind) => periodOf(kind, rows.get(kind), { person, now })));
      return { count: results.length, results };
    },
  );

  app.post(
    '/retention/:kind/confirm/',
    confirms({
      summary: 'Confirm a shorter period: what is older is deleted within ten minutes, for good',
      description: '409 `conflict` if the manifest has another period than the one that the caller has seen.',
      params: RetentionPath,
      body: RetentionConfirmation,
      response: { 200: RetentionPeriod },
    }),
    async (request) => {
      const now = clock();
      const { kind } = request.params;
      const { days } = request.body;
      const { person } = sessionOf(request);
      if (deployment.retention[kind] !== days) throw new ApiProblem('conflict');
      const act = { request, now, act: 'confirm_retention' };
      await write(db, act, async (trx) => {
        const before = (await readPeriods(trx)).get(kind)?.days ?? null;
        if (before !== null && before <= days) throw new ApiProblem('conflict');
        await setPeriod(trx, { kind, days, now, by: person.id });
        await addAuditEntry(trx, act, { collection: 'retention_periods', id: kind, after: { days } });
      });
      return periodOf(kind, (await readPeriods(db)).get(kind), { person, now });
    },
  );
}
