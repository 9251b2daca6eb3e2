import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { openDatabase } from '../../server/db/database.ts';
import { candidatesForAll } from '../../server/resources/interpreters/candidates.ts';
import { isReady, propose } from '../../server/resources/reservations/proposals.ts';
import { askedElsewhere, findReservations, plannable, waysTo } from '../../server/resources/reservations/repository.ts';
import { teamOf } from '../../server/resources/reservations/wire.ts';
import { clash, type Opening } from '../../server/schedule/fill.ts';
import { addOpenWeek, openWeek } from '../support/openWeek.ts';
import { startPostgres } from '../support/postgres.ts';
import { machine, median } from './measure.ts';
import { writeSection } from './writeSection.ts';

const repository = resolve(import.meta.dirname, '../..');
const target = { milliseconds: 2000, bookings: 300, people: 80 };

/**
 * The most openings that can be filled at once, found by a solver (HiGHS): everybody takes each opening or not, an opening has one
 * person at most, and nobody has two that clash. A bound: what one person is asked for is a choice of yes or no for each opening.
 */
async function mostFilled(openings: readonly Opening[]): Promise<number> {
  // Installed in this folder on demand, so it has no types here.
  const { default: loadSolver } = (await import(`${import.meta.dirname}/node_modules/highs/build/highs.mjs`)) as {
    default: () => Promise<{ solve: (model: string) => { Status: string; ObjectiveValue: number } }>;
  };
  const pairs = openings.flatMap(({ choices }, opening) => choices.map((choice) => ({ opening, ...choice })));
  const nameOf = ({ opening, interpreter }: { opening: number; interpreter: string }) => `x${opening}_${interpreter}`;
  const once = [...Map.groupBy(pairs, ({ opening }) => opening).values()].map(
    (those) => `${those.map(nameOf).join(' +\n')} <= 1`,
  );
  const apart = [...Map.groupBy(pairs, ({ interpreter }) => interpreter).values()].flatMap((those) =>
    those.flatMap((a, at) =>
      those.slice(at + 1).flatMap((b) => {
        const [first, second] = [openings[a.opening], openings[b.opening]];
        if (!first || !second || !clash(first, second, Math.max(a.way, b.way))) return [];
        return [`${nameOf(a)} + ${nameOf(b)} <= 1`];
      }),
    ),
  );
  const solver = await loadSolver();
  const { Status, ObjectiveValue } = solver.solve(
    `Maximize\n${pairs.map(nameOf).join(' +\n')}\nSubject To\n${[...once, ...apart].join('\n')}\nBinary\n${pairs.map(nameOf).join('\n')}\nEnd\n`,
  );
  if (Status !== 'Optimal') throw new Error(`The solver found no optimum: ${Status}`);
  return Math.round(ObjectiveValue);
}

/** Measures the plan of a week on PostgreSQL, and compares how many it fills with the most that could be filled. */
export async function benchFill(say: (line: string) => void): Promise<boolean> {
  const postgres = await startPostgres();
  const database = await openDatabase({ url: await postgres.createDatabase() });
  try {
    await database.migrate();
    const { db } = database;
    await addOpenWeek(db, { people: target.people, bookings: target.bookings * 1.6, seed: 'bench' });
    const when = { now: new Date('2024-05-01T10:00:00Z'), zone: 'UTC' };
    const [from, to] = [new Date(openWeek.from), new Date(`${openWeek.to}T24:00:00Z`)];
    const ids = (await plannable(db, { from, to }, when.now)).slice(0, target.bookings);
    const rows = await findReservations(db, ids);
    const places = rows.flatMap((row) =>
      Array.from({ length: row.interpreters_needed - teamOf(row).length }, () => ({
        row,
        kept: null,
        dropped: new Set<string>(),
      })),
    );
    const times: number[] = [];
    let filled = 0;
    for (let run = 0; run < 6; run += 1) {
      const began = performance.now();
      const proposals = await propose(db, places, when);
      times.push(performance.now() - began);
      filled = proposals.filter(({ proposed }) => proposed !== null).length;
    }
    const [first = Infinity, ...warm] = times;
    const milliseconds = median(warm);
    say(`${rows.length} reservations, ${places.length} places, ${filled} filled, ${Math.round(milliseconds)} ms`);

    const found = await candidatesForAll(db, rows, when);
    const elsewhere = await askedElsewhere(db, ids);
    const ready = new Map(
      rows.map(({ id }, at) => [
        id,
        (found[at] ?? []).filter((candidate) => isReady(candidate) && !elsewhere.get(id)?.has(candidate.interpreter)),
      ]),
    );
    const ways = await waysTo(
      db,
      rows.map(({ id }) => ({ id, people: (ready.get(id) ?? []).map(({ interpreter }) => interpreter) })),
    );
    const wayOf = new Map(ways.map((way) => [`${way.reservation} ${way.interpreter}`, way.minutes]));
    const placeOf = new Map(ways.map(({ reservation, place }) => [reservation, place]));
    const openings = places.map(({ row: { id, starts, ends } }) => ({
      starts,
      ends,
      place: placeOf.get(id) ?? null,
      choices: (ready.get(id) ?? []).map(({ interpreter }) => ({
        interpreter,
        way: wayOf.get(`${id} ${interpreter}`) ?? 0,
      })),
    }));
    const solving = performance.now();
    const most = await mostFilled(openings);
    const solved = performance.now() - solving;
    say(`At most ${most} can be filled, says the solver after ${(solved / 1000).toFixed(1)} s`);
    const isMet = milliseconds <= target.milliseconds && filled === most;
    const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: repository, encoding: 'utf8' });
    writeSection(`# Proposals for a week

Written by \`npm run bench -- fill\`: ${rows.length} reservations short of people × ${target.people} interpreters on PostgreSQL on the same machine: the
query of all pairs, their ranking and the choice, without HTTP. The solver is HiGHS, which the product does not contain.

- ${machine}, commit ${commit.trim()}
- target: ${target.milliseconds / 1000} s, and as many filled as the solver: ${isMet ? 'pass' : '**miss**'}

|  | filled of ${places.length} places | time |
| --- | ---: | ---: |
| proposed, median of ${warm.length} | ${filled} | ${(milliseconds / 1000).toFixed(1)} s |
| proposed, the first time |  | ${(first / 1000).toFixed(1)} s |
| the solver, the choice alone | ${most} | ${(solved / 1000).toFixed(1)} s |`);
    return isMet;
  } finally {
    await database.close();
    await postgres.stop();
  }
}
