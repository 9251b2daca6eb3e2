/**
 * The feature flags of a deployment: a closed registry, each with its default (decisions, "Flags"; Q1).
 * A flag that is off leaves nothing behind: no entry, no route, no code in the bundle, no endpoint.
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

/** Every flag's name, in the order of the registry. */
export const flags = Object.keys(flagDefaults) as Flag[];

/** Each flag, on or off, for one deployment. */
export type Flags = Record<Flag, boolean>;
