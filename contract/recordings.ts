import Type, { type Static } from 'typebox';
import { Etag, verdicts } from './collection.ts';
import { Id, Instant, Reason } from './fields.ts';
import { File } from './files.ts';
import { type MediaKind, mediaKinds, type RecordingState, recordingStates } from './interpretations.ts';

/** What somebody may do with a recording. */
export const recordingActs = ['view', 'process'] as const;

/** A recording of an interpretation (specification §3). Its file is seen by `POST recordings/{id}/view/`. */
export const Recording = Type.Object(
  {
    id: Id,
    etag: Etag,
    media_kind: Type.Unsafe<MediaKind>(Type.Enum([...mediaKinds])),
    state: Type.Unsafe<RecordingState>(Type.Enum([...recordingStates])),
    duration_seconds: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'Null until it is ready, and where the file does not say.',
    }),
    size: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: 'Bytes; null until it is ready.' }),
    captions: Type.Boolean({ description: 'Whether it has captions.' }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'Why processing was given up, as a code of the error catalogue; it can be asked for again.',
    }),
    created: Instant,
    expires: Type.String({ format: 'date-time', description: 'When it will be deleted, with its file.' }),
    reason_required: Type.Boolean({ description: 'Whether a reason is asked for before it is opened.' }),
    can: verdicts(recordingActs),
  },
  { $id: 'Recording' },
);
export type Recording = Static<typeof Recording>;

/** `POST recordings/{id}/view/`: why, for the trail. Required where `reason_required` says so. */
export const RecordingView = Type.Object(
  { reason: Type.Optional(Reason) },
  { $id: 'RecordingView', additionalProperties: false },
);

/** `POST recordings/{id}/view/`: the answer: links that are good for a while, to media and captions (WebVTT). */
export const RecordingMedia = Type.Object(
  // A schema with a name may stand in another only once.
  { media: File, captions: Type.Union([Type.Object(File.properties), Type.Null()]) },
  { $id: 'RecordingMedia' },
);
export type RecordingMedia = Static<typeof RecordingMedia>;

/** `POST recordings/process_pending/`: those of one interpretation, or all. */
export const PendingRecordings = Type.Object(
  { interpretation: Type.Optional(Id) },
  { $id: 'PendingRecordings', additionalProperties: false },
);
