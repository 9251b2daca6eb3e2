import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { Kysely } from 'kysely';
import {
  type ImportEncoding,
  importEncodings,
  importFields,
  type ImportKind,
  importKinds,
  importUndoHours,
  rowResults,
} from '../contract/importKinds.ts';
import { dryRun, write } from '../server/collection/write.ts';
import { isPostgresUrl } from '../server/config.ts';
import { openDatabase, type DatabasePlace } from '../server/db/database.ts';
import type { Tables } from '../server/db/tables.ts';
import { loadDeployment } from '../server/loadDeployment.ts';
import type { Outbox } from '../server/mail/outbox.ts';
import { insertMail } from '../server/mail/outboxTable.ts';
import { createNotify } from '../server/notifications/notifications.ts';
import { ApiProblem } from '../server/problem.ts';
import type { RowOutcome } from '../server/resources/imports/check.ts';
import { assertMapping, storeImport } from '../server/resources/imports/imports.ts';
import { readContents } from '../server/resources/imports/reading/readContents.ts';
import { findImport, updateImport } from '../server/resources/imports/repository.ts';
import {
  checkStored,
  isUndoable,
  saveCheck,
  type Steps,
  undoImport,
  writeImport,
} from '../server/resources/imports/steps.ts';
import { isImportable } from '../server/resources/imports/words.ts';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand, jsonOption, runCommand } from './lib/command.ts';
import { databasePlace } from './serve/databasePlace.ts';

type Options = {
  map: [field: string, heading: string][];
  sheet?: string;
  encoding?: ImportEncoding;
  onlyGood: boolean;
  dryRun: boolean;
  undo?: string;
  template: boolean;
  json: boolean;
  data: string;
};

/** The name in the audit log. */
const by = { person: null, actor: 'npm run ops -- import' };
const caller = { request: { id: 'import', session: null }, actor: by.actor };

/** The exit code if rows are refused. */
const someRefused = 2;

const messages = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'src', 'i18n', 'locales', 'en', 'errors.json'), 'utf8'),
) as Record<string, string>;

const messageOf = (code: string, value: string | null = null): string => {
  const text = (messages[code] ?? code).replace('{{limit}}', value ?? '').replace('{{max}}', value ?? '');
  return value === null || messages[code]?.includes('{{') ? text : `${text} (${value})`;
};

function readPair(value: string, before: [string, string][]): [string, string][] {
  const [, field, heading] = /^([\w]+)=(.+)$/.exec(value) ?? [];
  if (!field || !heading) throw new InvalidArgumentError('Give a field and a heading, such as email="Work e-mail".');
  return [...before, [field, heading]];
}

async function placeOf(id: string, data: string): Promise<DatabasePlace> {
  const databaseUrl = process.env['DATABASE_URL']?.trim() || null;
  if (!databaseUrl) return databasePlace(id, { dataFolder: data, databaseUrl });
  if (!isPostgresUrl(databaseUrl))
    throw new CommandError('DATABASE_URL is not a PostgreSQL URL. Give postgresql://user:password@host:5432/database.');
  return { url: databaseUrl };
}

type Report = {
  id: string | null;
  written: boolean;
  counts: Record<string, number>;
  refused: object[];
  warnings: object[];
};

function reportOf(id: string | null, outcomes: readonly RowOutcome[], written: boolean): Report {
  const counts = rowResults.map((result) => [result, outcomes.filter((outcome) => outcome.result === result).length]);
  const issuesOf = (are: 'refused' | 'good') =>
    outcomes
      .filter(({ result }) => (result === 'refused') === (are === 'refused'))
      .flatMap(({ number, issues }) => issues.map((issue) => ({ line: number, ...issue })));
  return {
    id,
    written,
    counts: Object.fromEntries(counts),
    refused: issuesOf('refused'),
    warnings: issuesOf('good'),
  };
}

function print({ id, written, counts, refused, warnings }: Report): void {
  for (const problem of [...refused, ...warnings] as {
    line: number;
    field: string | null;
    code: string;
    value: string | null;
    excess?: object[];
  }[])
    console.log(
      `line ${problem.line}: ${problem.excess ? 'warning: ' : ''}${problem.field === null ? '' : `${problem.field}: `}${messageOf(problem.code, problem.value)}`,
    );
  console.log(rowResults.map((result) => `${counts[result]} ${result}`).join(', '));
  console.log(written ? `Written. Undo it within ${importUndoHours} hours with --undo ${id}.` : 'Nothing was written.');
}

type Import = { steps: Steps; db: Kysely<Tables>; options: Options };

async function importFile({ steps, db, options }: Import, kind: ImportKind, file: string): Promise<Report> {
  const { deployment, clock } = steps;
  if (!isImportable(kind, deployment)) throw new CommandError(`This deployment has no ${kind}.`);
  const { sheet, encoding } = options;
  const contents = await readContents(readFileSync(file), {
    sheet,
    encoding,
    languages: deployment.languages.map(({ value }) => value),
  });
  const now = clock();
  /** Stores the file with its columns and checks it. */
  const prepare = async (trx: Parameters<Parameters<typeof write>[2]>[0]) => {
    const id = await storeImport(steps, trx, { kind, fileName: basename(file), contents, by: null });
    const row = await findImport(trx, id);
    if (!row) throw new CommandError('The import is gone.');
    const wanted = options.map.map(([field, heading]) => [field, contents.headers.indexOf(heading)] as const);
    const unknown = wanted.find(([, column]) => column < 0);
    if (unknown)
      throw new CommandError(
        `--map ${unknown[0]}: the file has no such heading. It has: ${contents.headers.join(', ')}`,
      );
    const mapping = { ...(row.mapping as Record<string, number>), ...Object.fromEntries(wanted) };
    assertMapping(kind, { mapping, headers: contents.headers, deployment });
    await updateImport(trx, id, { mapping: JSON.stringify(mapping), only_good: options.onlyGood });
    const seen = await checkStored(steps, trx, { row: { ...row, mapping }, by });
    return { id, seen };
  };
  if (options.dryRun) {
    const { seen } = await dryRun(db, { ...caller, now }, prepare);
    return reportOf(null, seen, false);
  }
  return write(db, { ...caller, now }, async (trx) => {
    const { id, seen } = await prepare(trx);
    await saveCheck(steps, trx, { id, by, seen });
    const isRefused = seen.some(({ result }) => result === 'refused') && !options.onlyGood;
    if (isRefused) return reportOf(id, seen, false);
    const { outcomes, isWritten } = await writeImport(steps, trx, { id, by, seen });
    return reportOf(id, outcomes, isWritten);
  });
}

async function undo({ steps, db }: Import, id: string): Promise<object> {
  const now = steps.clock();
  const { removed, restored, left } = await write(db, { ...caller, now }, async (trx) => {
    const row = await findImport(trx, id);
    if (!row) throw new CommandError(`There is no import ${id}.`);
    if (!isUndoable(row, now)) throw new ApiProblem('import_expired');
    return undoImport(steps, trx, { id, by });
  });
  return {
    id,
    removed: removed.length,
    restored: restored.length,
    left: left.map(({ number, name, code }) => ({ line: number, name, code })),
  };
}

async function run(
  tenant: string,
  kind: ImportKind | undefined,
  file: string | undefined,
  options: Options,
): Promise<void> {
  const deployment = await loadDeployment(tenant);
  if (options.template && kind) {
    const fields = importFields[kind].filter(({ flag }) => flag === undefined || deployment.flags[flag]);
    console.log(fields.map(({ name }) => name).join(','));
    return;
  }
  if (options.undo === undefined && (!kind || !file))
    throw new CommandError('Give a kind and a file, or --undo with the id of an import.');
  const database = await openDatabase(await placeOf(tenant, options.data));
  try {
    await database.migrate();
    const clock = () => new Date();
    const put: Outbox['put'] = async (trx, mail, until) => {
      await insertMail(trx, mail, { now: clock(), tries: 0, until });
    };
    const dashboardUrl = process.env['DASHBOARD_URL']?.trim() || null;
    const notify = createNotify({ deployment, clock, settings: { dashboardUrl } }, { put });
    const steps = { deployment, clock, notify, dashboardUrl };
    const all = { steps, db: database.db, options };
    if (options.undo !== undefined) {
      const done = await undo(all, options.undo);
      console.log(JSON.stringify(done, null, options.json ? 0 : 2));
      return;
    }
    if (!kind || !file) return;
    const report = await importFile(all, kind, file);
    if (options.json) console.log(JSON.stringify(report));
    else print(report);
    if (report.refused.length > 0) process.exitCode = someRefused;
  } finally {
    await database.close();
  }
}

async function main(
  tenant: string,
  kind: ImportKind | undefined,
  file: string | undefined,
  options: Options,
): Promise<void> {
  try {
    await run(tenant, kind, file, options);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const fields = Object.keys(error.details.errors ?? {});
    const named = fields.length > 0 ? ` (${fields.join(', ')})` : '';
    throw new CommandError(`${messageOf(error.code, Object.values(error.details.values ?? {})[0] ?? null)}${named}`);
  }
}

const command = defineCommand('ops -- import', {
  description:
    'Imports records of one kind from a CSV or XLSX file, with the rules of the dashboard. Writes all rows in one transaction, or nothing if one is refused. Interpreters hear of changes to what they already have; nobody is told of new records. Writes to the embedded database; with DATABASE_URL to that one.',
  examples: [
    'npm run ops -- import estonia users people.xlsx --dry-run',
    'npm run ops -- import estonia users people.csv --map email="Work e-mail" --only-good',
    'npm run ops -- import estonia --undo 0123456789abcdef01234567',
    'npm run --silent ops -- import estonia shifts --template > shifts.csv',
  ],
  exitCodes: {
    0: 'every row is good, and written unless it was a dry run; or the import was undone',
    1: 'the command could not run',
    2: 'rows were refused: nothing was written, or with --only-good the others',
  },
})
  .argument('<tenant>', 'the deployment')
  .argument('[kind]', importKinds.join(', '), (value: string): ImportKind => {
    const kind = importKinds.find((importKind) => importKind === value);
    if (!kind) throw new InvalidArgumentError(`Give one of ${importKinds.join(', ')}.`);
    return kind;
  })
  .argument('[file]', 'CSV or XLSX, with headings in the first row')
  .option(
    '--map <field=heading>',
    'the column of a field; repeatable; others are proposed by their headings',
    readPair,
    [],
  )
  .option('--sheet <name>', 'the sheet of a workbook (default: the first one with rows)')
  .addOption(new Option('--encoding <name>', 'the encoding of a CSV file (default: detected)').choices(importEncodings))
  .option('--only-good', 'write the good rows if others are refused', false)
  .option('--dry-run', 'check the rows and write nothing', false)
  .option('--undo <id>', `undo an import of the last ${importUndoHours} hours`)
  .option('--template', 'print the headings of a kind', false)
  .option('--json', jsonOption, false)
  .option('--data <folder>', 'folder of the embedded databases', resolve(join(import.meta.dirname, '..', '.data')))
  .action(main);

await runCommand(command);
