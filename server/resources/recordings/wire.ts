import { captionsType } from '../../../contract/filePurposes.ts';
import type { Recording } from '../../../contract/recordings.ts';
import { etagOf } from '../../collection/etag.ts';
import type { Deployment } from '../../deployment.ts';
import type { Person } from '../../policies/policy.ts';
import { recordingVerdicts } from '../../../contract/recordRules.ts';
import type { FileRow } from '../files/repository.ts';
import type { RecordingRow } from './repository.ts';

/** The files of a recording: media and captions. */
export function partsOf(files: readonly FileRow[] = []): { media: FileRow | undefined; captions: FileRow | undefined } {
  return {
    media: files.find(({ media_type }) => media_type !== captionsType),
    captions: files.find(({ media_type }) => media_type === captionsType),
  };
}

/** A recording as the API returns it. */
export function recordingOnWire(
  { version, interpretation_id: _interpretation, captions_language: _language, created, expires, ...row }: RecordingRow,
  files: readonly FileRow[] | undefined,
  { person, deployment }: { person: Person; deployment: Deployment },
): Recording {
  return {
    ...row,
    etag: etagOf(version),
    captions: partsOf(files).captions !== undefined,
    created: created.toISOString(),
    expires: expires.toISOString(),
    reason_required: deployment.recordings.reason,
    can: recordingVerdicts(person, row.state),
  };
}
