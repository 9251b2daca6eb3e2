/** What becomes of a shift that exceeds a limit: nothing, a warning, or a refusal. */
export const excessRules = ['off', 'warn', 'refuse'] as const;
export type ExcessRule = (typeof excessRules)[number];

/** The limits of the hours that somebody works: of shifts that begin on a day or in a week, and the rest between shifts. */
export const shiftLimits = ['hours_per_day', 'hours_per_week', 'rest'] as const;
export type ShiftLimit = (typeof shiftLimits)[number];

/** Minutes of interpreting alone before a team is advised, unless the manifest gives others. */
export const usualAloneMinutes = 90;
