/** How an interpretation is held: over the network, or on site (specification §1; `live` is also called offline). */
export const channels = ['online', 'live'] as const;
/** How an interpretation is held. */
export type Channel = (typeof channels)[number];

/** What is asked for (specification §3). */
export const serviceKinds = ['interpretation', 'transcription', 'both'] as const;
/** What is asked for. */
export type ServiceKind = (typeof serviceKinds)[number];

/** Video remote interpreting, or video relay (Q13). */
export const sessionModes = ['VRI', 'VRS'] as const;
/** Video remote interpreting, or video relay. */
export type SessionMode = (typeof sessionModes)[number];

/** Where people are (specification §3). */
export const locationTypes = ['remote', 'site'] as const;
/** Where people are. */
export type LocationType = (typeof locationTypes)[number];

/** The queues that requests wait in (specification §3). */
export const queueTypes = ['emergency', 'commercial', 'incoming_call', 'social'] as const;
/** A queue that requests wait in. */
export type QueueType = (typeof queueTypes)[number];

/** How far a recording is (specification §3; transitions: Q24). */
export const recordingStates = ['in_progress', 'pending', 'processing', 'ready'] as const;
/** How far a recording is. */
export type RecordingState = (typeof recordingStates)[number];
