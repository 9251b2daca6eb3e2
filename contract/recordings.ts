import Type, { type Static } from 'typebox';
import { Etag, verdicts } from './collection.ts';
import { Id, Instant, Reason } from './fields.ts';
import { File } from './files.ts';
import { type MediaKind, mediaKinds, type RecordingState, recordingStates } from './interpretations.ts';

/** The acts on a recording. */
export const recordingActs = ['view', 'process'] as const;

/** A recording of an interpretation (R161). `POST recordings/{id}/view/` returns links to its file. */
export const Recording = Type.Object(
  {
    id: Id,
    etag: Etag,
    media_kind: Type.Unsafe<MediaKind>(Type.Enum([...mediaKinds])),
    state: Type.Unsafe<RecordingState>(Type.Enum([...recordingStates])),
    duration_seconds: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'Null until it is ready, and if the file does not contain it.',
    }),
    size: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: 'Bytes; null until it is ready.' }),
    captions: Type.Boolean({ description: 'Whether it has captions.' }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'The error code of failed processing, which can be requested again.',
    }),
    created: Instant,
    expires: Type.String({ format: 'date-time', description: 'When the recording and its file will be deleted.' }),
    reason_required: Type.Boolean({ description: 'Whether a reason is required to open it.' }),
    can: verdicts(recordingActs),
  },
  { $id: 'Recording' },
);
export type Recording = Static<typeof Recording>;

/** `POST recordings/{id}/view/`: the reason, for the audit log. Mandatory if `reason_required`. */
export const RecordingView = Type.Object(
  { reason: Type.Optional(Reason) },
  { $id: 'RecordingView', additionalProperties: false },
);

/** `POST recordings/{id}/view/`: the response: temporary links to media and captions (WebVTT). */
export const RecordingMedia = Type.Object(
  // A schema with an `$id` may be used only once in another one.
  {
    media: File,
    captions: Type.Union([Type.Object(File.properties), Type.Null()]),
    captions_language: Type.Union([Type.String(), Type.Null()], {
      description: 'BCP 47; null without captions, and if it is unknown.',
    }),
  },
  { $id: 'RecordingMedia' },
);
export type RecordingMedia = Static<typeof RecordingMedia>;

/** `POST recordings/process_pending/`: the recordings of one interpretation, or all. */
export const PendingRecordings = Type.Object(
  { interpretation: Type.Optional(Id) },
  { $id: 'PendingRecordings', additionalProperties: false },
);
