/** How a request came: asked for now, or reserved beforehand (specification §2, “request kind”). */
export const requestKinds = ['immediate', 'reserved'] as const;
/** How a request came. */
export type RequestKind = (typeof requestKinds)[number];

/** How an interpretation is held: over the network, or on site (specification §1; `live` is also called offline). */
export const channels = ['online', 'live'] as const;
/** How an interpretation is held. */
export type Channel = (typeof channels)[number];

/** What is asked for (specification §3). */
export const serviceKinds = ['interpretation', 'transcription', 'both'] as const;
/** What is asked for. */
export type ServiceKind = (typeof serviceKinds)[number];

/** How what is said is written down; only with transcription (specification §3). */
export const captionTypes = ['chat', 'caption'] as const;
/** How what is said is written down. */
export type CaptionType = (typeof captionTypes)[number];

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

/** What a recording is of (specification §3). */
export const mediaKinds = ['audio', 'video'] as const;
/** What a recording is of. */
export type MediaKind = (typeof mediaKinds)[number];

/** What became of a request: nobody has answered yet, somebody did, or it ended before anybody did. */
export const outcomes = ['waiting', 'answered', 'abandoned'] as const;
/** What became of a request. */
export type Outcome = (typeof outcomes)[number];
