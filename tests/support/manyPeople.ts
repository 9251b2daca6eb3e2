/** How many rows a country that goes live has, and how many of them are wrong. */
export const manyPeople = { rows: 20_000, wrong: 300 } as const;

/** A CSV file with people: every so many rows one is wrong, each in one of three ways. */
export function peopleFile(): string {
  const { rows, wrong } = manyPeople;
  const every = Math.floor(rows / wrong);
  const faults = [
    (row: number) => `person${row}@example.org;;Jónsdóttir;interpreter;+3545551234`,
    (row: number) => `person${row}@example.org;Jón;Jónsdóttir;pilot;+3545551234`,
    (row: number) => `person${row}@example.org;Jón;Jónsdóttir;interpreter;12`,
  ] as const;
  const lines = Array.from({ length: rows }, (_, index) => {
    const fault = index % every === 0 && index / every < wrong ? faults[(index / every) % faults.length] : undefined;
    return fault?.(index) ?? `person${index}@example.org;Jón ${index};Jónsdóttir;deaf;+3545551234`;
  });
  return ['E-mail;First name;Last name;Role;Phone', ...lines].join('\n');
}
