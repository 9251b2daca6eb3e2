/** Keys of menu items must be unique, so the section is a part of them. */
export const keyIn = (section: string, value: string): string => `${section} ${value}`;

/** The keys of values in a section. */
export const keysIn = (section: string, values: readonly string[]): string[] =>
  values.map((value) => keyIn(section, value));

/** The selected values of a section; none for 'all'. */
export const valuesOf = (section: string, selection: 'all' | Set<string | number>): string[] =>
  selection === 'all' ? [] : [...selection].map((key) => String(key).slice(section.length + 1));
