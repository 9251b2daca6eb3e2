import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type ImportEncoding,
  importEncodings,
  importKeys,
  type ImportKind,
  importLimits,
  type ImportState,
} from '../../../contract/importKinds.ts';
import type {
  Import,
  ImportCheck,
  ImportDetail,
  ImportIssue,
  ImportRowsPage,
  ImportRowsQuery,
  ImportUndo,
  ImportWrite,
} from '../../../contract/imports.ts';
import { plainText } from '../../../contract/plainText.ts';
import type { Services } from '../../services.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { type Trx, write } from '../../collection/write.ts';
import { inChunks } from '../../files/contents.ts';
import { bytesOf, tooLarge } from '../../files/uploads.ts';
import { sessionOf } from '../../http/guard.ts';
import { requireRecentAuthentication } from '../../http/recentAuthentication.ts';
import { startJob } from '../../jobs/queue.ts';
import { createWorker } from '../../jobs/worker.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import type { Issue } from './kinds/rules.ts';
import { type Contents, type ReadingWishes, sampleRows } from './reading/read.ts';
import { readContents } from './reading/readContents.ts';
import {
  deleteImport,
  findImport,
  foreignTexts,
  garbledTexts,
  type ImportRecord,
  insertImport,
  listImports,
  listRows,
  lockImport,
  rememberedHeadings,
  sampleOf,
  updateImport,
} from './repository.ts';
import { isUndoable, planUndo, type Steps, undoUntil } from './steps.ts';
import { importTasks, importWorks } from './work.ts';
import { fieldsOf, isImportable, proposeMapping } from './words.ts';

/** How many of the records that an undo leaves are named. */
const mostNamed = 100;

const isEncoding = (text: string | null): text is ImportEncoding =>
  text !== null && (importEncodings as readonly string[]).includes(text);

function onWire(row: ImportRecord, now: Date): Import {
  const { kind, state, encoding, mapping, created, written, undone, created_by_name } = row;
  return {
    id: row.id,
    kind: kind as ImportKind,
    file_name: row.file_name,
    state: state as ImportState,
    error: row.error,
    encoding: isEncoding(encoding) ? encoding : null,
    delimiter: row.delimiter,
    sheet: row.sheet,
    sheets: row.sheets,
    headers: row.headers,
    mapping: mapping as Record<string, number>,
    rows: row.rows,
    progress: row.progress,
    counts: { new: row.new ?? 0, changed: row.changed ?? 0, unchanged: row.unchanged ?? 0, refused: row.refused ?? 0 },
    only_good: row.only_good,
    notifies: row.notifies,
    created: created.toISOString(),
    created_by: created_by_name,
    written: written?.toISOString() ?? null,
    undo_until: written && isUndoable(row, now) ? undoUntil(written).toISOString() : null,
    undone: undone?.toISOString() ?? null,
    left: row.left ?? 0,
  };
}

/** @throws ApiProblem transition_refused in another state. */
function assertState({ state }: Pick<ImportRecord, 'state'>, ...allowed: ImportState[]): void {
  if (!(allowed as string[]).includes(state)) throw new ApiProblem('transition_refused');
}

/** The bytes of a file up to the limit. @throws ApiProblem file_too_large */
async function received(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of inChunks(bytesOf(stream))) {
    size += part.length;
    if (size > importLimits.bytes) throw tooLarge(importLimits.bytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The fields of a mapping. @throws ApiProblem import_columns_missing, invalid */
export function assertMapping(
  kind: ImportKind,
  {
    mapping,
    headers,
    deployment,
  }: { mapping: Record<string, number>; headers: readonly string[]; deployment: Steps['deployment'] },
): void {
  const fields = fieldsOf(kind, deployment);
  const known = new Set(fields.map(({ name }) => name));
  const wrong = Object.entries(mapping).filter(([name, column]) => !known.has(name) || column >= headers.length);
  if (wrong.length > 0)
    throw new ApiProblem('invalid', { errors: Object.fromEntries(wrong.map(([name]) => [name, ['invalid']])) });
  const missing = fields.filter(({ name, required }) => required && mapping[name] === undefined);
  if (missing.length > 0)
    throw new ApiProblem('import_columns_missing', {
      errors: Object.fromEntries(missing.map(({ name }) => [name, ['required']])),
    });
}

/** Stores a file that was read as an import, with a proposal for its columns. */
export async function storeImport(
  { deployment, clock }: Pick<Steps, 'deployment' | 'clock'>,
  trx: Trx,
  { kind, fileName, contents, by }: { kind: ImportKind; fileName: string; contents: Contents; by: string | null },
): Promise<string> {
  const { headers, sample, slices, ...read } = contents;
  const mapping = proposeMapping(kind, deployment, {
    headers,
    sample,
    remembered: await rememberedHeadings(trx, kind),
  });
  const id = randomId();
  const row = {
    id,
    kind,
    ...read,
    headers,
    mapping: JSON.stringify(mapping),
    state: 'uploaded',
    file_name: plainText(fileName).slice(0, 200),
    created: clock(),
    created_by: by,
    acted_by: by,
  };
  await insertImport(trx, row, slices);
  return id;
}

/** What is read of imports. */
function readsOf({ database: { db }, clock, deployment }: Services, steps: Steps) {
  const read = async (id: string): Promise<ImportDetail> => {
    const row = orNotFound(await findImport(db, id));
    const kind = row.kind as ImportKind;
    const keys = importKeys[kind];
    return {
      ...onWire(row, clock()),
      foreign: await foreignTexts(db, id),
      garbled: await garbledTexts(db, id),
      sample: (await sampleOf(db, id, sampleRows)).map((cells) => ({ cells })),
      fields: fieldsOf(kind, deployment).map(({ name, required }) => ({
        name,
        required: required ?? false,
        key: keys.includes(name),
      })),
      people_to_notify: row.people_to_notify,
    };
  };

  return {
    list: async (): Promise<{ results: Import[] }> => {
      const now = clock();
      return { results: (await listImports(db)).map((row) => onWire(row, now)) };
    },

    read,

    planUndo: async (request: FastifyRequest, id: string): Promise<ImportUndo> => {
      const row = orNotFound(await findImport(db, id));
      if (!isUndoable(row, clock())) throw new ApiProblem('import_expired');
      const { removed, restored, left } = await planUndo(steps, db, { row, by: { person: sessionOf(request).person } });
      return {
        removes: removed.length,
        restores: restored.length,
        left: left.slice(0, mostNamed).map(({ number, name, code }) => ({ number, name, code })),
        left_count: left.length,
      };
    },

    rows: async (id: string, query: ImportRowsQuery): Promise<ImportRowsPage> => {
      const { headers, mapping } = orNotFound(await findImport(db, id));
      const columns = mapping as Record<string, number>;
      const heading = (field: string | null) => (field === null ? null : (headers[columns[field] ?? -1] ?? null));
      const { count, rows } = await listRows(db, id, query);
      return {
        count,
        results: rows.map(({ number, result, cells, issues, changes, record_id, left_because }) => ({
          number,
          result: result as ImportRowsPage['results'][number]['result'],
          cells,
          issues: ((issues ?? []) as Issue[]).map((issue): ImportIssue => ({ ...issue, column: heading(issue.field) })),
          changes: (changes ?? []) as ImportRowsPage['results'][number]['changes'],
          record: record_id,
          left_because,
        })),
      };
    },
  };
}

/** A file to import, as it arrives. */
type SentFile = { kind: ImportKind; name: string; stream: AsyncIterable<Uint8Array> } & Pick<
  ReadingWishes,
  'encoding' | 'sheet'
>;

/** The acts that move an import on. `wake` wakes the worker that carries out the slow ones. */
function actsOf(
  { database: { db }, clock, deployment }: Services,
  { steps, read, wake }: { steps: Steps; read: (id: string) => Promise<ImportDetail>; wake: () => void },
) {
  /** Moves an import to the state in which the worker takes it up. */
  const start = async (
    request: FastifyRequest,
    id: string,
    { to, prepare }: { to: keyof typeof importTasks; prepare: (row: ImportRecord) => object },
  ): Promise<ImportDetail> => {
    const now = clock();
    await write(db, { request, now }, async (trx) => {
      await lockImport(trx, id);
      const row = orNotFound(await findImport(trx, id));
      const changes = prepare(row);
      const by = sessionOf(request).person.id;
      await updateImport(trx, id, { ...changes, state: to, error: null, acted_by: by });
      await startJob(trx, { kind: 'import', taskKind: importTasks[to], now, by }, [id]);
    });
    wake();
    return read(id);
  };

  return {
    /** Reads a file and stores its rows. */
    upload: async (request: FastifyRequest, { kind, name, stream, ...how }: SentFile): Promise<ImportDetail> => {
      if (!isImportable(kind, deployment)) throw new ApiProblem('feature_off');
      const languages = deployment.languages.map(({ value }) => value);
      const contents = await readContents(await received(stream), { ...how, languages });
      const by = sessionOf(request).person.id;
      const id = await write(db, { request, now: clock() }, (trx) =>
        storeImport(steps, trx, { kind, fileName: name, contents, by }),
      );
      return read(id);
    },

    /** Forgets an import that has written nothing. */
    remove: (request: FastifyRequest, id: string): Promise<void> =>
      write(db, { request, now: clock() }, async (trx) => {
        assertState(orNotFound(await lockImport(trx, id)), 'uploaded', 'checked');
        await deleteImport(trx, id);
      }),

    check: (request: FastifyRequest, id: string, { mapping }: ImportCheck): Promise<ImportDetail> =>
      start(request, id, {
        to: 'checking',
        prepare: (row) => {
          assertState(row, 'uploaded', 'checked');
          assertMapping(row.kind as ImportKind, { mapping, headers: row.headers, deployment });
          return { mapping: JSON.stringify(mapping), progress: 0 };
        },
      }),

    write: (request: FastifyRequest, id: string, { only_good, notify }: ImportWrite): Promise<ImportDetail> =>
      start(request, id, {
        to: 'writing',
        prepare: (row) => {
          assertState(row, 'checked');
          if (!only_good && (row.refused ?? 0) > 0) throw new ApiProblem('import_has_refused');
          // As on the screens, where a manager or an owner is added.
          if (row.kind === 'users') requireRecentAuthentication(request, clock());
          return { only_good, notifies: notify };
        },
      }),

    undo: (request: FastifyRequest, id: string): Promise<ImportDetail> =>
      start(request, id, {
        to: 'undoing',
        prepare: (row) => {
          assertState(row, 'written');
          if (!isUndoable(row, clock())) throw new ApiProblem('import_expired');
          return {};
        },
      }),
  };
}

/** Imports of records from files, in steps: upload, check, write, undo. The slow steps run in the background. */
export function createImports(app: FastifyInstance, services: Services) {
  const { database, clock, deployment, tracer, notify, onJobsEnded, settings } = services;
  const steps: Steps = { deployment, clock, notify, dashboardUrl: settings.dashboardUrl };
  const { pollInterval } = settings;
  const worker = createWorker(
    { db: database.db, clock, tracer, log: app.log, pollInterval, onJobsEnded },
    importWorks(services, steps),
  );
  app.addHook('onReady', async () => worker.start());
  app.addHook('onClose', () => worker.stop());
  const reads = readsOf(services, steps);
  return { ...reads, ...actsOf(services, { steps, read: reads.read, wake: () => worker.wake() }) };
}
