/**
 * The feature flags of a deployment and their defaults (Q1). A flag that is off removes the feature
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
  absences: true,
  queues: true,
  departments: true,
  videos: true,
  sliders: true,
  feedback: true,
  singleSignOn: false,
  webPush: true,
} as const satisfies Record<string, boolean>;

/** The name of a feature flag. */
export type Flag = keyof typeof flagDefaults;

/** Flags that no manifest sets: they follow from another property of it. `singleSignOn` is on if the manifest has that property. */
const derivedFlags = ['singleSignOn', 'webPush'] as const satisfies readonly Flag[];

/** A flag that every manifest sets. */
export type ManifestFlag = Exclude<Flag, (typeof derivedFlags)[number]>;

/** The names of all flags, in the order of the registry. */
export const flags = Object.keys(flagDefaults) as Flag[];

/** The names of the flags that every manifest sets. */
export const manifestFlags = flags.filter((name): name is ManifestFlag => !derivedFlags.some((flag) => flag === name));

/** The state of every flag in one deployment. */
export type Flags = Record<Flag, boolean>;
