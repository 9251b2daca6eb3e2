/** The kinds of data that a deployment keeps for a period, by the names of their collections. */
export const retentionKinds = [
  'recordings',
  'security_events',
  'audit',
  'interpretations',
  'reservations',
  'absences',
  'feedback',
] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** After how many days each kind is deleted; null: never. */
export type RetentionPeriods = Record<RetentionKind, number | null> & {
  recordings: number;
  security_events: number;
};

/**
 * The shortest periods in days. The security log must show what an intruder did a month ago, and the database refuses more
 * (`delete_security_events`). Owners must be able to follow a change for a year. Reports compare a year with the one before it. A year of
 * reservations proves what was ordered and covered. Absences may be about health, so they need not stay longer than a month.
 */
export const shortestRetention: Record<RetentionKind, number> = {
  recordings: 1,
  security_events: 30,
  audit: 365,
  interpretations: 731,
  reservations: 366,
  absences: 31,
  feedback: 731,
};

/** The longest period in days. */
export const longestRetention = 3650;
