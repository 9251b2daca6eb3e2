import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../server/db/database.ts';
import {
  compareDefinitions,
  compareRows,
  compareSequences,
  type PartComparison,
  readSequences,
  type Snapshot,
  type TableComparison,
} from './compareDatabases.ts';
import { compareObjects } from './compareObjects.ts';
import { documentedCommand, runInShell, tryInShell } from './documentedCommands.ts';
import type { RehearsalPlace } from './rehearsalPlace.ts';
import { startRestored } from './startRestored.ts';

/** The steps, in order. */
export const steps = ['backUp', 'destroy', 'restore', 'compare', 'afterRestore', 'start'] as const;

/** The result of a rehearsal. Times in seconds. */
export type RehearsalResult = {
  tenant: string;
  kind: RehearsalPlace['kind'];
  source: string;
  restored: string;
  /** The size of the backup in bytes. */
  size: number;
  /** Rows of all tables that were compared. */
  rows: number;
  tables: TableComparison[];
  sequences: PartComparison;
  definitions: PartComparison;
  /** Files in the bucket of FILES_URL. */
  objects: PartComparison;
  afterRestore: { passed: boolean; output: string };
  start: { passed: boolean; output: string };
  seconds: Record<(typeof steps)[number], number>;
  /** Whether the restored database is the same, its audit log fits, and the backend answers on it. */
  passed: boolean;
};

/** The options of a rehearsal. */
export type RehearsalOptions = {
  tenant: string;
  /** Whether the backup and the restored database stay. */
  isKept: boolean;
  /** Called with each line of progress. */
  report: (line: string) => void;
};

/** Runs `read` on one moment of the database, which may take as long as it wants. */
const onSnapshot = <Result>(database: Database, read: (snapshot: Snapshot) => Promise<Result>): Promise<Result> =>
  database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      await sql`set local statement_timeout = 0`.execute(snapshot);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
      return read(snapshot);
    });

async function opened<Result>(
  place: RehearsalPlace['source'],
  act: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(place);
  try {
    return await act(database);
  } finally {
    await database.close();
  }
}

type Comparison = Pick<RehearsalResult, 'tables' | 'sequences' | 'definitions' | 'objects'>;
type Sequences = Map<string, number | null>;

function compare(source: Snapshot, place: RehearsalPlace, before: Sequences, after: Sequences): Promise<Comparison> {
  return opened(place.restored, (restored) =>
    onSnapshot(restored, async (copy) => ({
      tables: await compareRows(source, copy),
      sequences: compareSequences(before, after, await readSequences(copy)),
      definitions: await compareDefinitions(source, copy),
      objects: await compareObjects(copy),
    })),
  );
}

/** Measures the steps and reports them. */
function stopwatch(report: RehearsalOptions['report']) {
  const seconds: RehearsalResult['seconds'] = {
    backUp: 0,
    destroy: 0,
    restore: 0,
    compare: 0,
    afterRestore: 0,
    start: 0,
  };
  const timed = async <Result>(
    step: (typeof steps)[number],
    line: string,
    run: () => Promise<Result>,
  ): Promise<Result> => {
    report(line);
    const began = performance.now();
    try {
      return await run();
    } finally {
      seconds[step] = Number(((performance.now() - began) / 1000).toFixed(2));
    }
  };
  return { seconds, timed };
}

type Timed = ReturnType<typeof stopwatch>['timed'];

/** Backs up, restores and compares. The comparison reads the moment of the backup, so people may go on working. */
function restorePostgres(place: RehearsalPlace, backup: string, timed: Timed): Promise<Comparison> {
  return opened(place.source, (source) =>
    onSnapshot(source, async (moment) => {
      const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(moment);
      const before = await readSequences(moment);
      await timed('backUp', `Backs up ${place.sourceName}`, () =>
        runInShell(`${documentedCommand('backup-postgresql')} --snapshot="$SNAPSHOT"`, {
          ...place.backupVariables,
          BACKUP: backup,
          SNAPSHOT: rows[0]?.name ?? '',
        }),
      );
      // The values of sequences belong to no snapshot.
      const after = await readSequences(moment);
      await restore(place, backup, timed);
      return timed('compare', 'Compares all rows', () => compare(moment, place, before, after));
    }),
  );
}

/** Backs up while no backend can open the folder, restores and compares. */
async function restoreEmbedded(place: RehearsalPlace, backup: string, timed: Timed): Promise<Comparison> {
  const release = place.block();
  try {
    await timed('backUp', `Backs up ${place.sourceName}`, () =>
      runInShell(documentedCommand('backup-embedded'), { ...place.backupVariables, BACKUP: backup }),
    );
  } finally {
    release();
  }
  await restore(place, backup, timed);
  return timed('compare', 'Compares all rows', () =>
    opened(place.source, (source) =>
      onSnapshot(source, async (moment) => {
        const sequences = await readSequences(moment);
        return compare(moment, place, sequences, sequences);
      }),
    ),
  );
}

async function restore(place: RehearsalPlace, backup: string, timed: Timed): Promise<void> {
  await timed('destroy', `Destroys ${place.restoredName}`, place.destroy);
  await timed('restore', `Restores the backup as ${place.restoredName}`, () =>
    runInShell(documentedCommand(`restore-${place.kind}`), { ...place.restoreVariables, BACKUP: backup }),
  );
}

const isSame = ({ tables, sequences, definitions, objects }: Comparison): boolean =>
  tables.every(({ first }) => first === null) &&
  sequences.differences.length === 0 &&
  definitions.differences.length === 0 &&
  objects.differences.length === 0;

/**
 * Backs up a database with the documented commands, restores the backup into another one, compares every row, and starts
 * the backend on it. The source is only read.
 * @throws CommandError if a command fails.
 */
export async function rehearse(place: RehearsalPlace, options: RehearsalOptions): Promise<RehearsalResult> {
  const { tenant, isKept, report } = options;
  await place.check();
  const { seconds, timed } = stopwatch(report);
  const folder = mkdtempSync(join(tmpdir(), 'signboard-rehearsal-'));
  const backup = join(folder, place.kind === 'postgresql' ? 'backup.dump' : 'backup.tar');
  try {
    const run = place.kind === 'postgresql' ? restorePostgres : restoreEmbedded;
    const compared = await run(place, backup, timed);
    const variables = { ...place.restoreVariables, TENANT: tenant };
    const afterRestore = await timed('afterRestore', 'Runs what has to follow a restore', () =>
      tryInShell(documentedCommand('after-restore'), variables),
    );
    const start = await timed('start', 'Starts the backend on the restored database', () => startRestored(variables));
    return {
      tenant,
      kind: place.kind,
      source: place.sourceName,
      restored: place.restoredName,
      size: statSync(backup).size,
      rows: compared.tables.reduce((sum, { rows }) => sum + rows, 0),
      ...compared,
      afterRestore,
      start,
      seconds,
      passed: isSame(compared) && afterRestore.passed && start.passed,
    };
  } finally {
    if (isKept) report(`Kept: ${backup} and ${place.restoredName}`);
    else {
      rmSync(folder, { recursive: true, force: true });
      await place.destroy();
    }
  }
}
