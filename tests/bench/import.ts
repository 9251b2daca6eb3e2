import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { dryRun, write } from '../../server/collection/write.ts';
import { openDatabase } from '../../server/db/database.ts';
import { loadDeployment } from '../../server/loadDeployment.ts';
import { readContents } from '../../server/resources/imports/reading/readContents.ts';
import { findImport, updateImport } from '../../server/resources/imports/repository.ts';
import { checkStored, saveCheck, undoImport, writeImport } from '../../server/resources/imports/steps.ts';
import { storeImport } from '../../server/resources/imports/imports.ts';
import { manyPeople, peopleFile } from '../support/manyPeople.ts';
import { startPostgres } from '../support/postgres.ts';
import { machine } from './measure.ts';
import { writeSection } from './writeSection.ts';

const repository = resolve(import.meta.dirname, '../..');
const target = 60_000;
const by = { person: null, actor: 'bench' };

/** Measures the steps of an import of 20,000 people with 300 errors on PostgreSQL. */
export async function benchImport(say: (line: string) => void): Promise<boolean> {
  const postgres = await startPostgres();
  const database = await openDatabase({ url: await postgres.createDatabase() });
  try {
    await database.migrate();
    const { db } = database;
    const deployment = await loadDeployment('iceland');
    const steps = { deployment, clock: () => new Date(), notify: async () => undefined, dashboardUrl: null };
    const caller = { request: { id: 'bench', session: null }, now: new Date(), actor: by.actor };
    const times: [step: string, milliseconds: number][] = [];
    const timed = async <Result>(step: string, act: () => Promise<Result>): Promise<Result> => {
      const began = performance.now();
      const result = await act();
      times.push([step, performance.now() - began]);
      say(`${step}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
      return result;
    };
    const id = await timed('read and store the file', async () => {
      const contents = await readContents(Buffer.from(peopleFile()));
      return write(db, caller, (trx) =>
        storeImport(steps, trx, { kind: 'users', fileName: 'people.csv', contents, by: null }),
      );
    });
    const seen = await timed('check the rows', async () => {
      const row = await findImport(db, id);
      if (!row) throw new Error('The import is gone.');
      const outcomes = await checkStored(steps, db, { row, by });
      await write(db, caller, (trx) => saveCheck(steps, trx, { id, by, seen: outcomes }));
      return outcomes;
    });
    const refused = seen.filter(({ result }) => result === 'refused').length;
    await updateImport(db, id, { only_good: true });
    await timed('check again and write 19,700 people', () =>
      write(db, caller, (trx) => writeImport(steps, trx, { id, by, seen })),
    );
    const [, written] = times.at(-1) ?? ['', Infinity];
    await timed('undo', () => dryRun(db, caller, (trx) => undoImport(steps, trx, { id, by })));
    const isMet = written <= target && refused === manyPeople.wrong;
    const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: repository, encoding: 'utf8' });
    const rows = times.map(([step, milliseconds]) => `| ${step} | ${(milliseconds / 1000).toFixed(1)} s |`).join('\n');
    writeSection(`# Import

Written by \`npm run bench -- import\`: ${manyPeople.rows} people from a CSV file, ${manyPeople.wrong} of them wrong, on PostgreSQL on the same machine.

- ${machine}, commit ${commit.trim()}
- refused: ${refused}; target: written within ${target / 1000} s: ${isMet ? 'pass' : '**miss**'}

| step | time |
| --- | ---: |
${rows}`);
    return isMet;
  } finally {
    await database.close();
    await postgres.stop();
  }
}
