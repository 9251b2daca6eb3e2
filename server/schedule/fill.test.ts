import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fill, type Opening } from './fill.ts';

const at = (minutes: number) => new Date(Date.UTC(2024, 4, 6, 8, minutes));
const opening = (from: number, to: number, people: string, place: string | null = null, way = 0): Opening => ({
  starts: at(from),
  ends: at(to),
  place,
  choices: [...people].map((interpreter) => ({ interpreter, way })),
});
const names = (openings: Opening[]) => fill(openings).map((choice) => choice?.interpreter ?? null);

/** Each minute that somebody is busy, with the place: written anew, without the rules of the algorithm. */
function conflictsIn(openings: Opening[], chosen: ReturnType<typeof fill>): string[] {
  const stays = chosen.flatMap((choice, index) => {
    const { starts, ends, place } = openings[index] as Opening;
    return choice ? [{ ...choice, place, from: starts.getTime() / 60_000, to: ends.getTime() / 60_000 }] : [];
  });
  return stays.flatMap((a, index) =>
    stays.slice(index + 1).flatMap((b) => {
      if (a.interpreter !== b.interpreter) return [];
      const [first, second] = a.from <= b.from ? [a, b] : [b, a];
      const travels = first.place !== null && second.place !== null && first.place !== second.place;
      const earliest = first.to + (travels ? Math.max(first.way, second.way) : 0);
      return second.from < earliest ? [`${a.interpreter}: ${first.from}–${first.to}, ${second.from}–${second.to}`] : [];
    }),
  );
}

describe('filling openings', () => {
  it('takes the best for each, and leaves the only one for whoever has no other', () => {
    expect(names([opening(0, 60, 'ab')])).toEqual(['a']);
    expect(names([opening(0, 60, 'ab'), opening(30, 90, 'a')])).toEqual(['b', 'a']);
    expect(names([opening(0, 60, 'ab'), opening(60, 90, 'a')])).toEqual(['a', 'a']);
  });

  it('asks for the best of those who are free, and says how long each has been chosen for', () => {
    const openings = [opening(0, 60, 'ab'), opening(60, 90, 'ab'), opening(90, 120, 'ab')];
    const chosen = fill(openings, [], (_at, free, minutesOf) =>
      free.toSorted((a, b) => minutesOf(a.interpreter) - minutesOf(b.interpreter)).at(0),
    );
    expect(chosen.map((choice) => choice?.interpreter)).toEqual(['a', 'b', 'b']);
  });

  it('exchanges people where the best for the first leaves the last without anybody', () => {
    expect(names([opening(0, 60, 'xy'), opening(0, 60, 'xz'), opening(0, 60, 'xz')])).toEqual(['y', 'z', 'x']);
  });

  it('leaves time for the way between two places', () => {
    const [court, school] = [opening(0, 60, 'a', 'court', 30), opening(80, 120, 'a', 'school', 10)];
    expect(names([court, school])).toEqual(['a', null]);
    expect(names([court, { ...school, starts: at(90) }])).toEqual(['a', 'a']);
    expect(names([court, { ...school, place: 'court' }])).toEqual(['a', 'a']);
  });

  it('proposes only people who can, nobody for two at once, and leaves nobody idle whom a gap could have', () => {
    const random = fc.record({
      from: fc.integer({ min: 0, max: 240 }),
      length: fc.integer({ min: 15, max: 120 }),
      people: fc.uniqueArray(fc.constantFrom(...'abcde'), { maxLength: 5 }),
      place: fc.constantFrom(null, 'court', 'school'),
      way: fc.integer({ min: 0, max: 90 }),
    });
    fc.assert(
      fc.property(fc.array(random, { maxLength: 14 }), (drawn) => {
        const openings = drawn.map(({ from, length, people, place, way }) =>
          opening(from, from + length, people.join(''), place, way),
        );
        const chosen = fill(openings);
        expect(conflictsIn(openings, chosen)).toEqual([]);
        chosen.forEach((choice, index) => {
          const choices = openings[index]?.choices ?? [];
          if (choice) expect(choices).toContain(choice);
          for (const other of choice ? [] : choices)
            expect(conflictsIn(openings, chosen.with(index, other))).not.toEqual([]);
        });
      }),
    );
  });

  it('keeps who is chosen already, although others could be filled without them', () => {
    const openings = [opening(0, 60, 'ab'), opening(0, 60, 'a'), opening(120, 180, 'a')];
    expect(names(openings)).toEqual(['b', 'a', 'a']);
    const kept = fill(openings, [{ interpreter: 'a', way: 0 }, null, null]);
    expect(kept.map((choice) => choice?.interpreter ?? null)).toEqual(['a', null, 'a']);
  });

  it('fills a week of 300 openings among 80 people', () => {
    const everybody = Array.from({ length: 80 }, (_, index) => ({ interpreter: `p${index}`, way: 30 }));
    const week = Array.from({ length: 300 }, (_, index) => ({
      ...opening(0, 0, '', index % 3 === 0 ? `place ${index % 7}` : null),
      starts: at((index % 5) * 1440 + ((index * 37) % 480)),
      ends: at((index % 5) * 1440 + ((index * 37) % 480) + 60 + ((index * 13) % 120)),
      choices: everybody.filter((_choice, person) => (person * 7 + index * 11) % 6 === 0),
    }));
    expect(fill(week).filter((choice) => choice === null)).toEqual([]);
  });
});
