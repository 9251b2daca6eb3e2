/** When the interpreter is needed: now, or at a reserved time (specification §2, “request kind”). */
export const requestKinds = ['immediate', 'reserved'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** `online`: over the network. `live`: on site, also called offline (specification §1). */
export const channels = ['online', 'live'] as const;
export type Channel = (typeof channels)[number];

/** The services (specification §3). */
export const serviceKinds = ['interpretation', 'transcription', 'both'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** How a transcription is shown (specification §3). */
export const captionTypes = ['chat', 'caption'] as const;
export type CaptionType = (typeof captionTypes)[number];

/** Video remote interpreting, or video relay (Q13). */
export const sessionModes = ['VRI', 'VRS'] as const;
export type SessionMode = (typeof sessionModes)[number];

/** Where the interpreter works (specification §3). */
export const locationTypes = ['remote', 'site'] as const;
export type LocationType = (typeof locationTypes)[number];

/** The queues for requests (specification §3). */
export const queueTypes = ['emergency', 'commercial', 'incoming_call', 'social'] as const;
export type QueueType = (typeof queueTypes)[number];

/** The processing states of a recording (specification §3; transitions: Q24). */
export const recordingStates = ['in_progress', 'pending', 'processing', 'ready'] as const;
export type RecordingState = (typeof recordingStates)[number];

/** The media of recordings (specification §3). */
export const mediaKinds = ['audio', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** The outcomes of a request: not answered yet, answered, or ended unanswered. */
export const outcomes = ['waiting', 'answered', 'abandoned'] as const;
export type Outcome = (typeof outcomes)[number];
