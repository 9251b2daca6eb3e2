/** When the interpreter is needed: now, or at a reserved time (R87, “kind of request”). */
export const requestKinds = ['immediate', 'reserved'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** `online`: over the network. `live`: on site, also called offline (R65, R66). */
export const channels = ['online', 'live'] as const;
export type Channel = (typeof channels)[number];

/** The services (R155). */
export const serviceKinds = ['interpretation', 'transcription', 'both'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** How a transcription is shown (R156). */
export const captionTypes = ['chat', 'caption'] as const;
export type CaptionType = (typeof captionTypes)[number];

/** Video remote interpreting, or video relay (Q13). */
export const sessionModes = ['VRI', 'VRS'] as const;
export type SessionMode = (typeof sessionModes)[number];

/** Where the interpreter works (R153). */
export const locationTypes = ['remote', 'site'] as const;
export type LocationType = (typeof locationTypes)[number];

/** The queues for requests (R157). */
export const queueTypes = ['emergency', 'commercial', 'incoming_call', 'social'] as const;
export type QueueType = (typeof queueTypes)[number];

/** The processing states of a recording (R161; transitions: Q24). */
export const recordingStates = ['in_progress', 'pending', 'processing', 'ready'] as const;
export type RecordingState = (typeof recordingStates)[number];

/** The media of recordings (R160). */
export const mediaKinds = ['audio', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** The outcomes of a request: not answered yet, answered, ended unanswered, or neither reported within the limit. */
export const outcomes = ['waiting', 'answered', 'abandoned', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];
