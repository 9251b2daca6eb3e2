import type { ErrorCode } from '../../../contract/errors.ts';
import { type ImportKind, importUndoHours } from '../../../contract/importKinds.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addAuditEntry, setAuditContext, type Trx } from '../../collection/write.ts';
import type { Db } from '../../db/tables.ts';
import type { RequestSession } from '../../http/guard.ts';
import type { NotificationEvent } from '../../notifications/events.ts';
import type { Notify } from '../../notifications/notifications.ts';
import type { Person } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { sendInvitations } from '../users/acts/invite.ts';
import { checkRows, type RowOutcome } from './check.ts';
import { rulesOf } from './kinds/all.ts';
import type { CheckContext, Columns, WriteContext } from './kinds/rules.ts';
import { insertRows, recordsInUse, recordsOf, removeRows, updateRows, versionsOf } from './records.ts';
import {
  findImport,
  type ImportRecord,
  saveExternalIds,
  saveLeft,
  saveOutcomes,
  storedRows,
  updateImport,
  writtenRows,
} from './repository.ts';

/** What the steps of an import need. */
export type Steps = Pick<Dependencies, 'deployment' | 'clock'> & { notify: Notify; dashboardUrl: string | null };

/** Who imports: a person, or a command, which acts as an owner and has a name in the audit log. */
export type Importer = { person: Person | null; actor?: string };

const commandCaller = { id: '', role: 'owner' } as const;

const contextOf = ({ deployment, clock }: Steps, db: Db, { person }: Importer): CheckContext => ({
  db,
  deployment,
  now: clock(),
  person: person ?? commandCaller,
});

const kindOf = ({ kind }: Pick<ImportRecord, 'kind'>) => kind as ImportKind;
const mappingOf = ({ mapping }: Pick<ImportRecord, 'mapping'>) => mapping as Record<string, number>;

/** Checks the stored rows of an import. */
export async function checkStored(
  steps: Steps,
  db: Db,
  { row, by, progress }: { row: ImportRecord; by: Importer; progress?: (rows: number) => Promise<void> },
): Promise<RowOutcome[]> {
  return checkRows(kindOf(row), await storedRows(db, row.id), {
    mapping: mappingOf(row),
    context: contextOf(steps, db, by),
    progress,
  });
}

const saved = ({ number, result, issues, changes, existing }: RowOutcome) => ({
  number,
  result,
  issues,
  changes,
  record_id: existing?.id ?? null,
  before: null,
  version: null,
});

/** Stores the results of a check. */
export async function saveCheck(
  steps: Steps,
  trx: Trx,
  { id, by, seen }: { id: string; by: Importer; seen: readonly RowOutcome[] },
): Promise<void> {
  const row = await findImport(trx, id);
  if (!row) return;
  await saveOutcomes(trx, id, seen.map(saved));
  const writes = seen.filter(({ result }) => result === 'new' || result === 'changed');
  const people_to_notify = rulesOf[kindOf(row)].peopleToNotify?.(writes, contextOf(steps, trx, by)) ?? 0;
  await updateImport(trx, id, { state: 'checked', error: null, progress: seen.length, people_to_notify });
}

const pick = (columns: Columns, names: readonly string[]): Columns =>
  Object.fromEntries(names.map((name) => [name, columns[name] ?? null]));

/** The context of all writes of an import. They share a request id, so the audit log shows one group. */
async function openWrite(
  steps: Steps,
  trx: Trx,
  { by: { person, actor }, group, notifies }: { by: Importer; group: string; notifies: boolean },
): Promise<{ context: WriteContext; caller: Parameters<typeof setAuditContext>[1] }> {
  const now = steps.clock();
  const session: RequestSession | null = person && {
    person,
    tokenHash: person.session,
    authenticated: now,
    lastWrite: 0,
  };
  const caller = { request: { id: group, session }, now, actor };
  await setAuditContext(trx, caller);
  const context: WriteContext = {
    trx,
    deployment: steps.deployment,
    now,
    person: person ?? commandCaller,
    notifies,
    invite: (ids) => sendInvitations(steps, trx, caller, ids),
    notify: (events) => steps.notify(trx, person?.id ?? null, events),
  };
  return { context, caller };
}

/**
 * Writes an import in the transaction: checks its rows again, so that what has changed since the preview is seen, then adds and changes
 * records, all or only the good ones. If rows have become bad and all were to be written, it stores the new check instead, with the
 * error `import_has_refused`.
 * @param options.seen an earlier check; its records are locked first
 * @throws ApiProblem import_expired, conflict, or the error of a rule
 */
export async function writeImport(
  steps: Steps,
  trx: Trx,
  { id, by, seen }: { id: string; by: Importer; seen: readonly RowOutcome[] },
): Promise<{ outcomes: RowOutcome[]; isWritten: boolean }> {
  const row = await findImport(trx, id);
  if (!row) throw new ApiProblem('not_found');
  const kind = kindOf(row);
  const rules = rulesOf[kind];
  const { context, caller } = await openWrite(steps, trx, { by, group: `import-${id}`, notifies: row.notifies });
  await rules.lock?.(trx, seen);
  const outcomes = await checkStored(steps, trx, { row, by });
  if (outcomes.length === 0) throw new ApiProblem('import_expired');
  if (!row.only_good && outcomes.some(({ result }) => result === 'refused')) {
    await saveCheck(steps, trx, { id, by, seen: outcomes });
    await updateImport(trx, id, { error: 'import_has_refused' });
    return { outcomes, isWritten: false };
  }

  const columns = [...rules.compared, ...(rules.derived ?? [])];
  const added = outcomes.filter(({ result }) => result === 'new');
  const changed = outcomes.filter(({ result }) => result === 'changed');
  const writes = [...added, ...changed];
  await rules.before?.(context, writes);
  await insertRows(
    trx,
    rules.table,
    added.map(({ id: record, after }) => ({ id: record, ...pick(after, columns) })),
  );
  await updateRows(
    trx,
    rules.table,
    changed.map(({ id: record, existing, after }) => ({
      id: record,
      version: existing?.version ?? 0,
      ...pick(after, columns),
    })),
  );
  const changes = changed.flatMap(({ id: record, existing, after }) =>
    existing ? { id: record, before: existing.columns, after: { ...existing.columns, ...after } } : [],
  );
  // Everybody gets one mail, however many records of the file concern them.
  const events: NotificationEvent[] = [];
  const collecting = { ...context, notify: async (more: readonly NotificationEvent[]) => void events.push(...more) };
  await rules.changed?.(collecting, changes);
  await rules.after?.(collecting, writes);
  await context.notify(events);

  const versions = await versionsOf(
    trx,
    rules.table,
    writes.map((write) => write.id),
  );
  await saveOutcomes(
    trx,
    id,
    outcomes.map((outcome) => ({
      ...saved(outcome),
      record_id: outcome.result === 'refused' ? null : outcome.id,
      before: outcome.result === 'changed' && outcome.existing ? pick(outcome.existing.columns, columns) : null,
      version: outcome.result === 'new' || outcome.result === 'changed' ? (versions.get(outcome.id) ?? null) : null,
    })),
  );
  await saveExternalIds(trx, kind, {
    rows: outcomes.flatMap(({ externalId, result, id: record_id }) =>
      externalId && result !== 'refused' ? { external_id: externalId, record_id } : [],
    ),
    now: context.now,
  });
  const counts = Object.fromEntries(
    ['new', 'changed', 'unchanged', 'refused'].map((result) => [
      result,
      outcomes.filter((outcome) => outcome.result === result).length,
    ]),
  );
  const written = { state: 'written', error: null, written: context.now, counts: JSON.stringify(counts) };
  await updateImport(trx, id, written);
  await addAuditEntry(trx, { ...caller, act: 'import' }, { collection: 'imports', id, after: { kind, ...counts } });
  return { outcomes, isWritten: true };
}

/** What an undo does with a record. */
type Undoable = { number: number; record: string; name: string; before: Columns | null; version: number };

/** What an undo would do now. */
export type UndoPlan = { removed: Undoable[]; restored: Undoable[]; left: (Undoable & { code: ErrorCode })[] };

/** Whether an import can be undone. */
export function isUndoable({ state, written }: Pick<ImportRecord, 'state' | 'written'>, now: Date): boolean {
  return state === 'written' && written !== null && now < undoUntil(written);
}

/** Until when an import can be undone. */
export function undoUntil(written: Date): Date {
  return new Date(written.getTime() + importUndoHours * 60 * 60_000);
}

/** Plans the undo of an import: what was changed since stays as it is. */
export async function planUndo(
  steps: Steps,
  db: Db,
  { row, by }: { row: ImportRecord; by: Importer },
): Promise<UndoPlan> {
  const rules = rulesOf[kindOf(row)];
  const written: Undoable[] = (await writtenRows(db, row.id)).map(({ number, cells, record_id, before, version }) => ({
    number,
    record: record_id ?? '',
    before: before as Columns | null,
    version: version ?? 0,
    name: cells
      .filter((cell) => cell !== '')
      .slice(0, 3)
      .join(' · '),
  }));
  const { table, parts = [] } = rules;
  const versions = await versionsOf(
    db,
    table,
    written.map(({ record }) => record),
  );
  const isNew = ({ before }: Undoable) => before === null;
  const ids = (ones: readonly Undoable[]) => ones.map(({ record }) => record);
  const used = await recordsInUse(db, { table, parts }, ids(written.filter(isNew)));
  const same = written.filter(({ record, version }) => versions.get(record) === version);
  const obstacles =
    (await rules.undoObstacles?.(contextOf(steps, db, by), {
      removed: ids(same.filter(isNew)),
      restored: ids(same.filter((undoable) => !isNew(undoable))),
    })) ?? new Map<string, ErrorCode>();
  const codeOf = (undoable: Undoable): ErrorCode | undefined => {
    const version = versions.get(undoable.record);
    if (version === undefined) return 'not_found';
    if (version !== undoable.version) return 'changed_since';
    return (
      obstacles.get(undoable.record) ?? (isNew(undoable) && used.has(undoable.record) ? 'record_in_use' : undefined)
    );
  };
  const plan: UndoPlan = { removed: [], restored: [], left: [] };
  for (const undoable of written) {
    const code = codeOf(undoable);
    if (code) plan.left.push({ ...undoable, code });
    else if (isNew(undoable)) plan.removed.push(undoable);
    else plan.restored.push(undoable);
  }
  return plan;
}

/**
 * Undoes an import in the transaction: removes what it added and restores what it changed.
 * @throws ApiProblem import_expired, conflict, or the error of a rule
 */
export async function undoImport(steps: Steps, trx: Trx, { id, by }: { id: string; by: Importer }): Promise<UndoPlan> {
  const row = await findImport(trx, id);
  if (!row) throw new ApiProblem('not_found');
  const rules = rulesOf[kindOf(row)];
  const { context, caller } = await openWrite(steps, trx, { by, group: `undo-${id}`, notifies: row.notifies });
  await rules.lockUndo?.(trx);
  const plan = await planUndo(steps, trx, { row, by });
  const removed = plan.removed.map(({ record }) => record);
  if (removed.length > 0) {
    await rules.beforeRemoval?.(context, removed);
    if (rules.remove) await rules.remove(trx, removed);
    else await removeRows(trx, rules.table, removed);
  }
  const imported = await recordsOf(
    trx,
    rules.table,
    plan.restored.map(({ record }) => record),
  );
  await updateRows(
    trx,
    rules.table,
    plan.restored.map(({ record, version, before }) => ({ id: record, version, ...before })),
  );
  const changes = plan.restored.map(({ record, before }) => {
    const columns = imported.get(record)?.columns ?? {};
    return { id: record, before: columns, after: { ...columns, ...before } };
  });
  await rules.changed?.(context, changes);
  await saveLeft(trx, id, plan.left);
  const { new: added, changed, unchanged, refused } = row;
  const rowCounts = JSON.stringify({ new: added, changed, unchanged, refused, left: plan.left.length });
  await updateImport(trx, id, { state: 'undone', error: null, undone: context.now, counts: rowCounts });
  const counts = { removed: removed.length, restored: plan.restored.length, left: plan.left.length };
  await addAuditEntry(
    trx,
    { ...caller, act: 'undo_import' },
    { collection: 'imports', id, after: { kind: row.kind, ...counts } },
  );
  return plan;
}
