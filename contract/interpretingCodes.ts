/** The sign languages of the deployments' countries and International Sign, by ISO 639-3. */
export const signLanguages = [
  'aed',
  'ase',
  'asf',
  'bfi',
  'bzs',
  'csn',
  'eso',
  'icl',
  'ils',
  'lls',
  'psr',
  'rms',
  'rsl',
  'sfb',
  'svk',
  'vgt',
] as const;

/** The spoken languages in demand, by ISO 639-3. */
export const spokenLanguages = [
  'deu',
  'eng',
  'est',
  'fra',
  'isl',
  'lit',
  'nld',
  'pol',
  'por',
  'ron',
  'rus',
  'slk',
  'spa',
  'ukr',
] as const;

/** The working languages of interpreters. */
export const interpretingLanguages = [...signLanguages, ...spokenLanguages] as const;

export type InterpretingLanguage = (typeof interpretingLanguages)[number];

/**
 * Whether somebody whose working languages change may lack some that a reservation asks for. Without any language nothing is
 * known of them, which excludes from nothing.
 */
export function mayLackLanguages(
  before: readonly InterpretingLanguage[],
  after: readonly InterpretingLanguage[],
): boolean {
  return after.length > 0 && (before.length === 0 || before.some((language) => !after.includes(language)));
}
