import Type, { type Static } from 'typebox';
import { Etag, verdicts } from './collection.ts';
import { form, Id, Instant, named, nullable, oneOf, Reason } from './fields.ts';
import { File } from './files.ts';
import { mediaKinds, recordingStates } from './interpretations.ts';

/** The acts on a recording. */
export const recordingActs = ['view', 'process'] as const;

/** A recording of an interpretation (R161). `POST recordings/{id}/view/` returns links to its file. */
export const Recording = named('Recording', {
  id: Id,
  etag: Etag,
  media_kind: oneOf(mediaKinds),
  state: oneOf(recordingStates),
  duration_seconds: nullable(
    Type.Integer({ minimum: 0 }),
    'Null until it is ready, and if the file does not contain it.',
  ),
  size: nullable(Type.Integer({ minimum: 1 }), 'Bytes; null until it is ready.'),
  captions: Type.Boolean({ description: 'Whether it has captions.' }),
  error: nullable(Type.String(), 'The error code of failed processing, which can be requested again.'),
  created: Instant,
  expires: Type.String({ format: 'date-time', description: 'When the recording and its file will be deleted.' }),
  reason_required: Type.Boolean({ description: 'Whether a reason is required to open it.' }),
  can: verdicts(recordingActs),
});
export type Recording = Static<typeof Recording>;

/** `POST recordings/{id}/view/`: the reason, for the audit log. Mandatory if `reason_required`. */
export const RecordingView = form('RecordingView', { reason: Type.Optional(Reason) });

/** `POST recordings/{id}/view/`: the response: temporary links to media and captions (WebVTT). */
export const RecordingMedia = named('RecordingMedia', {
  media: File,
  captions: nullable(Type.Object(File.properties)),
  captions_language: nullable(Type.String(), 'BCP 47; null without captions, and if it is unknown.'),
});
export type RecordingMedia = Static<typeof RecordingMedia>;

/** `POST recordings/process_pending/`: the recordings of one interpretation, or all. */
export const PendingRecordings = form('PendingRecordings', { interpretation: Type.Optional(Id) });
