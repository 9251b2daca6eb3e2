/**
 * The feature flags of a deployment and their defaults (decisions, "Flags"; Q1). A flag that is off removes the feature
 * completely: navigation entry, route, code in the bundle, endpoint.
 */
export const flagDefaults = {
  twoFactor: true,
  nationalId: false,
  registration: false,
  demoAuth: false,
  online: true,
  live: true,
  relay: true,
  transcription: false,
  recordings: true,
  reservations: true,
  emergencySchedules: true,
  queues: true,
  departments: true,
  videos: true,
  sliders: true,
  feedback: true,
} as const satisfies Record<string, boolean>;

/** The name of a feature flag. */
export type Flag = keyof typeof flagDefaults;

/** The names of all flags, in the order of the registry. */
export const flags = Object.keys(flagDefaults) as Flag[];

/** The state of every flag in one deployment. */
export type Flags = Record<Flag, boolean>;
