import type { ErrorCode } from '../../../contract/errors.ts';
import type { ImportState } from '../../../contract/importKinds.ts';
import { isStaffRole } from '../../../contract/roles.ts';
import { writes } from '../../../contract/permissions.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Trx } from '../../collection/write.ts';
import { isCollision, refusalOf } from '../../db/constraints.ts';
import { isSuspended } from '../../db/suspension.ts';
import { TaskError, type Work } from '../../jobs/worker.ts';
import type { Person } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import type { RowOutcome } from './check.ts';
import { findImport, type ImportRecord, lockImport, updateImport } from './repository.ts';
import { checkStored, type Importer, saveCheck, type Steps, undoImport, writeImport } from './steps.ts';

/** The kinds of the tasks of imports, by the state in which an import waits for them. */
export const importTasks = {
  checking: 'check_import',
  writing: 'write_import',
  undoing: 'undo_import',
} as const satisfies Partial<Record<ImportState, string>>;

/** The state that an import has again after a step has failed. */
const former = { checking: 'uploaded', writing: 'checked', undoing: 'written' } as const;

/** The person who acts, if they still may. @throws TaskError forbidden */
async function importerOf(
  { db, clock }: { db: Dependencies['database']['db']; clock: () => Date },
  id: string | null,
): Promise<Importer> {
  const user =
    id === null ? undefined : await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  const refused = new TaskError('forbidden', { isFinal: true });
  if (!user || !isStaffRole(user.role) || user.approval_status !== 'approved' || isSuspended(user, clock()))
    throw refused;
  const { email, first_name, last_name, role, language } = user;
  const person: Person = { id: user.id, email, first_name, last_name, role, language, session: Buffer.alloc(0) };
  if (!writes('imports', person)) throw refused;
  return { person };
}

/** Every error ends the step, because people wait for it and can try again; only collisions with others are tried again. */
async function settling<Result>(act: Promise<Result>): Promise<Result> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof TaskError || isCollision(error) || !(error instanceof Error)) throw error;
    const problem = error instanceof ApiProblem ? error : refusalOf(error);
    throw new TaskError(problem?.code ?? 'something_went_wrong', { isFinal: true, cause: error });
  }
}

type Seen = { by: Importer; seen: RowOutcome[] };

/** The steps of imports that run in the background. */
export function importWorks(
  { database: { db } }: Pick<Dependencies, 'database'>,
  steps: Steps,
): Record<string, Work<Seen>> {
  const read = async (id: string): Promise<ImportRecord> => {
    const row = await findImport(db, id);
    if (!row) throw new TaskError('not_found', { isFinal: true });
    return row;
  };
  const work = (state: keyof typeof importTasks, { run, finish }: Pick<Work<Seen>, 'run' | 'finish'>): Work<Seen> => ({
    begin: async (trx, id) => (await lockImport(trx, id))?.state === state,
    run: (id, signal) => settling(run(id, signal)),
    finish: (trx, id, seen) => settling(finish(trx, id, seen)),
    giveUp: async (trx: Trx, id: string, code: ErrorCode) => {
      await updateImport(trx, id, { state: former[state], error: code });
    },
  });
  const readAndCheck = async (id: string, signal: AbortSignal, showsProgress: boolean): Promise<Seen> => {
    const row = await read(id);
    const by = await importerOf({ db, clock: steps.clock }, row.acted_by);
    const progress = async (rows: number) => {
      signal.throwIfAborted();
      if (showsProgress) await updateImport(db, id, { progress: rows });
    };
    return { by, seen: await checkStored(steps, db, { row, by, progress }) };
  };
  return {
    [importTasks.checking]: work('checking', {
      run: (id, signal) => readAndCheck(id, signal, true),
      finish: (trx, id, { by, seen }) => saveCheck(steps, trx, { id, by, seen }),
    }),
    [importTasks.writing]: work('writing', {
      run: (id, signal) => readAndCheck(id, signal, false),
      finish: async (trx, id, { by, seen }) => {
        await writeImport(steps, trx, { id, by, seen });
      },
    }),
    [importTasks.undoing]: work('undoing', {
      run: async (id) => ({ by: await importerOf({ db, clock: steps.clock }, (await read(id)).acted_by), seen: [] }),
      finish: async (trx, id, { by }) => {
        await undoImport(steps, trx, { id, by });
      },
    }),
  };
}
