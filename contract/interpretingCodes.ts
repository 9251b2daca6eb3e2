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

/**
 * The working languages of interpreters, by ISO 639-3: the sign languages of the deployments' countries, International
 * Sign, and the spoken languages in demand.
 */
export const interpretingLanguages = [
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
  ...spokenLanguages,
] as const;

export type InterpretingLanguage = (typeof interpretingLanguages)[number];
