/** Items of a menu are told apart by their keys: one that stands in two sections has another in each. */
export const keyIn = (section: string, value: string): string => `${section} ${value}`;

/** The keys that values have in a section. */
export const keysIn = (section: string, values: readonly string[]): string[] =>
  values.map((value) => keyIn(section, value));

/** The values that are selected in a section; of all that could be, none. */
export const valuesOf = (section: string, selection: 'all' | Set<string | number>): string[] =>
  selection === 'all' ? [] : [...selection].map((key) => String(key).slice(section.length + 1));
